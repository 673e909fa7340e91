import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Headers, type Pack, pack } from 'tar-stream';
import { freeBytes, ROOM_TO_START } from '../data-dir.ts';
import { EnvError } from '../env.ts';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from './index.ts';
import { MANIFEST, makeManifest, type Origin } from './manifest.ts';

/** How many dumps are kept; the oldest goes first. */
const KEPT = 7;
/** Bytes read at once of a file that is copied. */
const CHUNK = 256 * 1024;
/** Little work for the processor, which the portal needs: the dump is some tenths larger. */
const LEVEL = 3;

/** Folders of which only the folder is needed: the database fills them when it starts, or the log does. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files that are of no use to another process. */
const LEFT_OUT = /^(?:postmaster\.|pg_internal\.init|pgsql_tmp|medidas\.json|backup_label)/;

/** The folders and files to copy, by their path inside the folder. */
const listFolder = async (base: string): Promise<{ dirs: string[]; files: string[] }> => {
  const entries = (await readdir(base, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(base.length + 1) }));
  const pick = (wanted: (one: (typeof entries)[number]) => boolean) =>
    entries
      .filter(wanted)
      .map(({ path }) => path)
      .sort();
  const emptied = (path: string) => EMPTIED.has(path.split(sep)[0]!);
  return {
    dirs: pick(({ entry }) => entry.isDirectory()),
    files: pick(({ entry, path }) => entry.isFile() && !emptied(path)),
  };
};

/** A file's bytes, as many as it had when it was opened: it may grow or be cut meanwhile. */
async function* bytesOf(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size;
  if (left === 0) return;
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: CHUNK })) {
    left -= chunk.length;
    yield chunk;
  }
  for (; left > 0; left -= Math.min(left, CHUNK)) yield Buffer.alloc(Math.min(left, CHUNK));
}

/** Stops before the disk is full: the database needs room to write, the dump can wait. */
const requireRoom = (base: string): void => {
  if (freeBytes(base) < ROOM_TO_START) {
    throw new EnvError('No hay espacio en el disco para el respaldo. Libere espacio.');
  }
};

/** Adds an entry; rejects when the dump cannot be written any more. */
const add = async (
  to: Pack,
  header: Headers,
  bytes: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<void> => {
  const { promise: added, resolve, reject } = Promise.withResolvers<void>();
  // Of a dump that was given up nothing calls back.
  const entry = to.entry({ mode: 0o600, ...header }, (error) =>
    error ? reject(error) : resolve(),
  );
  if (!entry) throw new Error('the dump was given up');
  added.catch(() => {});
  if (header.type !== 'directory') {
    for await (const chunk of bytes) {
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), added]);
    }
    entry.end();
  }
  await added;
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Adds a file of the folder; one that went meanwhile is not needed: the log says that it went. */
const addFile = async (to: Pack, base: string, name: string): Promise<void> => {
  const path = join(base, name);
  const size = await stat(path).then(
    (stats) => stats.size,
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );
  if (size !== null) await add(to, { name, size }, bytesOf(path, size));
};

const addText = (to: Pack, name: string, text: string): Promise<void> => {
  const bytes = Buffer.from(text);
  return add(to, { name, size: bytes.length }, [bytes]);
};

type Stopped = { desde: string; hasta: string; label: string };

/**
 * Copies the folder while the database goes on being used, as a base backup of PostgreSQL does: a
 * checkpoint, the files as they are found, and last the log of what was written meanwhile, with which the
 * database makes of them one moment when it is opened. Nobody checkpoints in between but us.
 * See docs/decisions/0021.
 */
const copyFolder = async (database: Database, base: string, to: Pack): Promise<void> => {
  const stop = async (): Promise<Stopped> => {
    const { rows } = await database.execute(
      `select substring(labelfile from 'file ([0-9A-F]{24})') as desde, pg_walfile_name(lsn) as hasta,
        labelfile as label from pg_backup_stop(false)`,
    );
    return rows[0] as Stopped;
  };
  await database.execute("select pg_backup_start('respaldo', true)");
  let stopped: Stopped | undefined;
  try {
    const { dirs, files } = await listFolder(base);
    for (const name of dirs) await add(to, { name, type: 'directory', mode: 0o700 });
    for (const name of files) {
      requireRoom(base);
      await addFile(to, base, name);
    }
    stopped = await stop();
  } finally {
    if (!stopped) await stop().catch(() => {});
  }
  const { desde, hasta, label } = stopped;
  await addText(to, 'backup_label', label);
  const segments = (await readdir(join(base, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= desde && name <= hasta)
    .sort();
  // Without its beginning it could not be restored: a checkpoint of somebody else has taken it away.
  if (segments[0] !== desde || segments.at(-1) !== hasta) {
    throw new Error(`the log from ${desde} to ${hasta} is not there`);
  }
  for (const name of segments) {
    requireRoom(base);
    await addFile(to, base, `pg_wal/${name}`);
  }
};

/** Puts the file on the disk: the embedded database itself does not fsync. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Only the newest stay; what was cut goes. */
const tidy = async (dir: string): Promise<void> => {
  const names = await readdir(dir);
  const dumps = names.filter((name) => name.endsWith('.tar.gz')).sort();
  const cut = names.filter((name) => name.endsWith('.parcial'));
  for (const name of [...cut, ...dumps.slice(0, -KEPT)])
    await rm(join(dir, name), { recursive: true, force: true });
};

/**
 * Writes a dump of the embedded database to `respaldos/` while the portal is used, and makes sure that it
 * is on the disk. Needs a few MB of memory, whatever its size. Gives the file's path.
 * @throws {EnvError} on PostgreSQL, or when the disk has no room for it.
 */
export const backup = async (database: Database, origin: Origin, now: Date): Promise<string> => {
  const base = database.folder;
  if (base === null) throw new EnvError('PostgreSQL se respalda con sus herramientas (pg_dump).');
  const dir = join(origin.env.dataDir, 'respaldos');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`);
  const temporary = `${path}.parcial`;
  const to = pack();
  const written = pipeline(
    to,
    createGzip({ level: LEVEL }),
    createWriteStream(temporary, { mode: 0o600 }),
  );
  const copy = async () => {
    const manifest = await makeManifest(database.db, origin, now);
    await addText(to, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    await copyFolder(database, base, to);
    to.finalize();
  };
  const copied = copy();
  try {
    await Promise.all([copied, written]);
    await sync(temporary);
    await rename(temporary, path);
    await sync(dir);
  } catch (error) {
    to.destroy(error as Error);
    await Promise.allSettled([copied, written]);
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  await tidy(dir);
  return path;
};

/** A dump every night at 03:10, in Mexico City's time. */
export const scheduleBackups = (database: Database, jobs: Jobs, log: Log, origin: Origin): void => {
  if (database.folder === null) return;
  jobs.define(
    'base-respaldar',
    async () => {
      await backup(database, origin, new Date());
      log.info('respaldo de la base hecho');
    },
    { cron: '10 3 * * *', retryLimit: 2 },
  );
};
