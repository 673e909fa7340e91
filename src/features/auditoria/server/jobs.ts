import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Services } from '../../../platform/server/services.ts';
import {
  type Ancla,
  type AnclaGuardada,
  type Restauracion,
  readAnclas,
  recordCambio,
} from './handlers.ts';

/** Anchors live beside the data, not in the database: who changes one does not change the other. */
const pathOf = (dataDir: string) => join(dataDir, 'auditoria', 'anclas.jsonl');

const lineSchema = z.object({
  momento: z.string(),
  anclas: z.array(z.object({ cadena: z.number(), eslabon: z.number(), hash: z.string() })),
  /** The dump from which the database was restored at that moment. */
  respaldo: z.string().optional(),
});

const parse = (line: string): (Ancla | Restauracion)[] | null => {
  try {
    const { momento, anclas, respaldo } = lineSchema.parse(JSON.parse(line));
    return respaldo === undefined ? anclas : [{ respaldo, momento, anclas }];
  } catch {
    return null;
  }
};

/** Bytes of a last line whose writing was cut (a full disk, a power cut); 0 when it is whole. */
const tornBytes = (text: string): number => {
  const tail = text.slice(text.lastIndexOf('\n') + 1);
  return tail !== '' && parse(tail) === null ? Buffer.byteLength(tail) : 0;
};

/**
 * The anchors saved so far; none when the file is not there. A line that cannot be read is told by
 * its number, unless it is the last one and was cut: that one promised nothing.
 */
export const readSavedAnclas = (dataDir: string): AnclaGuardada[] => {
  const path = pathOf(dataDir);
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const whole = bytes.subarray(0, bytes.length - tornBytes(bytes.toString('utf8')));
  return whole
    .toString('utf8')
    .split('\n')
    .flatMap((line, at): AnclaGuardada[] =>
      line === '' ? [] : (parse(line) ?? [{ linea: at + 1 }]),
    );
};

/** Adds a line that is whole or not there, on the disk before this returns. */
const append = (path: string, line: string): void => {
  const file = openSync(path, 'a+', 0o600);
  let end = fstatSync(file).size;
  try {
    // The last line is far shorter than this.
    const tail = Buffer.alloc(Math.min(end, 65_536));
    readSync(file, tail, 0, tail.length, end - tail.length);
    const torn = tornBytes(tail.toString('utf8'));
    end -= torn;
    ftruncateSync(file, end);
    const separator = end === 0 || tail.at(-1 - torn) === 10 ? '' : '\n';
    writeFileSync(file, `${separator}${line}\n`);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, end);
    throw error;
  } finally {
    closeSync(file);
  }
};

const save = (dataDir: string, line: z.output<typeof lineSchema>): void => {
  const path = pathOf(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  append(path, JSON.stringify(line));
};

/** Saves the heads of now. */
export const saveAnclas = async ({ db, env, now }: Services): Promise<void> => {
  const anclas = await readAnclas(db);
  save(env.dataDir, { momento: now().toISOString(), anclas });
};

/**
 * Notes that this database has just been made from a dump (its file's name), beside the anchors and in the
 * history: the links between the dump and now are not missing, they never were in it.
 */
export const saveRestauracion = async (
  { db, env, now }: Pick<Services, 'db' | 'env' | 'now'>,
  respaldo: string,
  empezado: string | null,
): Promise<void> => {
  // Before it is in the history, which goes on from here.
  const anclas = await readAnclas(db);
  save(env.dataDir, { momento: now().toISOString(), respaldo, anclas });
  await db.transaction().execute((trx) =>
    recordCambio(trx, {
      actorUid: null,
      accion: 'base.restaurar',
      entidad: 'base',
      entidadId: respaldo,
      despues: { respaldo, ...(empezado !== null && { empezado }) },
    }),
  );
};

/** Every hour the heads of the chains are written outside the database. */
export const defineAuditoriaJobs = (services: Services): void => {
  services.jobs.define('auditoria-anclar', () => saveAnclas(services), { cron: '41 * * * *' });
};
