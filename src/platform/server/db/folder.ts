import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDirError, requireFolder } from '../data-dir.ts';
import { EnvError } from '../env.ts';
import type { Execute } from './types.ts';

/** The embedded database's folder inside the data folder. */
export const baseDir = (dataDir: string): string => join(dataDir, 'base');

/** Lies beside a folder that is being made for the first time, until it is whole. */
const unfinished = (dataDir: string): string => join(dataDir, 'base.creando');
/** Sizes of its files when it was closed in order; it is not there while it is open. */
const SIZES = 'medidas.json';
const PAGE = 8_192;

const listing = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

const sizeOf = (path: string): number | null => {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
};

const newestDump = (dataDir: string): string | null => {
  const dir = join(dataDir, 'respaldos');
  const name = listing(dir)
    .filter((file) => /^\d{4}-.*(?<!\.parcial)$/.test(file))
    .sort()
    .at(-1);
  return name === undefined ? null : join(dir, name);
};

const howToRestore = (dataDir: string): string => {
  const base = baseDir(dataDir);
  const dump = newestDump(dataDir);
  if (dump === null) {
    return `No hay respaldos en ${join(dataDir, 'respaldos')}. No borre esa carpeta: apártela y ponga en su lugar la copia que tenga de ella. Si la instalación es nueva y no hay nada que perder, bórrela y vuelva a iniciar.`;
  }
  const variable = dataDir === resolve('.data') ? '' : `DATA_DIR=${dataDir} `;
  return [
    `El respaldo más reciente es ${dump}; lo que se hizo después no está en él. No borre nada: aparte la carpeta y restaure así:`,
    ...(existsSync(base) ? [`  mv ${base} ${base}.apartada`] : []),
    `  ${variable}npm run restore -- ${dump}`,
  ].join('\n');
};

/** What is wrong with the embedded database's folder, and what to do, in sentences. */
export const folderError = (dataDir: string, what: string): EnvError =>
  new EnvError(
    `La base de datos de ${baseDir(dataDir)} no se puede abrir: ${what}.\n${howToRestore(dataDir)}`,
  );

/**
 * What lies in a data folder only once a database was used with it; a key alone may have been put there before the first start.
 */
const tracesOfUse = (dataDir: string): string[] =>
  [
    ...['auditoria/anclas.jsonl', 'archivos/almacen.txt', 'emisor.llaves', 'firma.llaves'].filter(
      (name) => (sizeOf(join(dataDir, name)) ?? 0) > 0,
    ),
    ...(listing(join(dataDir, 'archivos')).some((name) => /^[0-9a-f]{2}$/.test(name))
      ? ['archivos/']
      : []),
  ].sort();

/** What a database of PostgreSQL does not start without; the first thing that is not right. */
const missingBone = (base: string): string | null => {
  const version = sizeOf(join(base, 'PG_VERSION'));
  if (!version) return 'falta PG_VERSION, o está vacío';
  const control = sizeOf(join(base, 'global/pg_control'));
  if (control === null) return 'falta global/pg_control';
  if (control !== PAGE) return 'global/pg_control está cortado';
  const segments = listing(join(base, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
  if (segments.length === 0) return 'falta pg_wal, donde se anotan los cambios antes de hacerlos';
  const cut = segments.find((name) => sizeOf(join(base, 'pg_wal', name)) !== 16 * 1_048_576);
  if (cut) return `pg_wal/${cut} está cortado`;
  for (const name of ['global/pg_filenode.map', 'postgresql.conf']) {
    if (!sizeOf(join(base, name))) return `falta ${name}, o está vacío`;
  }
  for (const name of ['pg_xact', 'base', 'pg_multixact']) {
    if (listing(join(base, name)).length === 0) return `falta ${name}`;
  }
  return null;
};

const filesOf = (base: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== SIZES)
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(base.length + 1), statSync(path).size]),
  );

/** Changes each time that the database is opened, also by another version of the portal. */
const controlOf = (base: string): string =>
  createHash('sha256')
    .update(readFileSync(join(base, 'global/pg_control')))
    .digest('hex');

type LastClose = { control: string; files: Record<string, number> };

