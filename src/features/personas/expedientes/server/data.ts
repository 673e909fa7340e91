import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../../../platform/server/db/cursor.ts';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { escapeLike, likenessOf } from '../../../../platform/server/db/search.ts';
import { IMPORTACION } from '../../../../platform/shared/importaciones.ts';
import { LIKENESS, maySlip, wordsOf } from '../../../../platform/shared/search.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { duplicadoDe } from '../../duplicados/server/reading.ts';
import { type Buscado, buscadoOf, buscadosDe, type FiltrosPersonas, facetasDe } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    /** What the list looks for and filters by, kept by the database (decisions/0055). */
    personas_directorio: {
      persona_id: string;
      busqueda: string;
      claves: string;
      facetas: string[];
      importacion: string | null;
    };
    /** Words of names. */
    personas_palabras: { palabra: string };
  }
}

/** `parecidas`: instead of the words of the search, of each one those that it may have meant. */
export type Filtros = FiltrosPersonas & { parecidas?: readonly (readonly string[])[] | undefined };

type From = { after: string | null; descendente: boolean; limit: number };

/** How many of the list are looked at in their order before it is the index of words that is asked. */
const AHEAD = 20_000;
/** Of those that only look like what is looked for, how many are compared. */
const COMPARED = 1_000;

const like = (column: string, pattern: string) => sql`${sql.ref(column)} like ${pattern}`;

const isThere = ({ texto, enNombre, enClaves }: Buscado): RawBuilder<boolean> => {
  const text = escapeLike(texto);
  return sql<boolean>`(${sql.join(
    [
      ...(enNombre === 'parte' ? [like('d.busqueda', `%${text}%`)] : []),
      // Less than three letters have no place in an index of threes, but where a word begins.
      ...(enNombre === 'inicio'
        ? [like('d.busqueda', `${text}%`), like('d.busqueda', `% ${text}%`)]
        : []),
      ...(enClaves ? [like('d.claves', `% ${text}%`)] : []),
    ],
    sql` or `,
  )})`;
};

