import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CallError } from '../../../platform/shared/errors.ts';
import { useAutosave } from '../../../platform/web/autosave/index.ts';
import { type CallOptions, caller } from '../../../platform/web/callables/client.ts';
import { callKey, useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { type Mirrored, useMirrored } from '../../../platform/web/mirror/react.tsx';
import type { Respuesta, Respuestas } from '../../plantillas/formulario/contract.ts';
import { startRespuestas } from '../../plantillas/formulario/rules.ts';
import type {
  discardBorradorInscripcion,
  Elegido,
  getInscripcion,
  listMatricula,
  saveBorradorInscripcion,
  submitInscripcion,
} from '../contract.ts';
import { ERRORES } from '../errors.ts';
import type { listOfertas } from '../ofertas/contract.ts';
import { dondeSeguir, type MergeRespuestas, mergeRespuestas, textOfRespuestas } from '../rules.ts';

const getInscripcionCall = caller<typeof getInscripcion>('getInscripcion');
const submitInscripcionCall = caller<typeof submitInscripcion>('submitInscripcion');
const discardBorradorCall = caller<typeof discardBorradorInscripcion>('discardBorradorInscripcion');
const listMatriculaCall = caller<typeof listMatricula>('listMatricula');
const listOfertasCall = caller<typeof listOfertas>('listOfertas');
const saveBorradorCall = caller<typeof saveBorradorInscripcion>('saveBorradorInscripcion');

/** The route's four identifiers. */
export type Identificadores = {
  idCurso: string;
  idPlantilla: string;
  tipo: string;
  edicionId: string;
};
export type Inscripcion = Awaited<ReturnType<typeof getInscripcionCall>>;

/** Milliseconds between looks at how the line goes. */
const MIRAR_LA_LISTA = 60_000;

/**
 * Always asked anew: the draft may have grown elsewhere, and seats and clock are of the moment. Whoever waits in line sees
 * their place change without reloading.
 */
export const useInscripcion = (ids: Identificadores) =>
  useCall(getInscripcionCall, ids, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.enviada?.espera ? MIRAR_LA_LISTA : false),
  });

export type Enviada = Awaited<ReturnType<typeof submitInscripcionCall>>;

/** What sending comes to as things are now; the server says the last word. */
export type Destino = 'lugar' | 'espera' | 'revision';

/** `onEnviada` runs before the screens that show it are asked for again. */
export const useSubmitInscripcion = (onEnviada: (enviada: Enviada) => void) =>
  useCallMutation(submitInscripcionCall, {
    invalidates: [getInscripcionCall, listMatriculaCall, listOfertasCall],
    onSuccess: onEnviada,
  });

/** What stands on the device until the server has it: the answers, and the draft that they go on with. */
type SinGuardar = {
  readonly respuestas: Respuestas;
  readonly base: Respuestas;
  readonly desde: string | null;
  /** Not in what older programs kept. */
  readonly elegido?: Elegido;
};

/** What this person wrote on this device and the server does not have, by the key of the form. */
export const useSinGuardarDe = (clave: string) => useMirrored<SinGuardar>(clave);

export const useSinGuardar = ({ edicionId }: Identificadores) =>
  useSinGuardarDe(`inscripcion/${edicionId}`);

type Llenada = Pick<Inscripcion['plantilla'], 'version' | 'definicion'>;
/** A form that is filled in and saved as a draft: an inscripción's, or one of another feature. */
export type DatosDeBorrador<P extends Llenada = Llenada> = {
  readonly plantilla: P;
  /** What the person's file says. */
  readonly prellenado: Respuestas;
  readonly borrador: {
    readonly respuestas: Respuestas;
    readonly elegido?: Elegido;
    readonly guardadoEn: string;
  } | null;
  /** Answers that a draft starts from when there is none: those that were sent and are being corrected. */
  readonly partida?: Respuestas | undefined;
  /** The server's clock (ISO 8601). */
  readonly ahora: string;
};

/** Where the draft of a form is read and saved. */
export type FuenteDeBorrador = {
  readonly leer: () => Promise<Pick<DatosDeBorrador, 'borrador' | 'partida' | 'ahora'>>;
  /** Without `desde`, whatever draft there is goes. `version`: the number of the version in force. */
  readonly guardar: (
    borrador: { respuestas: Respuestas; elegido: Elegido; desde?: string | null },
    options: CallOptions,
  ) => Promise<{ guardadoEn: string; version: number }>;
  /** Whether a refusal means that the draft was saved elsewhere meanwhile. */
  readonly isConflict: (error: CallError) => boolean;
};

/** The draft of an inscripción. */
const fuenteDeInscripcion = (ids: Identificadores): FuenteDeBorrador => ({
  leer: () => getInscripcionCall(ids),
  guardar: (borrador, options) => saveBorradorCall({ ...ids, ...borrador }, options),
  isConflict: isBorradorCambio,
});

