import { useEffect, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  type CallOptions,
  isOffline,
  messageOf,
} from '../../../../platform/web/callables/client.ts';
import { useMirrored } from '../../../../platform/web/mirror/react.tsx';
import { holdUnsaved } from '../../../../platform/web/unsaved.ts';

/** What a cell says: a number, a text, nothing. */
export type Valor = number | string | null;

/** A cell as the server has it. */
export type EnServidor = { readonly valor: Valor; readonly version: number };

/** How a cell's text is read and its value shown; which cells there are, the screen knows. */
export type Lectura = {
  readonly leer: (texto: string) => { valor: Valor } | { error: string };
  readonly formato: (valor: Valor) => string;
};

/** A cell that was sent, and what became of it. */
export type Destinada = {
  readonly llave: string;
  readonly destino: 'guardada' | 'conflicto' | 'fuera';
  readonly valor: Valor;
  readonly version: number;
  readonly por: string | null;
};

export type Envio = { readonly llave: string; readonly valor: Valor; readonly version: number };

/** What is written in a cell and the server does not have: since which version, and what is wrong with it. */
type Escrita = {
  readonly texto: string;
  readonly version: number;
  readonly error?: string;
  readonly ajena?: EnServidor & { readonly por: string | null };
};

/** A cell as it is shown. */
export type VistaDeCelda = {
  readonly texto: string;
  readonly estado: 'guardada' | 'pendiente' | 'error' | 'conflicto';
  readonly mensaje: string | null;
};

/** Two said different things of one cell: what is written here, and what is there. */
export type Choque = {
  readonly llave: string;
  readonly mia: string;
  readonly suya: string;
  readonly por: string | null;
};

/** Where the whole grid is. */
export type EstadoRejilla = {
  readonly porGuardar: number;
  readonly errores: number;
  readonly choques: readonly Choque[];
  readonly red: 'bien' | 'guardando' | 'sinConexion' | 'sesionTerminada' | 'error';
  readonly mensaje: string | null;
  /** When something was last saved (ms), in this visit. */
  readonly guardadoEn: number | null;
  readonly puedeDeshacer: boolean;
  readonly puedeRehacer: boolean;
};

const DELAY_MS = 600;
const RETRY_MS = [3_000, 8_000, 20_000, 45_000] as const;
const PASSING = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'RESOURCE_EXHAUSTED']);
const isPassing = (error: unknown) =>
  isOffline(error) || !(error instanceof CallError) || PASSING.has(error.status);

type Options = {
  /** How the cells of a column are read: by the cell's key. */
  readonly lecturaDe: (llave: string) => Lectura;
  readonly enviar: (
    celdas: readonly Envio[],
    options: CallOptions,
  ) => Promise<readonly Destinada[]>;
  /** How many cells go at once. */
  readonly max: number;
  /** Keeps on the device what is written, until the server has it. */
  readonly mirror?: {
    readonly keep: (escritas: Guardadas) => void;
    readonly forget: () => void;
  };
};

/** What stands on the device: text and version by cell. */
export type Guardadas = Readonly<Record<string, { texto: string; version: number }>>;

type Grupo = readonly {
  readonly llave: string;
  readonly antes: string;
  readonly despues: string;
}[];

/**
 * The cells of a grid: what the server has of each, what is written and on its way, what could not be read, what two people said
 * differently. Sends in batches a moment after the last key, one request at a time; what could not be sent is kept and sent again.
 */
