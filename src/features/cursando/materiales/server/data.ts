import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { type Antivirus, antivirusOf } from '../../../../platform/server/db/antivirus.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';

type MaterialesTable = {
  id: Generated<string>;
  edicion_id: string;
  titulo: string;
  nota: string;
  orden: number;
  publicado: boolean;
  enlace: string | null;
  objeto: string | null;
  sha256: string | null;
  bytes: number | null;
  content_type: string | null;
  nombre: string | null;
  creado_en: Date;
  actualizado_en: Date;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    materiales: MaterialesTable;
  }
}

export type MaterialRow = Selectable<MaterialesTable> & { antivirus: Antivirus };

const ANTIVIRUS = antivirusOf('materiales.objeto').as('antivirus');

/** What editions give, in their order; `publicados`: only what those who take them see. */
export const selectMateriales = (
  db: Db | Trx,
  ediciones: readonly string[],
  { publicados }: { publicados: boolean },
): Promise<MaterialRow[]> =>
  db
    .selectFrom('materiales')
    .selectAll()
    .select(ANTIVIRUS)
    .where(sql<boolean>`edicion_id = any(${ediciones}::uuid[])`)
    .where(publicados ? sql<boolean>`publicado` : sql<boolean>`true`)
    .orderBy('orden')
    .orderBy('id')
    .execute();

export const findMaterial = (db: Db | Trx, id: string): Promise<MaterialRow | undefined> =>
  db.selectFrom('materiales').selectAll().select(ANTIVIRUS).where('id', '=', id).executeTakeFirst();

/** One at a time adds, removes or orders the materials of an edition. Gives whether there is such an edition. */
export const lockMateriales = async (trx: Trx, edicionId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(728031, hashtext(${edicionId}))`.execute(trx);
  const { rows } =
    await sql`select e.id from ${ACTIVIDAD.tables} where e.id = ${edicionId}`.execute(trx);
  return rows.length > 0;
};

export const insertMaterial = async (
  trx: Trx,
  row: Insertable<MaterialesTable>,
): Promise<string> => {
  const { id } = await trx
    .insertInto('materiales')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateMaterial = async (
  trx: Trx,
  id: string,
  change: Pick<MaterialRow, 'titulo' | 'nota' | 'publicado' | 'enlace' | 'actualizado_en'>,
): Promise<void> => {
  await trx.updateTable('materiales').set(change).where('id', '=', id).execute();
};

export const deleteMaterial = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('materiales').where('id', '=', id).execute();
};

export const setOrden = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await sql`update materiales m set orden = n.orden
    from unnest(${ids}::uuid[]) with ordinality as n(id, orden) where m.id = n.id`.execute(trx);
};

/** Whether somebody has a place in an edition, or had one to its end. */
export const hasLugar = async (
  db: Db,
  { edicionId, personaId }: { edicionId: string; personaId: string | null },
): Promise<boolean> => {
  const { rows } = await sql`select from ${INSCRITA.tables}
    where i.edicion_id = ${edicionId} and i.persona_id = ${personaId} and ${INSCRITA.conLugar}
    limit 1`.execute(db);
  return rows.length > 0;
};