/** Compares with the sizes of the last close, if it was one in order and nobody opened it since. */
const changedFile = (base: string): string | null => {
  const record = join(base, SIZES);
  let last: LastClose;
  try {
    last = JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return null;
  }
  if (last.control !== controlOf(base)) return null;
  const now = filesOf(base);
  const changed = Object.entries(last.files).find(([name, size]) => now[name] !== size);
  if (!changed) return null;
  const [name, size] = changed;
  return now[name] === undefined
    ? `falta ${name}`
    : `${name} mide ${now[name]} bytes y medía ${size} cuando se cerró`;
};

/**
 * Looks at the folder before it is opened, since opening a broken one can hang, break it further, or
 * begin an empty database in its place. Gives whether there is a database; throws an EnvError.
 */
export const inspectFolder = (dataDir: string): 'new' | 'there' => {
  const base = baseDir(dataDir);
  try {
    // The first start was cut: nobody has used it.
    if (existsSync(unfinished(dataDir))) rmSync(base, { recursive: true, force: true });
    if (existsSync(base) && !statSync(base).isDirectory()) {
      throw Object.assign(new Error(), { code: 'ENOTDIR' });
    }
    const entries = existsSync(base) ? readdirSync(base) : [];
    if (entries.every((name) => name === 'lost+found')) {
      // Somebody lost it, or its disk is not mounted: an empty one would hide that.
      if (newestDump(dataDir) !== null) throw folderError(dataDir, 'no está');
      const traces = tracesOfUse(dataDir);
      if (traces.length > 0) {
        throw new EnvError(
          `La base de datos de ${base} no está, y ${dataDir} es de una instalación que ya se usó (tiene ${traces.join(', ')}). No se empieza una base nueva: ¿falta montar el disco de ${base}, o indicar DATABASE_URL? Si se perdió, ponga ahí la copia que tenga de ella. Para empezar sin nada, indique otra carpeta con DATA_DIR.`,
        );
      }
      writeFileSync(unfinished(dataDir), '', { mode: 0o600 });
      requireFolder(base);
      return 'new';
    }
    const wrong = missingBone(base) ?? changedFile(base);
    if (wrong) throw folderError(dataDir, wrong);
    requireFolder(base);
    // Made once by another user, say by root.
    for (const name of ['global/pg_control', 'pg_wal', 'base']) {
      accessSync(join(base, name), constants.R_OK | constants.W_OK);
    }
    rmSync(join(base, SIZES), { force: true });
    return 'there';
  } catch (error) {
    throw error instanceof EnvError ? error : dataDirError(base, error);
  }
};

/** The database was opened: what is there is whole. */
export const folderOpened = (dataDir: string): void => rmSync(unfinished(dataDir), { force: true });

/** Remembers how large its files are, once it is closed. */
export const folderClosed = (dataDir: string): void => {
  const base = baseDir(dataDir);
  try {
    const last: LastClose = { control: controlOf(base), files: filesOf(base) };
    writeFileSync(join(base, SIZES), JSON.stringify(last), { mode: 0o600 });
  } catch {
    // A full disk, say: then there is nothing to compare with the next time.
  }
};

/**
 * Tables whose files are not there or are shorter than the database knows: a copy that was cut reads
 * as an empty table, without an error.
 */
export const requireFiles = async (dataDir: string, execute: Execute): Promise<void> => {
  const base = baseDir(dataDir);
  const { rows } = await execute(
    `select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as path, c.relpages as pages
     from pg_class c where c.relpersistence = 'p' and pg_relation_filepath(c.oid) is not null`,
  );
  for (const { name, path, pages } of rows as { name: string; path: string; pages: number }[]) {
    const file = join(base, path);
    let size = sizeOf(file);
    if (size === null) throw folderError(dataDir, `falta el archivo de ${name} (${path})`);
    for (let n = 1; sizeOf(`${file}.${n}`) !== null; n++) size += sizeOf(`${file}.${n}`)!;
    if (size < pages * PAGE) {
      throw folderError(dataDir, `el archivo de ${name} (${path}) está cortado`);
    }
  }
};
