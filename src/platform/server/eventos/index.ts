import type { Evento, Suceso, Sucesos, Tema } from '../../shared/eventos.ts';
import type { Db } from '../db/index.ts';
import type { Peers } from '../db/peers.ts';

/** Milliseconds for which events are gathered before the other processes are told: one NOTIFY for all of them. */
const BATCH_MS = 20;
/** PostgreSQL's limit of a payload is 8,000 bytes; a longer batch tells everybody to look. */
const MAX_BYTES = 7_900;
/** Sent in place of a batch that is too long, and told here when something may have been missed. */
const LOOK = '*';

/**
 * Events without data say only that there is something to read. Of those of a topic that many hear, this process tells one at once and
 * then at most one in this many milliseconds: each message pokes the inbox, and each poke is written to the stream of each of the staff.
 */
const PACE_MS = 500;

/** How often each process looks for what it was not told of, and for how long it knows what it was. */
const LOOK_MS = 2_000;
const KNOWN_MS = 60_000;
/** How far back it looks. */
const BACK_MS = 30_000;

type Told = { readonly tema: Tema; readonly evento: Evento };
type Listener = (evento: Evento) => void;

/** Something that changed lately, as the event that tells of it; `en`: when. */
export type Reciente<T extends Suceso = Suceso> = {
  readonly tema: Tema;
  readonly tipo: T;
  readonly datos: Sucesos[T];
  readonly en: Date;
};
/** Reads the changes since an instant (half a minute ago) with one indexed statement. */
export type Mirada = (db: Db, desde: Date) => Promise<readonly Reciente[]>;

declare module '../feature.ts' {
  interface Slots {
    /** Reads a feature's recent changes, for events that were lost between processes. */
    recientes: Mirada;
  }
}

export type Eventos = {
  /**
   * Tells those who hear `tema`, in this process at once and in the others in a batch. Called after the commit of what it is
   * about: NOTIFY within a transaction would make commits wait for each other.
   */
  tell: <T extends Suceso>(tema: Tema, tipo: T, datos: Sucesos[T]) => void;
  /** Whether somebody hears it in this process. */
  hears: (tema: Tema) => boolean;
  /**
   * Declares what a process looks for by itself every 2 s, where there are others: an event is lost when its process dies between the
   * commit and NOTIFY, and while the connection that listens is away.
   */
  watch: (mirada: Mirada) => void;
  /** Begins to look. */
  start: (db: Db) => void;
  /** Hears what is told under these topics; the answer stops it. */
  subscribe: (temas: readonly Tema[], listener: Listener) => () => void;
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

/** The number and the record that some events say: `{ id, n }`. */
const about = (datos: object): { id?: string; n?: number } => datos;
const keyOf = (tema: Tema, tipo: Suceso, datos: object) =>
  `${tema} ${tipo} ${about(datos).id ?? ''}`;

/**
 * Live events of this process and, through `peers` (null: there are no other processes), of the others. `now` is the database's
 * clock.
 */
export const createEventos = (peers: Peers | null, now: () => Date): Eventos => {
  const listeners = new Map<Tema, Set<Listener>>();
  const miradas: Mirada[] = [];
  /** When each event was last told of here, and with which number. */
  const known = new Map<string, { en: number; n: number }>();
  /** Events of the next NOTIFY, as JSON: each once. */
  const batch = new Set<string>();
  /** Topics told of an event without data less than PACE_MS ago; `again`: it was told since. */
  const paced = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  let timer: NodeJS.Timeout | null = null;
  let looking: NodeJS.Timeout | null = null;

  const deliver = (tema: Tema, evento: Evento): void => {
    for (const listener of listeners.get(tema) ?? []) listener(evento);
  };
  const pace = (tema: Tema, evento: Evento): void => {
    const key = `${tema} ${evento.tipo}`;
    const last = paced.get(key);
    if (last) {
      last.again = true;
      return;
    }
    deliver(tema, evento);
    const timer = setTimeout(() => {
      const { again } = paced.get(key)!;
      paced.delete(key);
      if (again) pace(tema, evento);
    }, PACE_MS);
    timer.unref();
    paced.set(key, { again: false, timer });
  };
  const dispatch = ({ tema, evento }: Told): void => {
    if (looking) {
      const n = about(evento.datos).n ?? 0;
      known.set(keyOf(tema, evento.tipo, evento.datos), { en: +now(), n });
    }
    if (!listeners.has(tema)) return;
    const hasData = Object.keys(evento.datos).length > 0;
    if (hasData || tema.startsWith('cuenta:')) deliver(tema, evento);
    else pace(tema, evento);
  };
  const lookAll = (): void => {
    const all = new Set([...listeners.values()].flatMap((some) => [...some]));
    for (const listener of all) listener({ tipo: 'conectado', datos: {} });
  };
  const flush = (): void => {
    timer = null;
    const payload = `[${[...batch].join(',')}]`;
    batch.clear();
    peers?.broadcast(Buffer.byteLength(payload) > MAX_BYTES ? LOOK : payload);
  };

  const look = async (db: Db): Promise<void> => {
    if (listeners.size === 0) return;
    const desde = new Date(+now() - BACK_MS);
    for (const mirada of miradas) {
      for (const { tema, tipo, datos, en } of await mirada(db, desde)) {
        if (!listeners.has(tema)) continue;
        const before = known.get(keyOf(tema, tipo, datos));
        const isKnown = before && before.en >= +en && before.n >= (about(datos).n ?? 0);
        if (!isKnown) dispatch({ tema, evento: { tipo, datos } });
      }
    }
    for (const [key, { en }] of known) if (+now() - en > KNOWN_MS) known.delete(key);
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
      batch.add(JSON.stringify(told));
      timer ??= setTimeout(flush, BATCH_MS);
    },
    hears: (tema) => listeners.has(tema),
    watch: (mirada) => void miradas.push(mirada),
    start(db) {
      if (!peers) return;
      let busy = false;
      looking = setInterval(() => {
        if (busy) return;
        busy = true;
        // The database is away: looked at again in the next round.
        void look(db)
          .catch(() => {})
          .finally(() => {
            busy = false;
          });
      }, LOOK_MS);
      looking.unref();
    },
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
    async close() {
      if (looking) clearInterval(looking);
      looking = null;
      for (const { timer: waiting } of paced.values()) clearTimeout(waiting);
      if (!timer) return;
      clearTimeout(timer);
      flush();
    },
  };
};
