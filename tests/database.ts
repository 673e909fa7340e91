import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { seedCatalogos } from '../src/features/catalogos/server/seed.ts';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { createJobs } from '../src/platform/server/jobs.ts';
import { createLog } from '../src/platform/server/log.ts';

const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'migrations');
const CATALOGOS = join(ROOT, 'src/features/catalogos');
const SEEDS = ['reference.json', 'server/seed.ts', 'rules.ts', 'definiciones/rules.ts'];

const digest = () => {
  // What makes the image, and what is in it.
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  for (const name of readdirSync(MIGRATIONS).sort()) {
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  for (const name of SEEDS) hash.update(readFileSync(join(CATALOGOS, name)));
  return hash.digest('hex').slice(0, 16);
};

/**
 * The memory that a database of the suites has for pages: what one asks for is cleared at each start, and 128 MB took a
 * quarter of its time. In a folder that a server's process opens it is the portal's own.
 */
const SHARED_BUFFERS = '16MB';

/** Where the database keeps such a setting, by its path in an image. */
const IS_SETTINGS = /^\/?postgresql\.auto\.conf$/;

/** What every portal does at its first start, done once for all: the tables, the queue's, the base catalogs. */
const prepare = async (database: Database): Promise<void> => {
  await migrate(database, MIGRATIONS);
  const jobs = createJobs(database, createLog('silent'));
  await jobs.start();
  await jobs.stop();
  await seedCatalogos(database.db);
};

/** The image of what `make` opens: made once and kept in `.cache/` (by the digest), for the others to start from. */
const kept = async (name: string, make: () => Promise<Database>): Promise<Uint8Array> => {
  const cache = join(ROOT, '.cache', `${name}-${digest()}.tar`);
  if (existsSync(cache)) return new Uint8Array(readFileSync(cache));
  const database = await make();
  await database.execute(`alter system set shared_buffers = '${SHARED_BUFFERS}'`);
  const image = await imageOf(database);
  await database.close();
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const temporary = `${cache}.${randomUUID()}`;
  writeFileSync(temporary, image);
  renameSync(temporary, cache);
  return image;
};

const ofMemory = (load: Uint8Array | null): Promise<Database> =>
  openDatabase({ databaseUrl: null, dataDir: '', poolSize: 1, memory: { load } });

/** A database in memory without any table: opened in a fourth of the time that making its files takes. */
export const openBlank = async (): Promise<Database> =>
  openImage(await kept('pglite-vacia', () => ofMemory(null)));

let base: Promise<Uint8Array> | undefined;
/** The image of a migrated database, empty but for the base catalogs: opened in a fraction of the time. */
const baseImage = (): Promise<Uint8Array> => {
  base ??= kept('pglite', async () => {
    const database = await openBlank();
    await prepare(database);
    return database;
  });
  return base;
};

/**
 * Makes a data folder such as an empty portal's first start leaves (`dataDir` is made when it is missing), or one with
 * the database of `image`, for the tests of processes that are about something else than that start.
 */
export const makeFolder = async (dataDir: string, image?: Uint8Array): Promise<void> => {
  const from = extract();
  from.on('entry', async ({ name, type }, body, next) => {
    const path = join(dataDir, 'base', name);
    if (type === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 });
    else if (IS_SETTINGS.test(name)) writeFileSync(path, '', { mode: 0o600 });
    else writeFileSync(path, await buffer(body), { mode: 0o600 });
    // A folder's log is looked at before it is opened: each file of it has its whole length.
    if (IS_LOG.test(name)) truncateSync(path, LOG_SIZE);
    body.resume();
    next();
  });
  from.end(image ?? (await baseImage()));
  await once(from, 'finish');
};

/** A database in memory, as it was when `image` was made of one. */
export const openImage = (image: Uint8Array): Promise<Database> => ofMemory(image);

/** A file of the database's log, by its path in an image; and how long it is on a disk. */
const IS_LOG = /^\/?pg_wal\/[0-9A-F]{24}$/;
const LOG_SIZE = 16 * 1_048_576;

/** Without the zeros at its end, in whole pages: the database makes a file longer when it writes there. */
const written = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, Math.ceil(end / 8_192) * 8_192);
};

/**
 * What `openImage` opens, in a third of the time of a dump: nothing to be repeated from the log and nothing to be
 * unpacked; of the log only the page where it goes on, and without the two databases that only `create database`
 * reads (a fifth of the bytes in all).
 */
export const imageOf = async (database: Database): Promise<Uint8Array> => {
  await database.execute('select pg_switch_wal()');
  await database.execute('checkpoint');
  const { rows } = await database.execute(
    'select redo_wal_file as name from pg_control_checkpoint()',
  );
  const log = String(rows[0]?.name);
  const [from, to] = [extract(), pack()];
  from.on('entry', async ({ name, type, mode }, body, next) => {
    const bytes = await buffer(body);
    const isLog = IS_LOG.test(name);
    const isTemplate = /^\/?base\/[14]\/\d/.test(name);
    if (isTemplate || (isLog && !name.endsWith(log))) next();
    else to.entry({ name, type: type!, mode: mode! }, isLog ? written(bytes) : bytes, next);
  });
  from.on('finish', () => to.finalize());
  from.end(gunzipSync(await database.dump!()));
  return buffer(to);
};

const urlOf = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** The migrated database that the others are copies of: the first who needs it makes it, the others wait. */
const requireTemplate = async (client: pg.Client, serverUrl: string): Promise<string> => {
  const name = `plantilla_${digest()}`;
  await client.query('select pg_advisory_lock(20261122)');
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const making = `${name}_${randomUUID().slice(0, 8)}`;
    await client.query(`create database ${making}`);
    const database = await openDatabase({
      databaseUrl: urlOf(serverUrl, making),
      dataDir: '',
      poolSize: 2,
    });
    await prepare(database);
    await database.close();
    await client.query(`alter database ${making} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock(20261122)');
  return name;
};

/** Asked once nobody is connected to the database any more, before it goes: the server has then counted all that was done in it. */
type WhenLeft = (client: pg.Client) => Promise<void>;

/** A database of its own on the PostgreSQL of TEST_DATABASE_URL, dropped on close. */
const openOwnPostgres = async (serverUrl: string, whenLeft?: WhenLeft): Promise<Database> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = async (work: (client: pg.Client) => Promise<unknown>, url = serverUrl) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await work(client).finally(() => client.end());
  };
  await admin(async (client) => {
    const template = await requireTemplate(client, serverUrl);
    await client.query(`create database ${name} template ${template}`);
  });
  const database = await openDatabase({
    databaseUrl: urlOf(serverUrl, name),
    dataDir: '',
    poolSize: 20,
  });
  return {
    ...database,
    close: async () => {
      await database.close();
      if (whenLeft) await admin(whenLeft, urlOf(serverUrl, name));
      await admin((client) => client.query(`drop database ${name} with (force)`));
    },
  };
};

/** A fresh, migrated embedded database with the base catalogs, in memory. */
export const openEmbedded = async (): Promise<Database> => openImage(await baseImage());

/** A fresh, migrated database with the base catalogs: embedded, or on a real server when TEST_DATABASE_URL names one. */
export const openTestDatabase = async (whenLeft?: WhenLeft): Promise<Database> => {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOwnPostgres(serverUrl, whenLeft) : openEmbedded();
};
