import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Secrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { LineaDeAnclas } from './lineas.ts';
import { readAnclas, readFrontera } from './verification.ts';

/** Anchors live beside the data, not in the database: who changes one does not change the other. */
const pathOf = (dataDir: string) => join(dataDir, 'auditoria', 'anclas.jsonl');

const anclasSchema = z.array(
  z.object({ cadena: z.number(), eslabon: z.number(), hash: z.string() }),
);
const lineSchema = z.object({
  momento: z.string(),
  anclas: anclasSchema,
  /** The last row without signature of each chain, in the first line that was signed. */
  frontera: anclasSchema.optional(),
  /** The dump from which the database was restored at that moment. */
  respaldo: z.string().optional(),
  /** SHA-256 of the line before, so that none is taken away; null in the first. */
  anterior: z.string().nullable().optional(),
});
type Line = z.output<typeof lineSchema>;

const parse = (line: string): Line | null => {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
};

/** What a line says and its signature (absent in the lines of before signatures). */
const SIGNED = /^(\{.*),"firma":"([0-9a-f]{64})"\}$/;

const digest = (line: string) => createHash('sha256').update(line).digest('hex');
const claveOf = (secrets: Secrets) => secrets.derive('historial.anclas');
const firmaOf = (clave: Buffer, text: string) => createHmac('sha256', clave).update(text).digest();

/** Bytes of a last line whose writing was cut (a full disk, a power cut); 0 when it is whole. */
const tornBytes = (text: string): number => {
  const tail = text.slice(text.lastIndexOf('\n') + 1);
  return tail !== '' && parse(tail) === null ? Buffer.byteLength(tail) : 0;
};

/** Whether the last line of a file has its line end. */
const endsLine = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, fstatSync(file).size - 1);
    return last[0] === 10;
  } finally {
    closeSync(file);
  }
};

/** The lines of a file, read little by little. */
async function* readLines(path: string): AsyncGenerator<{ linea: number; text: string }> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let linea = 0;
  for await (const text of lines) yield { linea: ++linea, text };
}

/**
 * The anchors saved so far; none when the file is not there. A line that cannot be relied on is told by
 * its number, unless it is the last one and was cut: that one promised nothing.
 */
export const readSavedAnclas = async (
  dataDir: string,
  secrets: Secrets,
): Promise<LineaDeAnclas[]> => {
  const path = pathOf(dataDir);
  if (!existsSync(path)) return [];
  const found: LineaDeAnclas[] = [];
  const clave = claveOf(secrets);
  let before: string | null = null;
  let signed = false;
  for await (const { linea, text } of readLines(path)) {
    if (text === '') continue;
    const previous = found.at(-1);
    const line = parse(text);
    const [, said, firma] = SIGNED.exec(text) ?? [];
    if (line === null) found.push({ linea, defecto: 'ilegible' });
    else if (firma === undefined) {
      found.push(signed ? { linea, defecto: 'sinFirma' } : { linea, ...line });
    } else if (!timingSafeEqual(firmaOf(clave, `${said}}`), Buffer.from(firma, 'hex'))) {
      found.push({ linea, defecto: 'firma' });
    } else {
      // What stands in place of a line that cannot be read was told already.
      const wasRead = previous === undefined || !('defecto' in previous);
      if (wasRead && line.anterior !== (before === null ? null : digest(before))) {
        found.push({ linea, defecto: 'faltan' });
      }
      signed = true;
      found.push({ linea, ...line });
    }
    before = text;
  }
  const last = found.at(-1);
  if (last && 'defecto' in last && last.defecto === 'ilegible' && !endsLine(path)) found.pop();
  return found;
};

/** Adds a line that is whole or not there, on the disk before this returns. `make` gets the line before it. */
const append = (path: string, make: (before: string | null) => string): void => {
  const file = openSync(path, 'a+', 0o600);
  let end = fstatSync(file).size;
  try {
    // A line is far shorter than this.
    const tail = Buffer.alloc(Math.min(end, 65_536));
    readSync(file, tail, 0, tail.length, end - tail.length);
    const torn = tornBytes(tail.toString('utf8'));
    end -= torn;
    ftruncateSync(file, end);
    const whole = tail.subarray(0, tail.length - torn).toString('utf8');
    const separator = end === 0 || whole.endsWith('\n') ? '' : '\n';
    const before = whole.split('\n').findLast((line) => line !== '') ?? null;
    writeFileSync(file, `${separator}${make(before)}\n`);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, end);
    throw error;
  } finally {
    closeSync(file);
  }
};

export type Place = Pick<Services, 'db' | 'secrets' | 'now'> & { env: { dataDir: string } };

/**
 * Signs the heads of now and saves them; the first time, also up to where the history is without signatures.
 * `respaldo` is the dump (its file's name) that the database has just been made from.
 */
export const saveAnclas = async (
  { db, secrets, now, env }: Place,
  respaldo?: string,
): Promise<void> => {
  const path = pathOf(env.dataDir);
  const saved = await readSavedAnclas(env.dataDir, secrets);
  const isFirst = !saved.some((one) => 'frontera' in one && one.frontera !== undefined);
  const line = {
    momento: now().toISOString(),
    ...(respaldo !== undefined && { respaldo }),
    anclas: await readAnclas(db),
    ...(isFirst && { frontera: await readFrontera(db) }),
  };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  append(path, (before) => {
    const said = JSON.stringify({ ...line, anterior: before && digest(before) });
    const firma = firmaOf(claveOf(secrets), said).toString('hex');
    return `${said.slice(0, -1)},"firma":"${firma}"}`;
  });
};

/** Milliseconds between anchors, and until the next try when one could not be written. */
const HOURLY = 3_600_000;
const AGAIN = 60_000;

/**
 * Writes the heads of the chains outside the database now, every hour, and when it is closed. Each server
 * does it in its own data folder, so it is a clock of the process and not a job that one of them takes.
 */
export const startAnclas = async (services: Services): Promise<{ close: () => Promise<void> }> => {
  const { log, env, secrets } = services;
  const write = async (): Promise<boolean> => {
    try {
      await saveAnclas(services);
      return true;
    } catch (error) {
      log.error({ err: error }, 'no se pudieron escribir las anclas del historial');
      return false;
    }
  };
  if ((await readSavedAnclas(env.dataDir, secrets)).length === 0) {
    const anotaciones = (await readAnclas(services.db)).reduce((sum, one) => sum + one.eslabon, 0);
    if (anotaciones > 0) {
      log.warn(
        { anotaciones },
        'el historial no tenía anclas en DATA_DIR: lo anterior a este momento no se puede comparar',
      );
    }
  }
  let timer: NodeJS.Timeout | undefined;
  const next = (done: boolean) => {
    timer = setTimeout(() => void write().then(next), done ? HOURLY : AGAIN);
    timer.unref();
  };
  next(await write());
  return {
    close: async () => {
      clearTimeout(timer);
      await write();
    },
  };
};
