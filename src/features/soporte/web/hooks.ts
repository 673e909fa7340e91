import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../platform/shared/errors.ts';
import { caller, isOffline, messageOf } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation, useInvalidate } from '../../../platform/web/callables/hooks.ts';
import { useEvento, usePaced } from '../../../platform/web/eventos/react.ts';
import { notify } from '../../../platform/web/feedback/index.ts';
import { useMirrored } from '../../../platform/web/mirror/react.tsx';
import { uploadResumable } from '../../../platform/web/storage/index.ts';
import type * as bandeja from '../bandeja/contract.ts';
import type * as configuracion from '../configuracion/contract.ts';
import type { TipoContexto } from '../contextos/rules.ts';
import type * as contract from '../contract.ts';
import type * as notas from '../notas/contract.ts';

const listCall = caller<typeof contract.listConversaciones>('listConversaciones');
const mensajesCall = caller<typeof contract.listMensajes>('listMensajes');
const sendCall = caller<typeof contract.sendMensaje>('sendMensaje');
const createCall = caller<typeof contract.createConversacion>('createConversacion');
const contextoCall = caller<typeof contract.getContextoSoporte>('getContextoSoporte');
const lecturaCall = caller<typeof contract.saveLecturaConversacion>('saveLecturaConversacion');
const escribiendoCall = caller<typeof contract.sendEscribiendo>('sendEscribiendo');
const endCall = caller<typeof contract.endConversacion>('endConversacion');
const reopenCall = caller<typeof contract.resetConversacion>('resetConversacion');
const rateCall = caller<typeof contract.saveValoracionConversacion>('saveValoracionConversacion');
const bandejaCall = caller<typeof bandeja.listBandejaSoporte>('listBandejaSoporte');
const fichaCall = caller<typeof bandeja.getFichaConversacion>('getFichaConversacion');
const takeCall = caller<typeof bandeja.startAtencionConversacion>('startAtencionConversacion');
const leaveCall = caller<typeof bandeja.endAtencionConversacion>('endAtencionConversacion');
const agentesCall = caller<typeof bandeja.listAgentesSoporte>('listAgentesSoporte');
const assignCall = caller<typeof bandeja.assignConversacion>('assignConversacion');
const notasCall = caller<typeof notas.listNotasConversacion>('listNotasConversacion');
const notaCall = caller<typeof notas.createNotaConversacion>('createNotaConversacion');

const pendientesCall = caller<typeof bandeja.getPendientesSoporte>('getPendientesSoporte');

const cambiosCall = caller<typeof contract.listCambiosSoporte>('listCambiosSoporte');

const horariosCall = caller<typeof configuracion.getHorariosSoporte>('getHorariosSoporte');
const saveHorariosCall = caller<typeof configuracion.saveHorariosSoporte>('saveHorariosSoporte');
const respuestasCall = caller<typeof configuracion.listRespuestasSoporte>('listRespuestasSoporte');
const createRespuestaCall =
  caller<typeof configuracion.createRespuestaSoporte>('createRespuestaSoporte');
const updateRespuestaCall =
  caller<typeof configuracion.updateRespuestaSoporte>('updateRespuestaSoporte');

const SHOWN = [listCall, mensajesCall, bandejaCall, pendientesCall, cambiosCall];

/** Says why an act was not done. */
export const tellFailure = (error: unknown): void => void notify.error(messageOf(error));

/** Lists follow what is told; a look now and then for what was not. */
const LOOK_MS = 60_000;

