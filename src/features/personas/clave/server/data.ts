import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    claves_anteriores: {
      clave: string;
      persona_id: string;
      anterior_id: string | null;
      datos: ColumnType<unknown, string, string>;
      creado_en: Generated<Date>;
    };
  }
}

/**
 * The person with that key, and the one with the other key or CURP, as they are at this moment; `lock` holds
 * both, always in the same order, until the transaction ends: nobody can refer to them meanwhile.
 */
export const selectPar = async (trx: Trx, clave: string, otra: string, lock: boolean) => {
  let query = trx
    .selectFrom('personas')
    .selectAll()
    .where('clave', 'in', [clave, otra])
    .orderBy('id');
  if (lock) query = query.forUpdate();
  const rows = await query.execute();
  return {
    anterior: rows.find((row) => row.clave === clave),
    actual: rows.find((row) => row.clave === otra && row.clave !== clave),
  };
};
export type PersonaRow = NonNullable<Awaited<ReturnType<typeof selectPar>>['anterior']>;

type Cambios = Partial<
  Pick<
    PersonaRow,
    | 'clave'
    | 'curp'
    | 'nombre'
    | 'apellido_paterno'
    | 'apellido_materno'
    | 'nombre_completo'
    | 'fecha_nacimiento'
    | 'sexo'
    | 'entidad_nacimiento'
    | 'correo_conocido'
    | 'curp_declarada'
  >
>;

/** Saves what changed of a person; the review of the discrepancies holds while they are the same. */
export const savePersona = async (
  trx: Trx,
  id: string,
  cambios: Cambios,
  discrepancias: readonly string[],
  ahora: Date,
): Promise<void> => {
  const same = sql<boolean>`discrepancias = ${discrepancias}::text[]`;
  await trx
    .updateTable('personas')
    .set({
      ...cambios,
      discrepancias: sql<string[]>`${discrepancias}::text[]`,
      discrepancias_nota: sql`case when ${same} then discrepancias_nota end`,
      discrepancias_revisadas_en: sql`case when ${same} then discrepancias_revisadas_en end`,
      actualizado_en: ahora,
    })
    .where('id', '=', id)
    .execute();
};

/** Keeps the key that a file had, and what it said; `anteriorId` when that file was merged. */
export const insertClaveAnterior = async (
  trx: Trx,
  {
    row,
    personaId,
    anteriorId,
    ahora,
  }: { row: PersonaRow; personaId: string; anteriorId: string | null; ahora: Date },
): Promise<void> => {
  await trx
    .insertInto('claves_anteriores')
    .values({
      clave: row.clave,
      persona_id: personaId,
      anterior_id: anteriorId,
      datos: JSON.stringify(row),
      creado_en: ahora,
    })
    .execute();
};

/** A key that somebody had before is not an earlier one any more: it is theirs again. */
export const deleteClaveAnterior = async (trx: Trx, clave: string): Promise<void> => {
  await trx.deleteFrom('claves_anteriores').where('clave', '=', clave).execute();
};

/** The earlier keys of a file that is merged open the one that takes it in. */
export const moveClavesAnteriores = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('claves_anteriores')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

/** Fails, and with it the whole transaction, while anything still refers to the person. */
export const deletePersona = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('personas').where('id', '=', id).execute();
};

/**
 * Every column of the database that names a person, as `tabla.columna`: the foreign keys, and the
 * columns called persona_id that are not.
 */
export const selectColumnasDePersona = async (db: Db): Promise<string[]> => {
  // The catalog itself: the views of information_schema take a third of a second.
  const { rows } = await sql<{ columna: string }>`
    select c.relname || '.' || a.attname as columna
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
      and (a.attname like '%persona_id' or exists (
        select 1 from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
          and k.confrelid = 'personas_todas'::regclass and a.attnum = any(k.conkey)))
    order by 1`.execute(db);
  return rows.map(({ columna }) => columna);
};