const anyOf = (conditions: readonly RawBuilder<boolean>[], joint: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(conditions, joint)})`;

const searched = ({ busqueda, parecidas }: Filtros): RawBuilder<boolean> | null => {
  if (parecidas) {
    const each = parecidas.map((words) =>
      anyOf(
        words.map((word) => isThere(buscadoOf(word))),
        sql` or `,
      ),
    );
    return anyOf(each, sql` and `);
  }
  const ways = buscadosDe(busqueda).map((all) => anyOf(all.map(isThere), sql` and `));
  return ways.length === 0 ? null : anyOf(ways, sql` or `);
};

const VISIBLE = sql<boolean>`(d.importacion is null
  or d.importacion not in (select i.id from importaciones i
    where not ${inEstado(IMPORTACION, 'i.estado', 'terminada')}))`;

/** What the filters ask of a row of the directory, `d`. */
const conditions = (filtros: Filtros): RawBuilder<boolean>[] => {
  const facetas = facetasDe(filtros);
  const words = searched(filtros);
  return [
    ...(facetas.length > 0 ? [sql<boolean>`d.facetas @> ${facetas}::text[]`] : []),
    ...(words ? [words] : []),
  ];
};

const whole = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : anyOf(conditions, sql` and `);

const after = ({ after, descendente }: Omit<From, 'limit'>): RawBuilder<boolean> =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`d.busqueda ${sql.raw(descendente ? '<' : '>')}
        (select a.busqueda from personas_directorio a where a.persona_id = ${after})`;

/** How many people the filters show; null: more than are counted. */
export const countPersonas = (db: Db, filtros: Filtros): Promise<number | null> =>
  countRows(
    db,
    db
      .selectFrom('personas_directorio as d')
      .select('d.persona_id')
      .where(VISIBLE)
      .where(whole(conditions(filtros))),
  );

const LISTED = [
  'personas.id',
  'personas.clave',
  'personas.curp',
  'personas.nombre_completo',
  'personas.correo_conocido',
  'personas.curp_declarada',
  'personas.creado_en',
  'd.facetas',
  correoDe('personas.id').as('correo_cuenta'),
  uidDe('personas.id').as('uid'),
  duplicadoDe('personas.id').as('duplicado'),
] as const;

/** The rows of the people that a statement gives (`persona_id`). */
const listed = (db: Db, hits: RawBuilder<{ persona_id: string }>) =>
  db
    .selectFrom(hits.as('hits'))
    .innerJoin('personas_directorio as d', 'd.persona_id', 'hits.persona_id')
    .innerJoin('personas', 'personas.id', 'hits.persona_id')
    .select(LISTED);

/** In the list's order, of its next ones: enough where many of them are what is asked for. */
const ahead = (filtros: Filtros, from: From): RawBuilder<{ persona_id: string }> => {
  const order = sql.raw(from.descendente ? 'desc' : 'asc');
  return sql`(select d.persona_id from (
      select d.persona_id, d.busqueda, d.facetas from personas_directorio d
      where ${VISIBLE} and ${after(from)} order by d.busqueda ${order} limit ${AHEAD}
    ) d where ${whole(conditions(filtros))} order by d.busqueda ${order} limit ${from.limit})`;
};

/** By the index of words and facets, put in order afterwards: for what few are. */
const found = (filtros: Filtros, from: From): RawBuilder<{ persona_id: string }> => {
  const order = sql.raw(from.descendente ? 'desc' : 'asc');
  return sql`(with hits as materialized (
      select d.persona_id, d.busqueda from personas_directorio d
      where ${VISIBLE} and ${after(from)} and ${whole(conditions(filtros))}
    ) select persona_id from hits order by busqueda ${order} limit ${from.limit})`;
};

/** Whether what is asked for can be told from the index of the list's order alone. */
const inOrder = ({ busqueda }: Filtros): boolean =>
  buscadosDe(busqueda).every((all) => all.every(({ enClaves }) => !enClaves));

/**
 * By name, after the person with an id (null: from the beginning). What many are is found soon in the list's order,
 * what few are by the index of words; which of the two it is, no statistics tell for words: names that begin alike
 * stand together. So the next ones are looked at first, and the index is asked when they were not enough.
 */
export const selectPersonas = async (db: Db, filtros: Filtros, from: From) => {
  const page = (hits: RawBuilder<{ persona_id: string }>) =>
    listed(db, hits)
      .orderBy('d.busqueda', from.descendente ? 'desc' : 'asc')
      .execute();
  if (inOrder(filtros)) {
    const rows = await page(ahead(filtros, from));
    if (rows.length === from.limit || conditions(filtros).length === 0) return rows;
  }
  return page(found(filtros, from));
};

/** The words of names that look most like one that is mistyped, the likest first. */
const selectPalabras = async (db: Db, word: string): Promise<string[]> => {
  const { rows } = await sql<{ palabra: string; parecido: number }>`
    select palabra, similarity(palabra, ${word})::float as parecido from personas_palabras
    where palabra % ${word} order by 2 desc, 1 limit 8`.execute(db);
  const least = LIKENESS.find((least) => rows.some(({ parecido }) => parecido >= least)) ?? 1;
  return rows.filter(({ parecido }) => parecido >= least).map(({ palabra }) => palabra);
};

/**
 * What the words of a search may have meant: of each the likest word that some name has, and then any of those that
 * look like it. Empty: nothing looks like them.
 */
export const selectParecidas = async (
  db: Db,
  { busqueda = '' }: Filtros,
): Promise<(readonly string[])[][]> => {
  const words = wordsOf(busqueda);
  if (!words.some(maySlip)) return [];
  const meant: string[][] = [];
  for (const word of words) {
    // What is too short to be mistyped, or a number, is what it is.
    const slips = maySlip(word) && word.length > 2;
    meant.push(slips ? await selectPalabras(db, word) : [word]);
  }
  return meant.every(({ length }) => length > 0) ? [meant.map(([best = '']) => [best]), meant] : [];
};

const alike = (filtros: Filtros, limit: number): RawBuilder<{ persona_id: string }> =>
  sql`(select d.persona_id from (
      select d.persona_id, d.busqueda from personas_directorio d
      where ${VISIBLE} and ${whole(conditions(filtros))} limit ${COMPARED}
    ) d order by ${likenessOf(['d.busqueda'], filtros.busqueda)} desc, d.busqueda limit ${limit})`;

/** Those that look like the words (`parecidas`), the likest first. */
export const selectPersonasLike = (db: Db, filtros: Filtros, limit: number) =>
  listed(db, alike(filtros, limit))
    .orderBy(likenessOf(['d.busqueda'], filtros.busqueda), 'desc')
    .orderBy('d.busqueda')
    .execute();

/** What these files say of employment and telephones, as it was added. */
export const selectDatosListados = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('personas_entradas')
    .select(['persona_id', 'apartado', 'datos'])
    .where('persona_id', 'in', ids)
    .where('apartado', 'in', ['empleo', 'servicio', 'telefono'])
    .orderBy('creado_en')
    .orderBy('id')
    .execute();

/** How many files wait for each thing. */
export const countPendientes = (db: Db) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from personas where curp is null)`.as('sinCurp'),
      sql<number>`(select count(*) from personas where cardinality(discrepancias) > 0
        and discrepancias_revisadas_en is null)`.as('discrepancias'),
    ])
    .executeTakeFirstOrThrow();

const EXPORTED = [
  'personas.id',
  'personas.clave',
  'personas.curp',
  'personas.nombre',
  'personas.apellido_paterno as apellidoPaterno',
  'personas.apellido_materno as apellidoMaterno',
  'personas.fecha_nacimiento as fechaNacimiento',
  'personas.sexo',
  'personas.entidad_nacimiento as entidad',
  // As the list shows it: the address of their account, or else the known one.
  sql<string | null>`coalesce(${correoDe('personas.id')}, personas.correo_conocido)`.as('correo'),
] as const;

const exported = (db: Db, hits: RawBuilder<{ persona_id: string }>) =>
  db
    .selectFrom(hits.as('hits'))
    .innerJoin('personas_directorio as d', 'd.persona_id', 'hits.persona_id')
    .innerJoin('personas', 'personas.id', 'hits.persona_id')
    .select(EXPORTED);

/** A block of the people that the filters show, in the list's order, after one of them: for what reads them all. */
export const selectPersonasAfter = (db: Db, filtros: Filtros, id: string | null, limit: number) => {
  const from = { after: id, descendente: false };
  // Which way is the better one, the planner may choose: all of them are read.
  const hits = sql<{ persona_id: string }>`(select d.persona_id from personas_directorio d
    where ${VISIBLE} and ${after(from)} and ${whole(conditions(filtros))}
    order by d.busqueda limit ${limit})`;
  return exported(db, hits).orderBy('d.busqueda').execute();
};

/** The same of those that look like the words, the likest first. */
export const selectPersonasAlike = (db: Db, filtros: Filtros, limit: number) =>
  exported(db, alike(filtros, limit))
    .orderBy(likenessOf(['d.busqueda'], filtros.busqueda), 'desc')
    .orderBy('d.busqueda')
    .execute();

export type FilaPersona = Awaited<ReturnType<typeof selectPersonasAfter>>[number];

export type PersonaListadaRow = Awaited<ReturnType<typeof selectPersonas>>[number];