export const useConversaciones = (busqueda: string) => {
  const invalidate = useInvalidate();
  const again = usePaced(() => invalidate(listCall));
  useEvento('conversacion', again);
  useEvento('conectado', again);
  return useCall(listCall, busqueda ? { busqueda } : {}, {
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
};

export type Bandeja = Awaited<ReturnType<typeof bandejaCall>>;

export const useBandeja = (ver: 'espera' | 'mias' | 'todas', busqueda: string, tras: number) => {
  const invalidate = useInvalidate();
  const again = usePaced(() => invalidate(bandejaCall, pendientesCall));
  useEvento('bandeja', again);
  useEvento('conectado', again);
  return useCall(
    bandejaCall,
    { ver, tras, ...(busqueda && { busqueda }) },
    { staleTime: 0, refetchInterval: LOOK_MS },
  );
};

export const useContexto = (tipo: TipoContexto, id: string) => useCall(contextoCall, { tipo, id });

export const useCreateConversacion = () => useCallMutation(createCall, { invalidates: SHOWN });
export const useEndConversacion = () => useCallMutation(endCall, { invalidates: SHOWN });
export const useReopenConversacion = () => useCallMutation(reopenCall, { invalidates: SHOWN });
export const useRateConversacion = () => useCallMutation(rateCall, { invalidates: SHOWN });
export const useTakeConversacion = () => useCallMutation(takeCall, { invalidates: SHOWN });
export const useLeaveConversacion = () => useCallMutation(leaveCall, { invalidates: SHOWN });
export const useAssignConversacion = () => useCallMutation(assignCall, { invalidates: SHOWN });
export const useAgentes = () => useCall(agentesCall, null);
export const useFicha = (id: string) => useCall(fichaCall, { id }, { staleTime: LOOK_MS });
export const useNotas = (id: string) => {
  const invalidate = useInvalidate();
  useEvento(
    'bandeja',
    usePaced(() => invalidate(notasCall)),
  );
  return useCall(notasCall, { id }, { staleTime: 0 });
};
export type Nota = Awaited<ReturnType<typeof notasCall>>['notas'][number];
export const useCreateNota = () => useCallMutation(notaCall, { invalidates: [notasCall] });

export type Horarios = Awaited<ReturnType<typeof horariosCall>>;
export const useHorarios = () => useCall(horariosCall, null, { staleTime: 0 });
export const useSaveHorarios = () =>
  useCallMutation(saveHorariosCall, { invalidates: [horariosCall, ...SHOWN] });
export const useRespuestas = () => useCall(respuestasCall, null, { staleTime: LOOK_MS });
export const useCreateRespuesta = () =>
  useCallMutation(createRespuestaCall, { invalidates: [respuestasCall] });
export const useUpdateRespuesta = () =>
  useCallMutation(updateRespuestaCall, { invalidates: [respuestasCall] });

export type Hilo = Awaited<ReturnType<typeof mensajesCall>>;
type Mensaje = Hilo['mensajes'][number];

/** Messages of two pages, each once, in their order. */
const joinMensajes = (a: readonly Mensaje[], b: readonly Mensaje[]): Mensaje[] =>
  [...new Map([...a, ...b].map((one) => [one.n, one])).values()].sort((x, y) => x.n - y.n);

/**
 * The messages of a conversation: the last page, what came since, and the older pages that one asked for. A poke says that there is
 * something; what it is is read after the last number, so that nothing is lost, doubled or disordered.
 */
export const useHilo = (id: string, agente: boolean) => {
  const query = useCall(mensajesCall, { id }, { staleTime: 0, refetchInterval: LOOK_MS });
  const [antes, setAntes] = useState<{ mensajes: readonly Mensaje[]; hayAntes: boolean } | null>(
    null,
  );
  const [escribiendo, setEscribiendo] = useState<'agente' | 'persona' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = usePaced(() => query.refetch());
  useEvento('conversacion', (de) => {
    if (de.id === id) again();
  });
  useEvento('conectado', again);
  // Staff may look at one that a colleague attends: only the inbox is told.
  useEvento('bandeja', () => {
    if (agente && query.data?.conversacion.propia === false) again();
  });
  useEvento('escribiendo', (de) => {
    if (de.id !== id) return;
    setEscribiendo(de.agente ? 'agente' : 'persona');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setEscribiendo(null), 6_000);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data } = query;
  const first = data?.mensajes[0]?.n ?? 1;
  const mine = antes?.mensajes ?? [];
  // What is between the page and the older ones is not known: the older ones are asked for again.
  const joins = mine.length === 0 || mine.at(-1)!.n >= first - 1;
  const mensajes = data ? joinMensajes(joins ? mine : [], data.mensajes) : [];
  const hayAntes = mensajes.length > 0 && mensajes[0]!.n > 1;
  return {
    ...query,
    mensajes,
    hayAntes,
    escribiendo,
    loadAntes: async () => {
      const page = await mensajesCall({ id, antes: mensajes[0]?.n ?? 1 });
      setAntes((was) => ({
        mensajes: joinMensajes(page.mensajes, joins ? (was?.mensajes ?? []) : []),
        hayAntes: page.hayAntes,
      }));
    },
  };
};

/** Says up to where one has read, while the tab is looked at. */
export const useLectura = (id: string, ultimo: number, leidoHasta: number): void => {
  const read = useRef(leidoHasta);
  const invalidate = useInvalidate();
  useEffect(() => {
    const look = () => {
      if (
        document.visibilityState !== 'visible' ||
        !document.hasFocus() ||
        ultimo <= read.current
      ) {
        return;
      }
      read.current = ultimo;
      void lecturaCall({ id, hasta: ultimo }).then(
        () => invalidate(listCall, bandejaCall, cambiosCall),
        () => {
          read.current = leidoHasta;
        },
      );
    };
    look();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, ultimo, leidoHasta, invalidate]);
};

/** Tells the other end that one is writing, once in three seconds. */
export const useEscribiendo = (id: string): (() => void) => {
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < 3_000) return;
    last.current = Date.now();
    void escribiendoCall({ id }).catch(() => {});
  };
};

