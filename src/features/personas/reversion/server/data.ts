import { type ColumnType, type Generated, sql } from 'kysely';
import { mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { Ilegible } from '../../../../platform/shared/formatos.ts';
import { nombreDeCuenta } from '../../../identidad/server/reading.ts';
import { FUSION_HECHA } from '../estados.ts';
import type { Cambios, Fila, Fotos, Vuelta } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    fusiones_hechas: {
      id: Generated<string>;
      anterior_id: string;
      persona_id: string;
      hecha_por: string | null;
      hecha_en: Date;
      vence_en: Date;
      cambios: ColumnType<unknown, string | null, string | null>;
      estado: 'reversible' | 'deshecha' | 'definitiva';
      deshecha_por: string | null;
      deshecha_en: Date | null;
      motivo: string | null;
    };
  }
}

/** What a table is made of, from the catalog: its key and the columns that are written. */
type Tabla = { tabla: string; llave: string[]; columnas: string[] };
const NINGUNA: Tabla = { tabla: '', llave: [], columnas: [] };
const describeTablas = async (trx: Trx, tablas: readonly string[]): Promise<Map<string, Tabla>> => {
  const { rows } = await sql<Tabla>`
    select c.relname::text as tabla,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by a.attnum) as llave,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columnas
    from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relname = any(${tablas}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.tabla, row]));
};

type Hija = { hija: string; columna: string; madre: string; llave: string };
/** What goes by itself with the rows of these tables. */
const selectHijas = async (trx: Trx, tablas: readonly string[]): Promise<Hija[]> => {
  const { rows } = await sql<Hija>`
    select h.relname::text as hija, ha.attname::text as columna, m.relname::text as madre, ma.attname::text as llave
    from pg_constraint k
      join pg_class h on h.oid = k.conrelid join pg_class m on m.oid = k.confrelid
      join pg_attribute ha on ha.attrelid = h.oid and ha.attnum = k.conkey[1]
      join pg_attribute ma on ma.attrelid = m.oid and ma.attnum = k.confkey[1]
    where k.contype = 'f' and k.confdeltype = 'c' and cardinality(k.conkey) = 1
      and h.relnamespace = current_schema()::regnamespace
      and m.relname = any(${tablas}::text[]) and not h.relname = any(${tablas}::text[])
    order by 1`.execute(trx);
  return rows;
};

const rowsOf = async (
  trx: Trx,
  { tabla, llave, columnas }: Tabla,
  where: ReturnType<typeof sql<boolean>>,
): Promise<Record<string, Fila>> => {
  const { rows } = await sql<{ fila: Fila }>`
    select (select jsonb_object_agg(key, value::text) from jsonb_each(to_jsonb(t))) as fila
    from ${sql.table(tabla)} t where ${where}`.execute(trx);
  const written = new Set(columnas);
  return Object.fromEntries(
    rows.map(({ fila }) => [
      JSON.stringify(llave.map((column) => fila[column])),
      Object.fromEntries(Object.entries(fila).filter(([column]) => written.has(column))),
    ]),
  );
};

/**
 * Every row of these columns (`tabla.columna`) that names one of these people, their files, and what would go by
 * itself with any of those rows.
 */
export const takeFotos = async (
  trx: Trx,
  columnas: readonly string[],
  ids: readonly string[],
): Promise<Fotos> => {
  const byTable = new Map<string, string[]>([['personas_todas', ['id']]]);
  for (const one of columnas) {
    const [tabla, columna] = one.split('.') as [string, string];
    byTable.set(tabla, [...(byTable.get(tabla) ?? []), columna]);
  }
  const hijas = (await selectHijas(trx, [...byTable.keys()])).filter(
    ({ madre }) => madre !== 'personas_todas',
  );
  const tablas = await describeTablas(trx, [...byTable.keys(), ...hijas.map(({ hija }) => hija)]);
  const names = (tabla: string) =>
    sql<boolean>`(${sql.join(
      (byTable.get(tabla) ?? []).map((c) => sql`${sql.ref(`t.${c}`)} = any(${ids}::uuid[])`),
      sql` or `,
    )})`;
  const suyas: Record<string, Record<string, Fila>> = {};
  for (const tabla of byTable.keys()) {
    suyas[tabla] = await rowsOf(trx, tablas.get(tabla)!, names(tabla));
  }
  const colgadas: Record<string, Record<string, Fila>> = {};
  for (const { hija, columna, madre, llave } of hijas) {
    const parents = Object.values(suyas[madre] ?? {}).map((row) => row[llave]!);
    const found =
      parents.length === 0
        ? {}
        : await rowsOf(
            trx,
            tablas.get(hija)!,
            sql<boolean>`to_jsonb(${sql.ref(`t.${columna}`)}) = any(${parents}::jsonb[])`,
          );
    colgadas[hija] = { ...colgadas[hija], ...found };
  }
  return { suyas, colgadas };
};

const jsonOf = (fila: Fila): string =>
  `{${Object.entries(fila)
    .map(([column, value]) => `${JSON.stringify(column)}:${value}`)
    .join(',')}}`;

/** Does the steps that undo a merge, in their order. @throws {Ilegible} of what is kept of a table as it is not. */
export const applyVueltas = async (trx: Trx, vueltas: readonly Vuelta[]): Promise<void> => {
  const tablas = await describeTablas(trx, [...new Set(vueltas.map(({ tabla }) => tabla))]);
  for (const vuelta of vueltas) {
    const { llave, columnas } = tablas.get(vuelta.tabla) ?? NINGUNA;
    const key = JSON.parse(vuelta.llave) as string[];
    const columns = vuelta.hace === 'quitar' ? [] : Object.keys(vuelta.fila);
    if (key.length !== llave.length || columns.some((column) => !columnas.includes(column))) {
      throw new Ilegible(new Error(`${vuelta.tabla} is not as it was kept`));
    }
    const table = sql.table(vuelta.tabla);
    const isIt = sql.join(
      llave.map((column, i) => sql`to_jsonb(${sql.ref(`t.${column}`)}) = ${key[i]}::jsonb`),
      sql` and `,
    );
    if (vuelta.hace === 'quitar') {
      await sql`delete from ${table} t where ${isIt}`.execute(trx);
      continue;
    }
    if (columns.length === 0) continue;
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(columns.map((column) => sql.ref(`r.${column}`)));
    const read = sql`jsonb_populate_record(null::${table}, ${jsonOf(vuelta.fila)}::jsonb) r`;
    await (vuelta.hace === 'poner'
      ? sql`insert into ${table} (${list}) overriding system value select ${values} from ${read}`
      : sql`update ${table} t set (${list}) = (select ${values} from ${read}) where ${isIt}`
    ).execute(trx);
  }
};

/** Keeps what a merge changed, for as long as it can be undone. */
export const insertFusionHecha = async (
  trx: Trx,
  f: { cambios: Cambios; por: string; en: Date; venceEn: Date },
): Promise<void> => {
  await trx
    .insertInto('fusiones_hechas')
    .values({
      anterior_id: f.cambios.de,
      persona_id: f.cambios.a,
      hecha_por: f.por,
      hecha_en: f.en,
      vence_en: f.venceEn,
      cambios: JSON.stringify(f.cambios),
      estado: FUSION_HECHA.pasos.hacer.a,
      deshecha_por: null,
      deshecha_en: null,
      motivo: null,
    })
    .execute();
};

const listed = (db: Db | Trx) =>
  db
    .selectFrom('fusiones_hechas')
    .innerJoin('personas', 'personas.id', 'fusiones_hechas.persona_id')
    .leftJoin('claves_anteriores', 'claves_anteriores.anterior_id', 'fusiones_hechas.anterior_id')
    .select([
      'fusiones_hechas.id',
      'fusiones_hechas.anterior_id',
      'fusiones_hechas.persona_id',
      'fusiones_hechas.hecha_en',
      'fusiones_hechas.vence_en',
      'fusiones_hechas.estado',
      'fusiones_hechas.deshecha_en',
      'fusiones_hechas.motivo',
      'personas.clave as actual_clave',
      'personas.nombre_completo as actual_nombre',
      'claves_anteriores.clave as anterior_clave',
      sql<string | null>`claves_anteriores.datos->>'nombre_completo'`.as('anterior_nombre'),
      nombreDeCuenta('fusiones_hechas.hecha_por').as('hecha_por_nombre'),
      nombreDeCuenta('fusiones_hechas.deshecha_por').as('deshecha_por_nombre'),
    ]);

/** The merges that can be undone, the latest first. */
export const selectReversibles = (
  db: Db,
  ahora: Date,
  { pagina, porPagina }: { pagina: number; porPagina: number },
) =>
  listed(db)
    .where(mayTake(FUSION_HECHA, 'deshacer'))
    .where('fusiones_hechas.vence_en', '>', ahora)
    .orderBy('fusiones_hechas.hecha_en', 'desc')
    .orderBy('fusiones_hechas.id')
    .limit(porPagina)
    .offset((pagina - 1) * porPagina)
    .execute();
export type ReversibleRow = Awaited<ReturnType<typeof selectReversibles>>[number];

export const countReversibles = async (db: Db, ahora: Date): Promise<number> => {
  const row = await db
    .selectFrom('fusiones_hechas')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(mayTake(FUSION_HECHA, 'deshacer'))
    .where('vence_en', '>', ahora)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** One of them with what it changed. */
export const findFusionHecha = (db: Db | Trx, id: string) =>
  listed(db)
    .select('fusiones_hechas.cambios')
    .where('fusiones_hechas.id', '=', id)
    .executeTakeFirst();

/** Holds a merge and the file that took the other in; nobody undoes it or refers to the file meanwhile. */
export const lockFusionHecha = async (trx: Trx, id: string, personaId: string): Promise<void> => {
  await trx.selectFrom('personas').select('id').where('id', '=', personaId).forUpdate().execute();
  await trx.selectFrom('fusiones_hechas').select('id').where('id', '=', id).forUpdate().execute();
};

/** Marks one as undone; false when it cannot be any more. What it changed goes. */
export const closeFusionHecha = async (
  trx: Trx,
  id: string,
  { por, en, motivo }: { por: string; en: Date; motivo: string },
): Promise<boolean> => {
  const result = await trx
    .updateTable('fusiones_hechas')
    .set({
      estado: FUSION_HECHA.pasos.deshacer.a,
      cambios: null,
      deshecha_por: por,
      deshecha_en: en,
      motivo,
    })
    .where('id', '=', id)
    .where('vence_en', '>', en)
    .where(mayTake(FUSION_HECHA, 'deshacer'))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Forgets what the merges changed whose days are over. */
export const expireFusionesHechas = async (trx: Trx, ahora: Date): Promise<void> => {
  await trx
    .updateTable('fusiones_hechas')
    .set({ estado: FUSION_HECHA.pasos.vencer.a, cambios: null })
    .where(mayTake(FUSION_HECHA, 'vencer'))
    .where('vence_en', '<=', ahora)
    .execute();
};

/** A merge goes with the file that took in, when that one is taken in. */
export const moveFusionesHechas = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('fusiones_hechas')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};
