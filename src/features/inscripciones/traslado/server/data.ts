import { sql } from 'kysely';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import type { Estado } from '../../estados.ts';

export type TrasladableRow = {
  id: string;
  personaId: string;
  edicionId: string;
  edicion: string;
  curso: string;
  estado: Estado;
  folio: string | null;
  actualizadoEn: Date;
};

/** Every inscripción of these people; `lock` holds them until the transaction ends. */
export const selectInscripcionesOf = async (
  trx: Trx,
  personaIds: readonly string[],
  lock: boolean,
): Promise<TrasladableRow[]> => {
  const { rows } = await sql<TrasladableRow>`
    select i.id, i.persona_id as "personaId", i.edicion_id as "edicionId", e.nombre as edicion,
      c.nombre as curso, i.estado, i.actualizado_en as "actualizadoEn",
      (select a.folio from acuses a where a.inscripcion_id = i.id) as folio
    from inscripciones i
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.persona_id = any(${personaIds}::uuid[])
    order by i.creado_en, i.id
    ${lock ? sql`for update of i` : sql``}`.execute(trx);
  return rows;
};

export const moveInscripciones = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('inscripciones')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};