/** A message that the server does not have yet. */
export type PorEnviar = {
  readonly clienteId: string;
  readonly texto: string;
  readonly sensible: boolean;
  readonly adjuntos: readonly { readonly subido: string; readonly nombre: string }[];
  /** When it was written, by this computer's clock (ms). */
  readonly en: number;
  readonly visto: number | null;
  /** Why it was not sent; null: it waits for its turn or for the connection. */
  readonly problema: string | null;
  /** A colleague or the person wrote meanwhile: it is sent when one has seen it. */
  readonly noVisto: boolean;
};

const DIA_MS = 86_400_000;

/** The message waits, as without a connection: the server did not say whether it has it. */
const isUndecided = (error: unknown): boolean =>
  isOffline(error) ||
  (error instanceof CallError &&
    (error.status === 'UNAVAILABLE' || error.status === 'DEADLINE_EXCEEDED'));

/** A message that waited for more than a day asks before it goes. `ahora`: this computer's clock (ms). */
const askIfOld = (one: PorEnviar, ahora: number): PorEnviar =>
  one.problema === null && ahora - one.en > DIA_MS
    ? { ...one, problema: 'Lo escribió hace más de un día. ¿Enviarlo?' }
    : one;

/**
 * Outbox of a conversation: messages that the server does not have yet are sent in order, once each, also after the connection was cut or
 * the tab closed. A message older than a day is sent only after its author confirms, in a tab that stayed open as well.
 */
export const useSalida = (id: string, onSent: () => void) => {
  const { found, keep, forget } = useMirrored<PorEnviar[]>(`soporte/${id}/salida`);
  const [cola, setCola] = useState<readonly PorEnviar[]>([]);
  const newest = useRef<readonly PorEnviar[]>([]);
  const sending = useRef(false);
  const put = (next: readonly PorEnviar[]) => {
    newest.current = next;
    setCola(next);
    if (next.length === 0) forget();
    else keep([...next]);
  };
  const change = (clienteId: string, cambio: Partial<PorEnviar>) =>
    put(newest.current.map((one) => (one.clienteId === clienteId ? { ...one, ...cambio } : one)));
  const drop = (clienteId: string) =>
    put(newest.current.filter((one) => one.clienteId !== clienteId));

  const flush = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    try {
      for (;;) {
        const asked = newest.current.map((one) => askIfOld(one, Date.now()));
        if (asked.some((one, at) => one !== newest.current[at])) put(asked);
        const [next] = newest.current;
        if (!next || next.problema !== null) return;
        const { clienteId, texto, sensible, adjuntos, visto } = next;
        try {
          await sendCall({ id, clienteId, texto, sensible, adjuntos: [...adjuntos], visto });
          drop(clienteId);
          onSent();
        } catch (error) {
          if (isUndecided(error)) return;
          const noVisto = error instanceof CallError && error.details?.code === 'mensaje-no-visto';
          change(clienteId, { problema: messageOf(error), noVisto });
          if (noVisto) onSent();
          return;
        }
      }
    } finally {
      sending.current = false;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is taken once
  useEffect(() => {
    if (!found || newest.current.length > 0) return;
    put(found.valor);
    void flush();
  }, [found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest `flush` sends the same queue
  useEffect(() => {
    const again = () => void flush();
    window.addEventListener('online', again);
    const timer = setInterval(again, 10_000);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  }, []);
  useEvento('conectado', () => void flush());
  return {
    cola,
    add: (mensaje: Pick<PorEnviar, 'texto' | 'sensible' | 'adjuntos' | 'visto'>) => {
      put([
        ...newest.current,
        {
          ...mensaje,
          clienteId: crypto.randomUUID(),
          en: Date.now(),
          problema: null,
          noVisto: false,
        },
      ]);
      void flush();
    },
    retry: (clienteId: string, visto: number | null) => {
      // Asked and answered: it waits for another day from now.
      change(clienteId, { problema: null, noVisto: false, visto, en: Date.now() });
      void flush();
    },
    drop,
  };
};

/** Uploads a file for a message; gives its name there. */
export const uploadAdjunto = async (
  uid: string,
  file: File,
  signal: AbortSignal,
): Promise<string> => {
  const end = { 'image/png': 'png', 'image/jpeg': 'jpg' }[file.type] ?? 'pdf';
  const subido = `soporte/${uid}/${crypto.randomUUID()}.${end}`;
  await uploadResumable(subido, file, {
    signal,
    metadata: { contentType: file.type || 'application/octet-stream' },
  });
  return subido;
};
