import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError } from '../env.ts';
import { isOutage } from '../outage.ts';
import type { Database } from './index.ts';

const read = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
        throw new Error(`migrations/${name}: name it like 0007-what-it-does.sql`);
      }
      const sql = readFileSync(join(dir, name), 'utf8');
      return { name, sql, sha: createHash('sha256').update(sql).digest('hex') };
    });

/** What to do when PostgreSQL has not an extension that a migration needs, or its user may not add it. */
const extensionProblem = (sql: string, error: unknown): EnvError | null => {
  const [, name] = /create extension if not exists (\w+)/.exec(sql) ?? [];
  const { code, message = '' } = error as { code?: string; message?: string };
  if (name === undefined || !/extension|_trgm_ops/.test(message)) return null;
  if (code === '42501') {
    return new EnvError(
      `El usuario de DATABASE_URL no puede agregar a su base la extensión ${name}, que las búsquedas necesitan. Pida a quien administra PostgreSQL que ejecute en esa base «create extension ${name};» y vuelva a iniciar el portal.`,
    );
  }
  if (code === '42704') {
    return new EnvError(
      `La extensión ${name} está en un esquema de la base que el usuario de DATABASE_URL no usa. Pida a quien administra PostgreSQL que ejecute en esa base «alter extension ${name} set schema public;» y vuelva a iniciar el portal.`,
    );
  }
  return new EnvError(
    `El servidor de DATABASE_URL no tiene instalada la extensión ${name}, que las búsquedas necesitan. Viene con PostgreSQL en el paquete de Debian; en otros sistemas está en «postgresql-contrib»: instálela y vuelva a iniciar el portal.`,
  );
};

/** What to say of a migration that the database refused; of one that it was away at, that. */
const refusedBy = (name: string, error: unknown): unknown =>
  isOutage(error)
    ? error
    : new EnvError(
        `La base de datos no aceptó la migración ${name}, y nada de ella quedó: ${(error as Error).message}`,
      );

/**
 * Applies what `migrations/` holds and the database has not seen, in order, each in a transaction,
 * alone among all processes. Refuses a database that is ahead of this code or whose
 * applied files were edited. Returns the names applied now.
 */
export const migrate = (database: Database, dir: string): Promise<string[]> =>
  database.alone(() => database.session((execute) => apply(execute, dir), { unlimited: true }));

const apply = async (execute: Database['execute'], dir: string): Promise<string[]> => {
  await execute(
    'create table if not exists migraciones (nombre text primary key, sha256 text not null, aplicada_en timestamptz not null default now())',
  );
  const { rows } = await execute('select nombre, sha256 from migraciones');
  const done = new Map(rows.map((row) => [String(row.nombre), String(row.sha256)]));
  const files = read(dir);
  const names = new Set(files.map((file) => file.name));
  const unknown = [...done.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new EnvError(
      `La base de datos es de una versión más nueva del portal (tiene ${unknown.join(', ')}). Actualice el programa o restaure el respaldo que corresponde.`,
    );
  }
  const applied: string[] = [];
  for (const file of files) {
    const before = done.get(file.name);
    if (before === file.sha) continue;
    if (before !== undefined) {
      throw new EnvError(
        `La migración ${file.name} cambió después de aplicarse. Las migraciones no se editan: agregue una nueva.`,
      );
    }
    // Names and digests come from our own files, so they may be written into the script.
    await execute(
      `begin;\n${file.sql}\n;insert into migraciones (nombre, sha256) values ('${file.name}', '${file.sha}');\ncommit;`,
    ).catch(async (error) => {
      await execute('rollback').catch(() => {});
      throw extensionProblem(file.sql, error) ?? refusedBy(file.name, error);
    });
    applied.push(file.name);
  }
  return applied;
};
