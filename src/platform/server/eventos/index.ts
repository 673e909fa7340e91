import type { Evento, Suceso, Sucesos, Tema } from '../../shared/eventos.ts';
import type { Peers } from '../db/peers.ts';

/** Milliseconds for which events are gathered before the other processes are told: one NOTIFY for all of them. */
const BATCH_MS = 20;
/** PostgreSQL's limit of a payload is 8,000 bytes; a longer batch tells everybody to look. */
const MAX_BYTES = 7_900;
/** Sent in place of a batch that is too long, and told here when something may have been missed. */
const LOOK = '*';

type Told = { readonly tema: Tema; readonly evento: Evento };
type Listener = (evento: Evento) => void;

export type Eventos = {
  /**
   * Tells those who hear `tema`, in this process at once and in the others in a batch. Called after the commit of what it is
   * about: NOTIFY within a transaction would make commits wait for each other.
   */
  tell: <T extends Suceso>(tema: Tema, tipo: T, datos: Sucesos[T]) => void;
  /** The same for this process only: for what every process finds by itself. */
  tellHere: <T extends Suceso>(tema: Tema, tipo: T, datos: Sucesos[T]) => void;
  /** Hears what is told under these topics; the answer stops it. */
  subscribe: (temas: readonly Tema[], listener: Listener) => () => void;
  /** Topics that somebody hears in this process. */
  temas: () => ReadonlySet<Tema>;
  close: () => Promise<void>;
};

const readBatch = (payload: string): readonly Told[] | null => {
  try {
    const told: unknown = JSON.parse(payload);
    return Array.isArray(told) ? (told as Told[]) : null;
  } catch {
    return null;
  }
};

/** Live events of this process and, through `peers` (null: there are no other processes), of the others. */
export const createEventos = (peers: Peers | null): Eventos => {
  const listeners = new Map<Tema, Set<Listener>>();
  let batch: Told[] = [];
  let timer: NodeJS.Timeout | null = null;

  const dispatch = ({ tema, evento }: Told): void => {
    for (const listener of listeners.get(tema) ?? []) listener(evento);
  };
  const lookAll = (): void => {
    const all = new Set([...listeners.values()].flatMap((some) => [...some]));
    for (const listener of all) listener({ tipo: 'conectado', datos: {} });
  };
  const flush = (): void => {
    timer = null;
    const payload = JSON.stringify(batch);
    batch = [];
    peers?.broadcast(Buffer.byteLength(payload) > MAX_BYTES ? LOOK : payload);
  };

  peers?.onBroadcast((payload) => {
    // Null: the connection was lost and found again, and nobody knows what was said meanwhile.
    const told = payload === null || payload === LOOK ? null : readBatch(payload);
    if (told) for (const one of told) dispatch(one);
    else lookAll();
  });

  return {
    tell(tema, tipo, datos) {
      const told = { tema, evento: { tipo, datos } };
      dispatch(told);
      if (!peers) return;
      batch.push(told);
      timer ??= setTimeout(flush, BATCH_MS);
    },
    tellHere: (tema, tipo, datos) => dispatch({ tema, evento: { tipo, datos } }),
    subscribe(temas, listener) {
      for (const tema of temas) {
        const some = listeners.get(tema) ?? new Set();
        listeners.set(tema, some.add(listener));
      }
      return () => {
        for (const tema of temas) {
          const some = listeners.get(tema);
          some?.delete(listener);
          if (some?.size === 0) listeners.delete(tema);
        }
      };
    },
    temas: () => new Set(listeners.keys()),
    async close() {
      if (!timer) return;
      clearTimeout(timer);
      flush();
    },
  };
};
