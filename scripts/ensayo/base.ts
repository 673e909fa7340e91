/** A database for a rehearsal and nothing else: beside the school's, or in a folder of its own. Nothing of it stays. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EnvError } from '../../src/platform/server/env.ts';

/** How what rehearsals make is called, databases and folders alike. */
const PREFIX = 'portal_ensayo_';

export type Base = {
  /** Null: the embedded one, in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Of the rehearsal's servers. */
  readonly dataDir: string;
  /** Takes away all of it; again is the same. */
  readonly drop: () => Promise<void>;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A server that is still closing may write there once more. */
const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** Folders of rehearsals whose process is no more: one that was killed took nothing away. */
const cleanFolders = (): number => {
  const left = readdirSync(tmpdir()).filter((name) => {
    if (!name.startsWith(PREFIX)) return false;
    const mark = join(tmpdir(), name, 'proceso');
    return existsSync(mark) && !isAlive(Number(readFileSync(mark, 'utf8')));
  });
  for (const name of left) removeFolder(join(tmpdir(), name));
  return left.length;
};

const makeFolder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(dir, 'proceso'), String(process.pid));
  mkdirSync(join(dir, 'datos'));
  return dir;
};

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  // A server that ends the connection is told by the statement that follows.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new EnvError(
      `No se pudo abrir la base de datos de DATABASE_URL (${(error as Error).message}). Compruebe que el servidor esté encendido.`,
    );
  }
};

/** Databases of rehearsals that nobody is connected to: whoever rehearses is, from beginning to end. */
const cleanDatabases = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database d where datname like $1
      and not exists (select from pg_stat_activity a where a.datname = d.datname and a.application_name = 'ensayo')`,
    [`${PREFIX.replaceAll('_', '\\_')}%`],
  );
  for (const { datname } of rows) {
    await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`);
  }
  return rows.length;
};

const createDatabase = async (databaseUrl: string) => {
  const admin = await connect(databaseUrl);
  const cleaned = await cleanDatabases(admin);
  const name = `${PREFIX}${Date.now().toString(36)}${process.pid}`;
  try {
    await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    await admin.end();
    throw new EnvError(
      `El usuario de DATABASE_URL no puede crear la base del ensayo (${(error as Error).message}). Dele el permiso con: alter role … createdb; o ensaye con otro usuario del mismo servidor.`,
    );
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  // Says that somebody rehearses there, for whoever cleans.
  const mark = new URL(url);
  mark.searchParams.set('application_name', 'ensayo');
  const present = await connect(mark.href);
  return {
    cleaned,
    url: url.href,
    async drop() {
      await present.end();
      await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      await admin.end();
    },
  };
};

/**
 * Makes it, after taking away what rehearsals that were killed had left (`cleaned`: how many).
 *
 * @throws {EnvError} the server of `databaseUrl` is away, or its user may not make a database.
 */
export const openBase = async (databaseUrl: string | null): Promise<Base & { cleaned: number }> => {
  const folders = cleanFolders();
  const database = databaseUrl === null ? null : await createDatabase(databaseUrl);
  const dir = makeFolder();
  const remove = async () => {
    await database?.drop();
    removeFolder(dir);
  };
  let dropping: Promise<void> | undefined;
  return {
    databaseUrl: database?.url ?? null,
    dataDir: join(dir, 'datos'),
    cleaned: folders + (database?.cleaned ?? 0),
    drop: () => {
      dropping ??= remove();
      return dropping;
    },
  };
};
