import { sql } from 'kysely';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';

export type MuestraRow = {
  id: string;
  etapa_id: string;
  orden: number;
  titulo: string;
  contenido: string;
};

/** The samples of a stage, in order. */
export const selectMuestras = (db: Db | Trx, etapaId: string): Promise<MuestraRow[]> =>
  db
    .selectFrom('calibracion_muestras')
    .select(['id', 'etapa_id', 'orden', 'titulo', 'contenido'])
    .where('etapa_id', '=', etapaId)
    .orderBy('orden')
    .execute();

export const findMuestra = (db: Db | Trx, id: string): Promise<MuestraRow | undefined> =>
  db
    .selectFrom('calibracion_muestras')
    .select(['id', 'etapa_id', 'orden', 'titulo', 'contenido'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Writes the samples of a stage instead of those that it had. */
export const replaceMuestras = async (
  trx: Trx,
  etapaId: string,
  muestras: readonly { titulo: string; contenido: string }[],
  en: Date,
): Promise<void> => {
  await trx.deleteFrom('calibracion_muestras').where('etapa_id', '=', etapaId).execute();
  if (muestras.length === 0) return;
  await trx
    .insertInto('calibracion_muestras')
    .values(muestras.map((one, i) => ({ ...one, etapa_id: etapaId, orden: i + 1, creado_en: en })))
    .execute();
};

export type CalificadaRow = { muestra_id: string; evaluador_id: string; dictamen: unknown };

/** All that was scored of the samples of a stage. */
export const selectCalificadas = async (
  db: Db | Trx,
  etapaId: string,
): Promise<CalificadaRow[]> => {
  const { rows } = await sql<CalificadaRow>`
    select k.muestra_id, k.evaluador_id, k.dictamen from calibracion_dictamenes k
    join calibracion_muestras m on m.id = k.muestra_id where m.etapa_id = ${etapaId}
    order by m.orden, k.creado_en`.execute(db);
  return rows;
};

/** Keeps the score of a sample; false: that evaluator scored it already. */
export const insertCalificada = async (
  trx: Trx,
  row: { muestraId: string; evaluadorId: string; dictamen: string; en: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into calibracion_dictamenes (muestra_id, evaluador_id, dictamen, creado_en)
    values (${row.muestraId}, ${row.evaluadorId}, ${row.dictamen}, ${row.en})
    on conflict do nothing returning muestra_id`.execute(trx);
  return rows.length === 1;
};

/** How many samples each of these stages has, and an evaluator scored. */
export const countMuestras = async (
  db: Db | Trx,
  etapas: readonly string[],
  evaluadores: readonly string[],
): Promise<{ etapa_id: string; total: number; calificadas: number }[]> => {
  const { rows } = await sql<{ etapa_id: string; total: number; calificadas: number }>`
    select m.etapa_id, count(*)::int as total,
      count(*) filter (where exists (select from calibracion_dictamenes k
        where k.muestra_id = m.id and k.evaluador_id = any(${evaluadores}::uuid[])))::int as calificadas
    from calibracion_muestras m where m.etapa_id = any(${etapas}::uuid[]) group by m.etapa_id`.execute(
    db,
  );
  return rows;
};
