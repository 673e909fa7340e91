import { sql } from 'kysely';
import { notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { versionEnVigor } from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

export type OfertaRow = ActividadRow & {
  inscripcion_id: string | null;
  inscripcion_estado: Estado | null;
};

/** Editions open at `ahora` or that open before `hasta`, with the person's living inscripción. */
export const findOfertas = async (
  db: Db,
  {
    personaId,
    ahora,
    hasta,
    limite,
  }: { personaId: string | null; ahora: Date; hasta: Date; limite: number },
): Promise<OfertaRow[]> => {
  // Without a version in force there is nothing to fill in yet.
  const { rows } = await sql<OfertaRow>`
    select ${ACTIVIDAD.columns}, i.id as inscripcion_id, i.estado as inscripcion_estado
    from ${ACTIVIDAD.tables}
    left join inscripciones i on i.edicion_id = e.id and i.persona_id = ${personaId}
      and ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
    where e.inscripcion_cierra > ${ahora} and e.inscripcion_abre <= ${hasta}
      and e.cancelada_en is null and ${versionEnVigor('e.plantilla_id')} is not null
    order by e.inscripcion_cierra, e.inscripcion_abre, e.id
    limit ${limite}`.execute(db);
  return rows;
};
