import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Valores } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    personas_entradas: {
      id: string;
      persona_id: string;
      apartado: string;
      datos: Valores;
      version: Generated<number>;
      actualizado_por: string | null;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
    /** What entries point to in the catalogs. */
    personas_entradas_items: { entrada_id: string; campo: string; item_id: string };
  }
}

const COLUMNS = [
  'id',
  'persona_id',
  'apartado',
  'datos',
  'version',
  'actualizado_por',
  'actualizado_en',
] as const;

export type EntradaRow = {
  id: string;
  persona_id: string;
  apartado: string;
  datos: Valores;
  version: number;
  actualizado_por: string | null;
  actualizado_en: Date;
};

/** All that the files of these people say, as it was added; `lock` holds it until the transaction ends. */
export const selectEntradas = (
  db: Db | Trx,
  personaIds: readonly string[],
  lock = false,
): Promise<EntradaRow[]> =>
  db
    .selectFrom('personas_entradas')
    .select(COLUMNS)
    // One text, however many they are.
    .where(sql<boolean>`persona_id = any(${personaIds}::uuid[])`)
    .orderBy('creado_en')
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute();

/** The entry with that id, whosever it is, held until the transaction ends. */
export const lockEntrada = (trx: Trx, id: string): Promise<EntradaRow | undefined> =>
  trx
    .selectFrom('personas_entradas')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

const jsonb = (valores: Valores) => sql<Valores>`${JSON.stringify(valores)}::jsonb`;

/** What an entry points to, by field, instead of what it did. */
const savePointers = async (
  trx: Trx,
  id: string,
  items: Readonly<Record<string, string>>,
): Promise<void> => {
  await trx.deleteFrom('personas_entradas_items').where('entrada_id', '=', id).execute();
  const rows = Object.entries(items).map(([campo, item_id]) => ({
    entrada_id: id,
    campo,
    item_id,
  }));
  if (rows.length > 0) await trx.insertInto('personas_entradas_items').values(rows).execute();
};

export type NuevaEntrada = {
  id: string;
  personaId: string;
  apartado: string;
  valores: Valores;
  /** Ids of items, by field. */
  items: Readonly<Record<string, string>>;
  /** The account that writes it. */
  por: string | null;
  ahora: Date;
};

export const insertEntrada = async (
  trx: Trx,
  { id, personaId, apartado, valores, items, por, ahora }: NuevaEntrada,
): Promise<EntradaRow> => {
  const row = await trx
    .insertInto('personas_entradas')
    .values({
      id,
      persona_id: personaId,
      apartado,
      datos: jsonb(valores),
      actualizado_por: por,
      creado_en: ahora,
      actualizado_en: ahora,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await savePointers(trx, id, items);
  return row;
};

/** Adds entries of many files, in their order; what each points to is in `items`. */
export const insertEntradas = async (
  trx: Trx,
  entradas: readonly Pick<NuevaEntrada, 'id' | 'personaId' | 'apartado' | 'valores' | 'items'>[],
  ahora: Date,
): Promise<void> => {
  if (entradas.length === 0) return;
  await sql`insert into personas_entradas (id, persona_id, apartado, datos, creado_en, actualizado_en)
    select (r->>'id')::uuid, (r->>'personaId')::uuid, r->>'apartado', r->'valores',
      ${ahora}::timestamptz + n * interval '1 microsecond', ${ahora}
    from jsonb_array_elements(${JSON.stringify(entradas)}::jsonb) with ordinality as t(r, n)`.execute(
    trx,
  );
  const items = entradas.flatMap(({ id, items }) =>
    Object.entries(items).map(([campo, item]) => ({ id, campo, item })),
  );
  await sql`insert into personas_entradas_items (entrada_id, campo, item_id)
    select id, campo, item from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as t(id uuid, campo text, item uuid)`.execute(trx);
};

/** Takes away all that these files say, which nobody sees yet. */
export const deleteEntradasOf = async (trx: Trx, personaIds: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('personas_entradas')
    .where('persona_id', '=', sql<string>`any(${personaIds}::uuid[])`)
    .execute();
};

export const updateEntrada = async (
  trx: Trx,
  {
    id,
    valores,
    items,
    por,
    ahora,
  }: Pick<NuevaEntrada, 'id' | 'valores' | 'items' | 'por' | 'ahora'>,
): Promise<EntradaRow> => {
  const row = await trx
    .updateTable('personas_entradas')
    .set({
      datos: jsonb(valores),
      version: sql<number>`version + 1`,
      actualizado_por: por,
      actualizado_en: ahora,
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await savePointers(trx, id, items);
  return row;
};

export const deleteEntradas = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await trx.deleteFrom('personas_entradas').where('id', 'in', ids).execute();
};

export const moveEntradas = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('personas_entradas')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

/** How many entries point to an item, and of whom the first are. */
export const findUsos = async (
  db: Db,
  itemId: string,
): Promise<{ n: number; primeros: { clave: string; nombre_completo: string }[] }> => {
  const { rows } = await sql<{ n: number; clave: string; nombre_completo: string }>`
    select count(*) over () as n, p.clave, p.nombre_completo
    from (select distinct e.persona_id from personas_entradas_items i
      join personas_entradas e on e.id = i.entrada_id where i.item_id = ${itemId}) u
    join personas p on p.id = u.persona_id
    order by p.nombre_completo, p.clave limit 3`.execute(db);
  return { n: rows[0]?.n ?? 0, primeros: rows };
};

/** What is needed to say what a file lacks, in one statement. */
export const findExpediente = async (
  db: Db,
  personaId: string,
): Promise<
  | {
      clave: string;
      curp: string | null;
      entradas: Pick<EntradaRow, 'id' | 'apartado' | 'datos'>[];
    }
  | undefined
> => {
  const { rows } = await sql<{
    clave: string;
    curp: string | null;
    entradas: Pick<EntradaRow, 'id' | 'apartado' | 'datos'>[];
  }>`
    select p.clave, p.curp, coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'apartado', e.apartado, 'datos', e.datos)
          order by e.creado_en, e.id)
        from personas_entradas e where e.persona_id = p.id), '[]') as entradas
    from personas p where p.id = ${personaId}`.execute(db);
  return rows[0];
};