/** Two drafts that contradict each other: what was written here, and what was saved elsewhere meanwhile. */
export type Choque = {
  readonly mio: Respuestas;
  readonly suyo: Respuestas;
  readonly merge: MergeRespuestas;
  /** When the other was saved (ISO). */
  readonly en: string;
};

type Start = (saved?: Respuestas) => Respuestas;

/** The form as it opens: the server's draft, and over it what the device still had. */
const openBorrador = (
  start: Start,
  { borrador, partida, ahora, plantilla: { definicion } }: DatosDeBorrador,
  found: SinGuardar | null,
) => {
  const suyo = start(borrador?.respuestas ?? partida);
  const desde = borrador?.guardadoEn ?? null;
  const server = { base: suyo, desde };
  const mio = found && start(found.respuestas);
  if (!mio || textOfRespuestas(mio) === textOfRespuestas(suyo)) {
    return { respuestas: suyo, server, recuperado: false, choque: null };
  }
  // When nobody saved since, it goes on from where it was.
  const merge = mergeRespuestas(definicion, found.desde === desde ? suyo : found.base, mio, suyo);
  const choque = merge.conflictos.length > 0 ? { mio, suyo, merge, en: desde ?? ahora } : null;
  return { respuestas: merge.valores, server, recuperado: true, choque };
};

const NADA_ELEGIDO: Elegido = { grupoId: null, guardar: [] };

const isBorradorCambio = ({ details }: CallError) => details?.code === ERRORES.borradorCambio.code;

/** Saves drafts one on another: each says which it goes on with, so that none saved elsewhere is written over. */
const createGuardado = (
  fuente: FuenteDeBorrador,
  first: { base: Respuestas; desde: string | null },
  /** What is chosen now, besides the answers. */
  elegidoNow: () => Elegido,
  /** With each draft that was kept, the number of the version in force. */
  onVersion: (version: number) => void,
) => {
  const at = { ...first, sending: 0 };
  /** All that was sent: an answer may have been lost. */
  let sent: readonly string[] = [];
  return {
    at,
    wasSent: (respuestas: Respuestas) => sent.includes(textOfRespuestas(respuestas)),
    save: async (respuestas: Respuestas, options: CallOptions) => {
      sent = [...sent, textOfRespuestas(respuestas)].slice(-20);
      // While another is on its way nobody knows which draft is the last.
      const desde = at.sending === 0 ? { desde: at.desde } : {};
      at.sending += 1;
      try {
        const saved = await fuente.guardar(
          { ...desde, respuestas, elegido: elegidoNow() },
          options,
        );
        Object.assign(at, { base: respuestas, desde: saved.guardadoEn });
        onVersion(saved.version);
        return saved;
      } finally {
        at.sending -= 1;
      }
    },
  };
};

/**
 * What is being filled in: the version it began with, the answers and their draft. A newer version
 * never replaces it by itself; `adopt` does, keeping what was answered: that there is one is known when a draft is saved and
 * whenever the screen is looked at again (`refetch`). What the device still had joins the server's draft when it opens, and
 * so does what was saved elsewhere while one writes here.
 */
