import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Generated, Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import { insertSuelto, takeSuelto } from '../storage/data.ts';
import type { Objects } from '../storage/objects.ts';
import type { Lectura } from './read.ts';
import type { ReaderSource } from './reader/index.ts';

type TrabajosArchivos = {
  id: Generated<string>;
  objeto: string;
  propietario: string;
  clase: 'importacion' | 'exportacion' | 'informe';
  hoja: string;
  nombre: string;
  tipo: 'xlsx' | 'csv';
  bytes: number;
  sha256: string;
  lectura: string;
  creado_en: Generated<Date>;
  vence_en: Date;
  /** What was shown of it, and of which reading of its columns: `vista.ts`. */
  vista: Generated<Buffer | null>;
  vista_de: Generated<string | null>;
};

declare module '../db/index.ts' {
  interface Tables {
    trabajos_archivos: TrabajosArchivos;
  }
}

/** A spreadsheet that arrived or was made. */
export type HojaFile = Omit<Selectable<TrabajosArchivos>, 'lectura' | 'vista' | 'vista_de'> & {
  lectura: Record<string, unknown>;
};

export type NewHojaFile = Pick<
  HojaFile,
  'propietario' | 'clase' | 'hoja' | 'nombre' | 'tipo' | 'lectura'
>;

const COLUMNS = [
  'id',
  'objeto',
  'propietario',
  'clase',
  'hoja',
  'nombre',
  'tipo',
  'bytes',
  'sha256',
  'lectura',
  'creado_en',
  'vence_en',
] as const;

/** They hold personal data: none outlives a day. */
const KEPT_HOURS = 24;

const digest = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Spreadsheets on their way in or out: bytes in the store, the rest in `trabajos_archivos`. */
export const createHojaFiles = (options: {
  db: Db;
  objects: Objects;
  now: () => Date;
  /** Folder for what is being read or written right now; on the same disk as the folder store. */
  dir: string;
}) => {
  const { db, objects, now, dir } = options;

  /** A path for a file that lives as long as `work`. */
  const temporary = async <T>(work: (path: string) => Promise<T>): Promise<T> => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, randomUUID());
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  /** The file, for its owner alone, while it lasts. */
  const find = async (id: string, propietario: string): Promise<HojaFile | null> =>
    ((await db
      .selectFrom('trabajos_archivos')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('propietario', '=', propietario)
      .where('vence_en', '>', now())
      .executeTakeFirst()) as HojaFile | undefined) ?? null;

  const remove = async (id: string): Promise<void> => {
    const objeto = await db.transaction().execute(async (trx) => {
      const row = await trx
        .deleteFrom('trabajos_archivos')
        .where('id', '=', id)
        .returning('objeto')
        .executeTakeFirst();
      if (row) await insertSuelto(trx, row.objeto, now());
      return row?.objeto;
    });
    if (objeto) await objects.drop(objeto);
  };

  const withCopy = <T>(file: HojaFile, work: (path: string) => Promise<T>): Promise<T> =>
    temporary(async (path) => {
      const stream = await objects.get(file.objeto);
      if (!stream) throw new Error(`object of ${file.id} is missing`);
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      return work(path);
    });

  return {
    temporary,
    find,
    remove,
    /** Keeps the file at `path` (it is moved away) for a day. */
    async keep(path: string, nuevo: NewHojaFile): Promise<HojaFile> {
      const [{ size: bytes }, sha256] = [await stat(path), await digest(path)];
      const objeto = await objects.keep(path);
      return db.transaction().execute(async (trx) => {
        await takeSuelto(trx, objeto);
        return (await trx
          .insertInto('trabajos_archivos')
          .values({
            ...nuevo,
            lectura: JSON.stringify(nuevo.lectura),
            objeto,
            bytes,
            sha256,
            vence_en: new Date(now().getTime() + KEPT_HOURS * 3_600_000),
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow()) as unknown as HojaFile;
      });
    },
    /** Keeps what was shown of it last (null: nothing that may be imported). */
    async keepVista(id: string, vista: Buffer | null, de: string): Promise<void> {
      await db
        .updateTable('trabajos_archivos')
        .set({ vista, vista_de: de })
        .where('id', '=', id)
        .execute();
    },
    /** What was shown of it with that reading of its columns; null: nothing. */
    async findVista(id: string, de: string): Promise<Buffer | null> {
      const row = await db
        .selectFrom('trabajos_archivos')
        .select('vista')
        .where('id', '=', id)
        .where('vista_de', '=', de)
        .executeTakeFirst();
      return row?.vista ? Buffer.from(row.vista) : null;
    },
    /** Its bytes, or null when the store has lost them. */
    open: (file: HojaFile): Promise<Readable | null> => objects.get(file.objeto),
    /** The file as the reader takes it: reading a workbook needs a copy to jump about in. */
    source: (file: HojaFile): ReaderSource => ({
      id: file.id,
      lectura: file.lectura as Lectura,
      withCopy: (work) => withCopy(file, work),
    }),
    /** Removes what has lived its day. */
    async clean(): Promise<void> {
      const expired = await db
        .selectFrom('trabajos_archivos')
        .select('id')
        .where('vence_en', '<=', now())
        .execute();
      for (const { id } of expired) await remove(id);
    },
  };
};

export type HojaFiles = ReturnType<typeof createHojaFiles>;
