import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The other processes of this portal on the same database. */
export type Peers = {
  /** Begins to listen; settles when it does, or cannot now. `answer` settles when all that this process is at under a key is done. */
  start: (answer: (key: string) => Promise<void>) => Promise<void>;
  /**
   * Settles when each of them has done what it was at under that key when it was asked; `ms` later in any case. At once where
   * nobody else is there, or they cannot be reached.
   */
  ask: (key: string, ms: number) => Promise<void>;
  /** Sends a text to every other process that listens (7,900 bytes at most). Lost while the connection is away. */
  broadcast: (payload: string) => void;
  /** Hears what others broadcast; null: the connection was lost and found again, and something may have been missed. */
  onBroadcast: (listener: (payload: string | null) => void) => void;
  stop: () => Promise<void>;
};

/** A question under a key, or (`to`) the answer to one. */
type Said = { from: string; n: number; key?: string; to?: string };
type Question = { left: Set<string>; answered: () => void };
/** Of one key: the question that is on its way, and the one that goes when that is over. */
type Asked = { now: Promise<void>; next: Promise<void> | null };

const CHANNEL = 'portal_turnos';
/** Of `broadcast`: each payload begins with the id of its sender, which does not hear itself. */
const BROADCAST = 'portal_eventos';
/** The connection on which a process listens says so, and which process it is. */
const NAME = 'portal-turnos ';
const NAMES = `select substr(application_name, ${NAME.length + 1}) as id from pg_stat_activity
  where datname = current_database() and application_name like '${NAME}%'`;

/** Milliseconds for which those who are there are known; after which who has not answered is looked for; and between tries to listen. */
const KNOWN_MS = 1_000;
const LOOK_MS = 100;
const AGAIN_MS = 1_000;
/** How often the connection is tried while nothing is heard, and how long an answer may take: a dead one looks like a silent one. */
const ALIVE_MS = 10_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** Null: somebody else's, who may say anything there. */
const readSaid = (payload: string | undefined): Said | null => {
  try {
    const said = JSON.parse(payload ?? '') as Partial<Said>;
    const isText = (one: unknown) => one === undefined || typeof one === 'string';
    const isOurs = typeof said.from === 'string' && typeof said.n === 'number';
    return isOurs && isText(said.key) && isText(said.to) ? (said as Said) : null;
  } catch {
    return null;
  }
};

/** Speaks with them over a connection of its own (LISTEN, NOTIFY). Nothing that is said holds if nobody hears it: it is asked again by who needs it. */
export const createPeers = (connectionString: string): Peers => {
  const me = randomUUID();
  const questions = new Map<number, Question>();
  const asked = new Map<string, Asked>();
  let client: pg.Client | null = null;
  let answer: (key: string) => Promise<void> = async () => {};
  let known: { ids: ReadonlySet<string>; until: number } | null = null;
  let count = 0;
  let heard: (payload: string | null) => void = () => {};
  let wasLost = false;
  let stopped = false;
  const stopping = Promise.withResolvers<void>();

  const say = (said: Said): Promise<unknown> =>
    client
      ? client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(said)])
      : Promise.resolve();

  const hear = ({ from, n, key, to }: Said): void => {
    if (key !== undefined && from !== me) {
      void answer(key)
        .then(() => say({ from: me, n, to: from }))
        // Whoever asked looks for us, or waits no longer.
        .catch(() => {});
    }
    const question = to === me ? questions.get(n) : undefined;
    if (question?.left.delete(from) && question.left.size === 0) question.answered();
  };

  /** Who else listens; nobody when we are not among them, behind a pooler say, which keeps no connection for us. */
  const others = async (): Promise<ReadonlySet<string>> => {
    const { rows } = (await client?.query<{ id: string }>(NAMES)) ?? { rows: [] };
    const ids = new Set(rows.map(({ id }) => id));
    const found: ReadonlySet<string> = ids.delete(me) ? ids : new Set();
    known = { ids: found, until: performance.now() + KNOWN_MS };
    return found;
  };

  const lost = (): void => {
    client = null;
    wasLost = true;
    known = null;
    for (const { answered } of questions.values()) answered();
  };

  const listen = async (tried: () => void): Promise<void> => {
    while (!stopped) {
      const made = new pg.Client({
        ...{ connectionString, application_name: NAME + me },
        ...{ keepAlive: true, connectionTimeoutMillis: 8_000, pipeline: true },
      });
      const ended = new Promise<void>((resolve) => made.once('end', resolve));
      made.on('error', () => {});
      made.on('notification', ({ channel, payload = '' }) => {
        if (channel === BROADCAST) {
          if (!payload.startsWith(me)) heard(payload.slice(me.length));
          return;
        }
        const said = readSaid(payload);
        if (said) hear(said);
      });
      try {
        await made.connect();
        await made.query(`listen ${CHANNEL}`);
        await made.query(`listen ${BROADCAST}`);
        client = made;
        tried();
        if (wasLost) heard(null);
        if (stopped) void made.end();
        const watchdog = setInterval(() => {
          const late = setTimeout(() => made.connection.stream.destroy(), ALIVE_MS);
          made.query('select 1').then(
            () => clearTimeout(late),
            () => clearTimeout(late),
          );
        }, ALIVE_MS);
        watchdog.unref();
        await ended;
        clearInterval(watchdog);
        lost();
      } catch {
        tried();
        await made.end().catch(() => {});
      }
      if (!stopped) await Promise.race([pause(AGAIN_MS), stopping.promise]);
    }
  };

  const put = async (key: string, ms: number): Promise<void> => {
    const fresh = known && known.until > performance.now() ? known.ids : await others();
    if (fresh.size === 0) return;
    count += 1;
    const n = count;
    const { promise, resolve } = Promise.withResolvers<void>();
    const left = new Set(fresh);
    questions.set(n, { left, answered: resolve });
    // Who was killed does not answer.
    const look = setInterval(async () => {
      const there = await others().catch(() => new Set());
      for (const id of left) if (!there.has(id)) left.delete(id);
      if (left.size === 0) resolve();
    }, LOOK_MS);
    const late = setTimeout(resolve, ms);
    try {
      say({ from: me, n, key }).catch(resolve);
      await promise;
    } finally {
      clearInterval(look);
      clearTimeout(late);
      questions.delete(n);
    }
  };

  /** One question of a key at a time: who comes while it is on its way is in the next one. */
  const ask = (key: string, ms: number): Promise<void> => {
    const line = asked.get(key);
    if (!line) {
      const now = put(key, ms)
        .catch(() => {})
        .then(() => {
          const { next } = asked.get(key)!;
          if (next === null) asked.delete(key);
        });
      asked.set(key, { now, next: null });
      return now;
    }
    line.next ??= line.now.then(() => {
      asked.delete(key);
      return ask(key, ms);
    });
    return line.next;
  };

  return {
    start(answers) {
      answer = answers;
      return new Promise((resolve) => void listen(resolve));
    },
    ask: (key, ms) =>
      client === null ? Promise.resolve() : Promise.race([ask(key, ms), pause(ms)]),
    broadcast(payload) {
      client?.query('select pg_notify($1, $2)', [BROADCAST, me + payload]).catch(() => {});
    },
    onBroadcast(listener) {
      heard = listener;
    },
    async stop() {
      stopped = true;
      stopping.resolve();
      await client?.end().catch(() => {});
    },
  };
};