export const useBorradorDe = <P extends Llenada>(
  fuente: FuenteDeBorrador,
  data: DatosDeBorrador<P>,
  { found, keep, forget }: Mirrored<SinGuardar>,
  refetch: () => void,
) => {
  const [plantilla, setPlantilla] = useState(data.plantilla);
  const start: Start = (saved) =>
    startRespuestas(data.plantilla.definicion, data.prellenado, saved);
  const [opened] = useState(() => openBorrador(start, data, found?.valor ?? null));
  const [elegido, setElegido] = useState(
    found?.valor.elegido ?? data.borrador?.elegido ?? NADA_ELEGIDO,
  );
  // The newest, for what is saved before the next render.
  const elegidoNow = useRef(elegido);
  /** What a save is answered of the version in force: only whoever writes while another one is published asks again. */
  const onVersion = useRef((_version: number) => {});
  useEffect(() => {
    onVersion.current = (version) => {
      if (version > data.plantilla.version) refetch();
    };
  });
  const [guardado] = useState(() =>
    createGuardado(
      fuente,
      opened.server,
      () => elegidoNow.current,
      (version) => onVersion.current(version),
    ),
  );
  const [respuestas, setRespuestas] = useState(opened.respuestas);
  const asentadas = useDeferredValue(respuestas);
  const [choque, setChoque] = useState<Choque | null>(opened.choque);
  // The newest answers, for changes that come before the next render.
  const latest = useRef(respuestas);
  const autosave = useAutosave<Respuestas>(guardado.save, {
    isConflict: fuente.isConflict,
    mirror: {
      keep: (answers) =>
        keep({
          respuestas: answers,
          base: guardado.at.base,
          desde: guardado.at.desde,
          elegido: elegidoNow.current,
        }),
      forget,
    },
  });
  const join = (joined: Respuestas) => {
    latest.current = joined;
    setRespuestas(joined);
    setChoque(null);
    autosave.resolve(joined);
  };
  const tipo = useSyncExternalStore(autosave.subscribe, () => autosave.getState().tipo);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict
  useEffect(() => {
    if (tipo !== 'conflicto') return;
    void fuente.leer().then(
      ({ borrador, partida, ahora }) => {
        const suyo = start(borrador?.respuestas ?? partida);
        // What this very page sent, its answer lost, is nobody else's.
        const own = borrador !== null && guardado.wasSent(borrador.respuestas);
        const { definicion } = data.plantilla;
        const base = own ? suyo : guardado.at.base;
        const merge = mergeRespuestas(definicion, base, latest.current, suyo);
        const en = borrador?.guardadoEn ?? null;
        Object.assign(guardado.at, { base: suyo, desde: en });
        if (merge.conflictos.length === 0) join(merge.valores);
        else setChoque({ mio: latest.current, suyo, merge, en: en ?? ahora });
      },
      () => {},
    );
  }, [tipo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is saved once
  useEffect(() => {
    if (!opened.recuperado) forget();
    else if (!opened.choque) autosave.change(latest.current);
  }, []);
  return {
    plantilla,
    /** What the person's file says. */
    prellenado: data.prellenado,
    respuestas,
    /** The same, a moment later while one types: what is worked out from all of them waits for the key to be drawn. */
    asentadas,
    elegido,
    autosave,
    guardadoEn: data.borrador?.guardadoEn ?? null,
    /** When what was found on the device had been written (ms), or null. */
    recuperadoDe: opened.recuperado ? (found?.en ?? null) : null,
    choque,
    join,
    isOld: data.plantilla.version !== plantilla.version,
    /** What the version in force says. */
    vigente: data.plantilla.definicion,
    set: (clave: string, valor: Respuesta) => {
      latest.current = { ...latest.current, [clave]: valor };
      setRespuestas(latest.current);
      autosave.change(latest.current);
    },
    /** The group, and what is to be saved in the file too: kept with the draft. */
    choose: (change: Partial<Elegido>) => {
      elegidoNow.current = { ...elegidoNow.current, ...change };
      setElegido(elegidoNow.current);
      autosave.change({ ...latest.current });
    },
    /** To the version in force; answers in which field one goes on. */
    adopt: () => {
      const { plantilla: current, prellenado } = data;
      latest.current = startRespuestas(current.definicion, prellenado, latest.current);
      setRespuestas(latest.current);
      setPlantilla(current);
      autosave.change(latest.current);
      return dondeSeguir(plantilla.definicion, current.definicion, latest.current);
    },
  };
};
/** The draft of an inscripción. */
export const useBorrador = (
  ids: Identificadores,
  data: Inscripcion,
  sinGuardar: Mirrored<SinGuardar>,
  refetch: () => void,
) => useBorradorDe<Inscripcion['plantilla']>(fuenteDeInscripcion(ids), data, sinGuardar, refetch);
export type Borrador<P extends Llenada = Inscripcion['plantilla']> = ReturnType<
  typeof useBorradorDe<P>
>;

const descartesKey = (edicionId: string) => ['descartes', edicionId];

/** How often this edition's draft was thrown away here: a form that stands behind another screen begins anew. */
export const useDescartes = ({ edicionId }: Identificadores): number =>
  useQuery({ queryKey: descartesKey(edicionId), queryFn: skipToken, initialData: 0 }).data ?? 0;

/** Throws a draft away, and what this device kept of it. */
export const useDiscardBorrador = (ids: Identificadores, onSuccess: () => void) => {
  const client = useQueryClient();
  const { forget } = useSinGuardar(ids);
  return useCallMutation(discardBorradorCall, {
    invalidates: [getInscripcionCall, listMatriculaCall, listOfertasCall],
    onSuccess: () => {
      forget();
      client.setQueryData<number>(descartesKey(ids.edicionId), (times = 0) => times + 1);
      onSuccess();
    },
  });
};

/** The person's history, a page at a time. */
export const useMatricula = () =>
  useInfiniteQuery({
    queryKey: callKey(listMatriculaCall),
    queryFn: ({ pageParam, signal }) =>
      listMatriculaCall(pageParam ? { tras: pageParam } : {}, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
  });

/**
 * Between form and review, and from one version of the form to another: the heading takes the focus, or the field where
 * one goes on, unless the summary of mistakes has it; whichever it is is scrolled into sight.
 */
export const useStepFocus = (
  revisa: boolean,
  version: number,
  heading: RefObject<HTMLHeadingElement | null>,
) => {
  const step = revisa ? 'revisar' : `llenar ${version}`;
  const shown = useRef(step);
  const field = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const target = field.current && document.getElementById(field.current);
    field.current = null;
    // What keeps it from being sent has just taken the focus, and says where to go.
    const mistakes = document.activeElement?.closest('[role="alert"]');
    if (mistakes) {
      mistakes.scrollIntoView({ block: 'start' });
    } else if (target) {
      target.focus({ preventScroll: true });
      (target.closest('[data-field]') ?? target).scrollIntoView({ block: 'center' });
    } else {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'start' });
    }
  }, [step, heading]);
  return (id: string) => {
    field.current = id;
  };
};
