import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

/** A database by whatever tables: which ones is said where it is opened, and that is above this. */
// biome-ignore lint/suspicious/noExplicitAny: kysely's databases are not interchangeable otherwise
type Over = Kysely<any>;

/**
 * Connections that short statements of many requests share, at most, and how many wait on one before another is taken;
 * by what they do, so that what only reads waits for no lock. What writes may wait for one: nothing goes behind it while there
 * is another connection. Those that read are of a pool of their own, which nobody else waits for; a writing one goes back to the
 * common one after so many statements (`turn`), so that who waits for a connection of their own gets one.
 */
const CONNECTIONS = {
  reading: { most: 2, deep: 4, turn: Number.POSITIVE_INFINITY },
  writing: { most: 3, deep: 1, turn: 256 },
} as const;
/** How many of one turn of the event loop go on the same, to leave in one write: only of what waits for nothing. */
const TOGETHER = 8;

type Kind = keyof typeof CONNECTIONS;

/** A connection out of the pool for as long as something waits on it. */
type Lane = {
  waiting: number;
  sent: number;
  /** What is sent on it now leaves with what was sent before. */
  gathering: boolean;
  connection: Promise<DatabaseConnection>;
  giveBack: () => void;
};

const openLane = (db: Over): Lane => {
  const taken = Promise.withResolvers<DatabaseConnection>();
  const over = Promise.withResolvers<void>();
  db.getExecutor()
    .provideConnection((connection) => {
      taken.resolve(connection);
      return over.promise;
    })
    .catch(taken.reject);
  return {
    waiting: 0,
    sent: 0,
    gathering: false,
    connection: taken.promise,
    giveBack: over.resolve,
  };
};

/** Sends statements on at most so many connections. */
const createLanes = (db: Over, { most, deep, turn }: (typeof CONNECTIONS)[Kind]) => {
  const lanes = new Set<Lane>();
  const choose = (): Lane => {
    let best: Lane | undefined;
    for (const lane of lanes) {
      if (deep > 1 && lane.gathering && lane.waiting < TOGETHER) return lane;
      if (!best || lane.waiting < best.waiting) best = lane;
    }
    if (best && (best.waiting < deep || lanes.size >= most)) return best;
    const lane = openLane(db);
    lanes.add(lane);
    return lane;
  };
  return async (query: CompiledQuery): Promise<QueryResult<never>> => {
    const lane = choose();
    lane.waiting += 1;
    lane.sent += 1;
    if (!lane.gathering) {
      lane.gathering = true;
      process.nextTick(() => {
        lane.gathering = false;
      });
    }
    if (lane.sent === turn) lanes.delete(lane);
    try {
      return await (await lane.connection).executeQuery<never>(query);
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) {
        lanes.delete(lane);
        lane.giveBack();
      }
    }
  };
};

type Send = (query: CompiledQuery) => Promise<QueryResult<never>>;
type Shared = Record<Kind, Send> & {
  committed: () => void;
  /** The database by the connections that requests share for reading: it begins no transaction. */
  reader: Over;
};

/** A database whose statements are sent by `send`, and which is the same as `db` to whoever asks which one it is. */
const sentBy = (db: Over, send: Send): Over => {
  const connection: DatabaseConnection = {
    executeQuery: (query) => send(query) as Promise<QueryResult<never>>,
    streamQuery: () => {
      throw new Error('what is read with others comes at once');
    },
  };
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection;
    override beginTransaction = () => {
      throw new Error('a connection that requests share begins no transaction');
    };
  }
  return new Kysely({
    dialect: {
      createAdapter: () => db.getExecutor().adapter,
      createDriver: () => new Driver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
};

const databases = new WeakMap<object, Shared>();

/**
 * From here on short statements of requests share connections of this database; the embedded one has only one, which takes
 * turns by itself. `committed` is told of each statement that wrote.
 */
export const shareConnections = (
  db: Over,
  { readers, committed }: { readers: Over | null; committed: () => void },
): void => {
  const alone: Send = (query) => db.executeQuery<never>(query);
  const reading = readers === null ? alone : createLanes(readers, CONNECTIONS.reading);
  databases.set(db.getExecutor().adapter, {
    reading,
    writing: readers === null ? alone : createLanes(db, CONNECTIONS.writing),
    committed,
    reader: sentBy(db, reading),
  });
};

/** How short statements go on this database's shared connections. */
export const sharedOf = (db: Over): Shared => {
  const shared = databases.get(db.getExecutor().adapter);
  if (!shared) throw new Error('shareConnections(db) must run before anything is sent on one');
  return shared;
};
