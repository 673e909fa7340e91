import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { CUPOS_OCUPADOS } from '../../../cursos/lugares/server/reading.ts';

/** How many seats of each quota of these editions are taken: by edition, and then by the quota's key. */
export const selectOcupados = async (
  db: Db,
  ediciones: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
  const { rows } = await sql<{ edicion_id: string; ocupados: Record<string, number> }>`
    select k.edicion_id, jsonb_object_agg(k.clave, k.ocupados) as ocupados from ${CUPOS_OCUPADOS}
    where k.edicion_id = any(${ediciones}::uuid[]) group by 1`.execute(db);
  return new Map(
    rows.map(({ edicion_id, ocupados }) => [edicion_id, new Map(Object.entries(ocupados))]),
  );
};
