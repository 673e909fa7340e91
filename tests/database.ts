import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
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
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  for (const name of SEEDS) hash.update(readFileSync(join(CATALOGOS, name)));
  return hash.digest('hex').slice(0, 16);
};

/**
 * A migrated in-memory database, empty but for the base catalogs. The first one leaves a dump in `.cache/` (by the
 * migrations' and catalogs' digest) from which the others start in a fraction of the time.
 */
const openMemory = async (): Promise<Database> => {
  const cache = join(ROOT, '.cache', `pglite-${digest()}.tar`);
  const load = existsSync(cache) ? new Uint8Array(readFileSync(cache)) : null;
  const database = await openDatabase({
    databaseUrl: null,
    dataDir: '',
    poolSize: 1,
    memory: { load },
  });
  if (load === null) {
    await migrate(database, MIGRATIONS);
    const jobs = createJobs(database, createLog('silent'));
    await jobs.start();
    await jobs.stop();
    // Every portal sows its catalogs at its first start: done once here, for all.
    await seedCatalogos(database.db);
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    const temporary = `${cache}.${randomUUID()}`;
    writeFileSync(temporary, await imageOf(database));
    renameSync(temporary, cache);
  }
  return database;
};

/** A database in memory, as it was when `image` was made of one. */
export const openImage = (image: Uint8Array): Promise<Database> =>
  openDatabase({ databaseUrl: null, dataDir: '', poolSize: 1, memory: { load: image } });

/** What `openImage` opens: with nothing to be repeated from the log and nothing to be unpacked, in half the time. */
export const imageOf = async (database: Database): Promise<Uint8Array> => {
  await database.execute('checkpoint');
  return gunzipSync(await database.dump!());
};

/** A database of its own on the PostgreSQL of TEST_DATABASE_URL, dropped on close. */
const openOwnPostgres = async (serverUrl: string): Promise<Database> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', poolSize: 20 });
  await migrate(database, MIGRATIONS);
  await seedCatalogos(database.db);
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin(`drop database ${name} with (force)`);
    },
  };
};

/** A fresh, migrated database with the base catalogs: embedded, or on a real server when TEST_DATABASE_URL names one. */
export const openTestDatabase = (): Promise<Database> => {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOwnPostgres(serverUrl) : openMemory();
};
