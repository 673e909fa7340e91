import { randomBytes } from 'node:crypto';
import { lookUp } from '../../shared/look-up.ts';
import type { Execute } from '../db/types.ts';

/** A column whose values are ids of the store's objects, with the column of their digests. */
type Column = { tabla: string; columna: string };
/** An object that a row refers to, and its SHA-256 in hexadecimal. */
export type StoredObject = { tabla: string; objeto: string; sha256: string | null };
/** Objects that the rows of a table refer to. */
export type ObjectCount = { tabla: string; cuantos: number };

/** What people call the objects of each table; the names of others are shown as they are. */
const NAMES: Readonly<Record<string, string>> = {
  archivos: 'archivos enviados',
  trabajos_archivos: 'hojas de importaciones y exportaciones',
  documentos: 'documentos de expedientes',
  acuses: 'acuses en PDF',
  acta_versiones: 'actas en PDF',
  documentos_emitidos: 'documentos emitidos en PDF',
  diseno_imagenes: 'imágenes de diseños',
  materiales: 'materiales de cursos',
  copias_datos: 'copias de datos personales',
  soporte_conversaciones: 'transcripciones de soporte',
  soporte_adjuntos: 'adjuntos de soporte',
};

/**
 * The inventory of stored objects is read from the schema: a table refers to objects by a column called `objeto` or
 * `…_objeto`, with the digest in `sha256` or `…_sha256` (tests/inventario.test.ts compares it with what a store holds). Of
 * `objetos_por_revisar` the objects belong to a row of another table.
 */
const columnsOf = async (execute: Execute): Promise<Column[]> =>
  (
    await execute(
      `select c.relname as tabla, a.attname as columna from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
         and a.atttypid = 'text'::regtype and a.attname ~ '^(.+_)?objeto$' and c.relname <> 'objetos_por_revisar'
       order by 1, 2`,
    )
  ).rows as Column[];

/** How many objects the rows of each table refer to; tables that refer to none are left out. */
export const countObjects = async (execute: Execute): Promise<ObjectCount[]> => {
  const columns = await columnsOf(execute);
  if (columns.length === 0) return [];
  const { rows } = await execute(
    `select tabla, sum(n)::int as cuantos from (${columns
      .map(
        ({ tabla, columna }) =>
          `select '${tabla}' as tabla, count("${columna}") as n from "${tabla}"`,
      )
      .join(' union all ')}) t group by 1 having sum(n) > 0 order by 1`,
  );
  return rows as ObjectCount[];
};

export const totalOf = (counts: readonly ObjectCount[]): number =>
  counts.reduce((sum, { cuantos }) => sum + cuantos, 0);

/** «72 documentos de expedientes, 58 acuses en PDF»; the largest first. */
export const describeCounts = (counts: readonly ObjectCount[]): string =>
  [...counts]
    .sort((a, b) => b.cuantos - a.cuantos)
    .map(
      ({ tabla, cuantos }) => `${cuantos.toLocaleString('es-MX')} ${lookUp(NAMES, tabla) ?? tabla}`,
    )
    .join(', ');

/** Rows of one column from an id on, in the order of their ids. */
const rowsFrom = async (
  execute: Execute,
  { tabla, columna }: Column,
  from: string,
  limit: number,
): Promise<StoredObject[]> => {
  const digest = columna.replace(/objeto$/, 'sha256');
  const { rows } = await execute(
    `select '${tabla}' as tabla, "${columna}" as objeto, "${digest}" as sha256 from "${tabla}"
     where "${columna}" > $1 order by "${columna}" limit ${limit}`,
    [from],
  );
  return rows as StoredObject[];
};

const PAGE = 2_000;

/** Every object that a row refers to. */
export async function* listObjects(execute: Execute): AsyncGenerator<StoredObject> {
  for (const column of await columnsOf(execute)) {
    for (let from = ''; ; ) {
      const page = await rowsFrom(execute, column, from, PAGE);
      yield* page;
      if (page.length < PAGE) break;
      from = page.at(-1)!.objeto;
    }
  }
}

/** A few objects of each table, chosen at random. */
export const sampleObjects = async (execute: Execute, each = 3): Promise<StoredObject[]> => {
  const sample: StoredObject[] = [];
  for (const column of await columnsOf(execute)) {
    const found = await rowsFrom(execute, column, randomBytes(20).toString('hex'), each);
    sample.push(...(found.length > 0 ? found : await rowsFrom(execute, column, '', each)));
  }
  return sample;
};

/** Whether a row still refers to an object: it may have been replaced since it was read. */
export const isReferred = async (execute: Execute, objeto: string): Promise<boolean> => {
  for (const { tabla, columna } of await columnsOf(execute)) {
    const { rows } = await execute(`select 1 from "${tabla}" where "${columna}" = $1 limit 1`, [
      objeto,
    ]);
    if (rows.length > 0) return true;
  }
  return false;
};

/** The identity of the store that this database belongs with; null: none yet, or a database of before there were any. */
export const storeIdentity = async (execute: Execute): Promise<string | null> => {
  const { rows } = await execute("select to_regclass('public.almacen') is not null as hay");
  if (!rows[0]!.hay) return null;
  const { rows: found } = await execute('select identidad from almacen');
  return (found[0]?.identidad as string | undefined) ?? null;
};
