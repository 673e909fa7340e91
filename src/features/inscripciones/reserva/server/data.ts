import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { CUPOS_OCUPADOS } from '../../../cursos/lugares/server/reading.ts';

/** How many seats of each quota of an edition are taken, by its key. */
export const selectOcupados = async (
  db: Db,
  edicionId: string,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ clave: string; ocupados: number }>`
    select k.clave, k.ocupados from ${CUPOS_OCUPADOS} where k.edicion_id = ${edicionId}`.execute(
    db,
  );
  return new Map(rows.map(({ clave, ocupados }) => [clave, ocupados]));
};
