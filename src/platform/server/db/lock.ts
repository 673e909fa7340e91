import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EnvError } from '../env.ts';

/**
 * Takes the exclusive lock of a data folder, or throws an explanation. PGlite has none of its own.
 * The lock is SQLite's on a small file, that is the kernel's: it dies with the process (also by
 * kill -9), needs no stale-lock guess, and holds between containers that share the folder.
 * See docs/decisions/0003.
 */
export const lockDataDir = (dir: string): (() => void) => {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new EnvError(
      `No se puede crear la carpeta de datos ${dir} (${(error as NodeJS.ErrnoException).code}). Dé permiso de escritura o elija otra con DATA_DIR.`,
    );
  }
  const db = new DatabaseSync(join(dir, 'cerrojo.db'));
  const holder = join(dir, 'cerrojo.json');
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    let who = '';
    try {
      const { pid, desde } = JSON.parse(readFileSync(holder, 'utf8'));
      who = ` (proceso ${pid}, desde ${desde})`;
    } catch {
      // The other process has not written its card yet; the explanation holds without it.
    }
    throw new EnvError(
      `La carpeta de datos ${dir} ya está en uso por otro proceso del portal${who}. Detenga ese proceso o indique otra carpeta con DATA_DIR.`,
    );
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, desde: new Date().toISOString() }));
  return () => db.close();
};
