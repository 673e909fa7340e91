import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { requireFolder } from '../data-dir.ts';
import { EnvError } from '../env.ts';

/** Takes SQLite's lock on that file, or says why not. */
const take = (path: string, inUse: () => EnvError): DatabaseSync => {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    const { message } = error as Error;
    if (/locked|busy/i.test(message)) throw inUse();
    throw new EnvError(
      `El archivo ${path} está dañado o no se puede abrir (${message}). No guarda datos: solo impide que dos procesos usen la misma carpeta. Compruebe que no haya otro portal usándola, bórrelo (rm -r ${path}) y vuelva a iniciar.`,
    );
  }
};

/**
 * Takes the exclusive lock of a data folder, or throws an explanation. PGlite has none of its own.
 * The lock is SQLite's on a small file, that is the kernel's: it dies with the process (also by
 * kill -9), needs no stale-lock guess, and holds between containers that share the folder.
 * See docs/decisions/0003.
 */
export const lockDataDir = (dir: string): (() => void) => {
  requireFolder(dir);
  const holder = join(dir, 'cerrojo.json');
  const db = take(join(dir, 'cerrojo.db'), () => {
    let who = '';
    try {
      const { pid, desde } = JSON.parse(readFileSync(holder, 'utf8'));
      who = ` (proceso ${pid}, desde ${desde})`;
    } catch {
      // The other process has not written its card yet; the explanation holds without it.
    }
    return new EnvError(
      `La carpeta de datos ${dir} ya está en uso por otro proceso del portal${who}. Detenga ese proceso o indique otra carpeta con DATA_DIR.`,
    );
  });
  try {
    writeFileSync(holder, JSON.stringify({ pid: process.pid, desde: new Date().toISOString() }));
  } catch {
    // Information only: the lock holds without it.
  }
  return () => db.close();
};
