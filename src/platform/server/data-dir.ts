import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { EnvError } from './env.ts';

/** Bytes that must be free on the disk of the data folder to start. */
export const ROOM_TO_START = 64 * 1_048_576;

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
};

const explain = (path: string, code: string): string => {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `El usuario ${userName()}, con el que se inicia el portal, no puede leer o escribir ${path}. Dele permiso (por ejemplo: chown -R ${userName()} ${path}) o elija otra carpeta con DATA_DIR.`;
    case 'EROFS':
      return `${path} está en un disco montado solo para leer. Móntelo para escribir o elija otra carpeta con DATA_DIR.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} (o lo que está antes en esa ruta) es un archivo y ahí debe haber una carpeta. Muévalo a otro lugar o elija otra carpeta con DATA_DIR.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return noRoom(path, 0);
    default:
      return `No se puede usar la carpeta ${path} (${code}). Compruebe que exista su disco y que responda, o elija otra con DATA_DIR.`;
  }
};

const noRoom = (path: string, free: number): string =>
  `En el disco de ${path} quedan ${Math.floor(free / 1_048_576)} MB libres y el portal necesita al menos ${ROOM_TO_START / 1_048_576} para iniciar. Libere espacio (los respaldos más antiguos están en la carpeta respaldos) o elija otra carpeta con DATA_DIR.`;

/** Says in a sentence why this path under the data folder cannot be used. */
export const dataDirError = (path: string, error: unknown): EnvError =>
  new EnvError(explain(path, (error as NodeJS.ErrnoException).code ?? (error as Error).message));

/**
 * Makes a folder with those above it. Not `recursive`: where the system says that a folder which is
 * there is not (/proc, a mount that went), Node tries for ever.
 */
const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
};

/** Makes a folder, if it is not there, and tries it: what cannot be written later is found now. */
export const requireFolder = (path: string): void => {
  const probe = join(path, `.prueba-${process.pid}`);
  try {
    makeFolder(path);
    // What is taken for there may be a file.
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const file = openSync(probe, 'w', 0o600);
    try {
      writeSync(file, 'x');
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw dataDirError(path, error);
  }
};

/** Bytes that may still be written on the disk of this folder. */
export const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};

/** The disk of this folder: how many bytes it has, and how many may still be written. */
export const diskOf = (path: string): { free: number; size: number } => {
  const { bavail, blocks, bsize } = statfsSync(path);
  return { free: bavail * bsize, size: blocks * bsize };
};

/**
 * Everything that the portal writes on this machine: the folders are made and tried, and there is
 * room. Throws an EnvError that says what to do.
 */
export const requireDataDir = (env: { dataDir: string; databaseUrl: string | null }): void => {
  requireFolder(env.dataDir);
  for (const name of ['archivos', 'archivos/temporal', 'auditoria']) {
    requireFolder(join(env.dataDir, name));
  }
  if (env.databaseUrl === null) requireFolder(join(env.dataDir, 'respaldos'));
  const key = join(env.dataDir, 'secreto.key');
  try {
    if (existsSync(key)) accessSync(key, constants.R_OK);
  } catch (error) {
    throw dataDirError(key, error);
  }
  const free = freeBytes(env.dataDir);
  if (free < ROOM_TO_START) throw new EnvError(noRoom(env.dataDir, free));
};
