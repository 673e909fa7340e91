import { sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { CONVOCATORIA } from '../../../estados.ts';

/** An application of a call by its folio. */
export const findPorFolio = async (
  db: Db | Trx,
  convocatoriaId: string,
  folio: string,
): Promise<{ id: string; persona_id: string } | undefined> => {
  const { rows } = await sql<{ id: string; persona_id: string }>`
    select s.id, s.persona_id from solicitudes s
    where s.convocatoria_id = ${convocatoriaId} and s.folio = ${folio}`.execute(db);
  return rows[0];
};

/** Calls in force that have evaluators. */
export const selectConvocatoriasConEvaluadores = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select cv.id from convocatorias cv
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
      and exists (select from evaluadores v where v.convocatoria_id = cv.id)
    order by cv.id`.execute(db);
  return rows.map(({ id }) => id);
};