export const createCeldas = ({ lecturaDe, enviar, max, mirror }: Options) => {
  const servidor = new Map<string, EnServidor>();
  const escritas = new Map<string, Escrita>();
  const enCamino = new Map<string, string>();
  const vistas = new Map<string, VistaDeCelda>();
  const listeners = new Set<() => void>();
  let porDeshacer: Grupo[] = [];
  let porRehacer: Grupo[] = [];
  let red: EstadoRejilla['red'] = 'bien';
  let mensaje: string | null = null;
  let guardadoEn: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let failures = 0;
  let estado: EstadoRejilla | null = null;

  const textoDe = (llave: string): string =>
    escritas.get(llave)?.texto ?? lecturaDe(llave).formato(servidor.get(llave)?.valor ?? null);
  const emit = (llaves: Iterable<string> = []) => {
    for (const llave of llaves) vistas.delete(llave);
    estado = null;
    for (const listener of listeners) listener();
  };
  const mirrorAll = () => {
    if (escritas.size === 0) mirror?.forget();
    else {
      mirror?.keep(
        Object.fromEntries(
          [...escritas].map(([llave, { texto, version }]) => [llave, { texto, version }]),
        ),
      );
    }
  };
  const porEnviar = (): Envio[] =>
    [...escritas].flatMap(([llave, { texto, version, error, ajena }]) => {
      if (error !== undefined || ajena) return [];
      const leido = lecturaDe(llave).leer(texto);
      return 'error' in leido ? [] : [{ llave, valor: leido.valor, version }];
    });
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };

  /** Writes a text in a cell, as it will be sent or with what is wrong with it. */
  const poner = (llave: string, texto: string): void => {
    const actual = servidor.get(llave) ?? { valor: null, version: 0 };
    const leido = lecturaDe(llave).leer(texto);
    const before = escritas.get(llave);
    const version = before?.version ?? actual.version;
    if ('error' in leido) {
      escritas.set(llave, { texto, version, error: leido.error });
      return;
    }
    if (leido.valor === actual.valor && !enCamino.has(llave)) {
      escritas.delete(llave);
      return;
    }
    const normal = lecturaDe(llave).formato(leido.valor);
    escritas.set(llave, {
      texto: normal,
      version,
      ...(before?.ajena && { ajena: before.ajena }),
    });
  };

  const aplicar = (destinadas: readonly Destinada[], sent: ReadonlyMap<string, string>) => {
    for (const { llave, destino, valor, version, por } of destinadas) {
      const escrita = escritas.get(llave);
      const same = escrita?.texto === sent.get(llave);
      if (destino === 'conflicto') {
        servidor.set(llave, { valor, version });
        if (escrita) escritas.set(llave, { ...escrita, ajena: { valor, version, por } });
      } else if (destino === 'fuera') {
        if (escrita) {
          escritas.set(llave, {
            ...escrita,
            error: 'No se guardó: esta persona ya no está en la lista.',
          });
        }
      } else {
        servidor.set(llave, { valor, version });
        if (same) escritas.delete(llave);
        // Written again meanwhile: on top of what was just saved.
        else if (escrita) escritas.set(llave, { ...escrita, version });
      }
    }
  };

  const send = async (options: CallOptions): Promise<void> => {
    clearTimeout(timer);
    const lote = porEnviar().slice(0, max);
    if (lote.length === 0) return;
    const sent = new Map(lote.map(({ llave }) => [llave, textoDe(llave)]));
    for (const [llave, texto] of sent) enCamino.set(llave, texto);
    red = red === 'bien' ? 'guardando' : red;
    emit();
    try {
      const destinadas = await enviar(lote, options);
      failures = 0;
      red = 'bien';
      mensaje = null;
      guardadoEn = Date.now();
      aplicar(destinadas, sent);
    } catch (error) {
      red = isOffline(error)
        ? 'sinConexion'
        : error instanceof CallError && error.status === 'UNAUTHENTICATED'
          ? 'sesionTerminada'
          : 'error';
      mensaje = messageOf(error);
      if (isPassing(error) || red === 'sesionTerminada') {
        schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!);
        failures += 1;
      }
    }
    for (const llave of sent.keys()) enCamino.delete(llave);
    mirrorAll();
    emit(sent.keys());
    if (red === 'bien' && porEnviar().length > 0) schedule(0);
  };

  /** Sends now what is unsaved, after what is on its way. */
  const flush = (): Promise<void> => {
    running = (running ?? Promise.resolve()).then(() => send({}));
    return running;
  };

  const cambiar = (cambios: readonly { llave: string; texto: string }[]): Grupo => {
    const grupo = cambios
      .map(({ llave, texto }) => ({ llave, antes: textoDe(llave), despues: texto }))
      .filter(({ antes, despues }) => antes !== despues);
    if (grupo.length === 0) return grupo;
    for (const { llave, despues } of grupo) poner(llave, despues);
    mirrorAll();
    emit(grupo.map(({ llave }) => llave));
    if (red === 'bien' || red === 'guardando' || red === 'error') schedule(DELAY_MS);
    return grupo;
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    vistaDe(llave: string): VistaDeCelda {
      const known = vistas.get(llave);
      if (known) return known;
      const escrita = escritas.get(llave);
      const vista: VistaDeCelda = {
        texto: textoDe(llave),
        estado: !escrita
          ? 'guardada'
          : escrita.error !== undefined
            ? 'error'
            : escrita.ajena
              ? 'conflicto'
              : 'pendiente',
        mensaje:
          escrita?.error ??
          (escrita?.ajena
            ? `Otra persona escribió ${lecturaDe(llave).formato(escrita.ajena.valor) || 'nada'}. Elija arriba con cuál se queda.`
            : null),
      };
      vistas.set(llave, vista);
      return vista;
    },
    getState(): EstadoRejilla {
      estado ??= {
        porGuardar: porEnviar().length,
        errores: [...escritas.values()].filter(({ error }) => error !== undefined).length,
        choques: [...escritas].flatMap(([llave, { texto, ajena }]) =>
          ajena
            ? [{ llave, mia: texto, suya: lecturaDe(llave).formato(ajena.valor), por: ajena.por }]
            : [],
        ),
        red,
        mensaje,
        guardadoEn,
        puedeDeshacer: porDeshacer.length > 0,
        puedeRehacer: porRehacer.length > 0,
      };
      return estado;
    },
    /** What the server has now. Where something else is written since an older version, the two are shown. */
    recibir(celdas: ReadonlyMap<string, EnServidor>): void {
      for (const [llave, nueva] of celdas) {
        const known = servidor.get(llave);
        // An answer that was asked for before what is known now.
        if (known && nueva.version < known.version) continue;
        const escrita = escritas.get(llave);
        if (enCamino.has(llave)) continue;
        servidor.set(llave, nueva);
        if (!escrita) {
          if (known?.version !== nueva.version) vistas.delete(llave);
          continue;
        }
        vistas.delete(llave);
        const leido = lecturaDe(llave).leer(escrita.texto);
        if ('valor' in leido && leido.valor === nueva.valor) escritas.delete(llave);
        else if (escrita.version < nueva.version && escrita.error === undefined) {
          const known = escrita.ajena?.version === nueva.version;
          escritas.set(llave, { ...escrita, ...(!known && { ajena: { ...nueva, por: null } }) });
        } else if (escrita.version < nueva.version) {
          escritas.set(llave, { ...escrita, version: nueva.version });
        }
      }
      emit();
    },
    /** What an earlier visit left on this device: written again, each cell if there still is one. */
    recuperar(guardadas: Guardadas): number {
      let n = 0;
      for (const [llave, { texto, version }] of Object.entries(guardadas)) {
        const actual = servidor.get(llave);
        if (!actual || escritas.has(llave)) continue;
        const leido = lecturaDe(llave).leer(texto);
        if ('valor' in leido && leido.valor === actual.valor) continue;
        n += 1;
        escritas.set(llave, {
          texto,
          version,
          ...('error' in leido && { error: leido.error }),
          ...(version < actual.version && { ajena: { ...actual, por: null } }),
        });
      }
      mirrorAll();
      emit(Object.keys(guardadas));
      if (n > 0) schedule(0);
      return n;
    },
    /** Somebody types, pastes or clears: one step to undo, however many cells. */
    escribir(cambios: readonly { llave: string; texto: string }[]): void {
      const grupo = cambiar(cambios);
      if (grupo.length === 0) return;
      porDeshacer = [...porDeshacer.slice(-99), grupo];
      porRehacer = [];
      emit();
    },
    /** Gives the cells that changed; none when there is nothing to undo. */
    deshacer(): readonly string[] {
      const grupo = porDeshacer.at(-1);
      if (!grupo) return [];
      porDeshacer = porDeshacer.slice(0, -1);
      porRehacer = [...porRehacer, grupo];
      cambiar(grupo.map(({ llave, antes }) => ({ llave, texto: antes })));
      emit();
      return grupo.map(({ llave }) => llave);
    },
    rehacer(): readonly string[] {
      const grupo = porRehacer.at(-1);
      if (!grupo) return [];
      porRehacer = porRehacer.slice(0, -1);
      porDeshacer = [...porDeshacer, grupo];
      cambiar(grupo.map(({ llave, despues }) => ({ llave, texto: despues })));
      emit();
      return grupo.map(({ llave }) => llave);
    },
    /** Of what two said differently, one stays. */
    resolver(llave: string, queda: 'mia' | 'suya'): void {
      const escrita = escritas.get(llave);
      if (!escrita?.ajena) return;
      if (queda === 'suya') escritas.delete(llave);
      else escritas.set(llave, { texto: escrita.texto, version: escrita.ajena.version });
      mirrorAll();
      emit([llave]);
      schedule(0);
    },
    flush,
    /** The page may be about to go: does not wait for what is on its way. */
    leave: () => void send({ keepalive: true }),
    hasUnsaved: () => escritas.size > 0,
    stop: () => clearTimeout(timer),
  };
};
export type Celdas = ReturnType<typeof createCeldas>;

/**
 * The cells of a screen, mirrored on the device under `key`; undefined until what an earlier visit left there was looked for. Made once:
 * what it is made with may not change.
 */
export const useCeldas = (key: string, options: Omit<Options, 'mirror'>) => {
  const { found, keep, forget } = useMirrored<Guardadas>(key);
  const [celdas] = useState(() => createCeldas({ ...options, mirror: { keep, forget } }));
  useEffect(() => {
    const letGo = holdUnsaved({ has: celdas.hasUnsaved });
    const again = () => void celdas.flush();
    const hidden = () => document.visibilityState === 'hidden' && celdas.leave();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      letGo();
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', hidden);
      celdas.leave();
    };
  }, [celdas]);
  return { celdas, found };
};
