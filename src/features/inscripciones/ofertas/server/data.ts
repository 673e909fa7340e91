import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, SE_OFRECE } from '../../../cursos/server/reading.ts';
import { versionEnVigor } from '../../../plantillas/server/reading.ts';
import { INSCRIPCION_VIVA } from '../../server/reading.ts';
import { OFERTA, type OfertaRow } from './reading.ts';

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
    select ${OFERTA.columns}
    from ${ACTIVIDAD.tables}
    left join ${INSCRIPCION_VIVA.de(personaId)}
    where e.inscripcion_cierra > ${ahora} and e.inscripcion_abre <= ${hasta}
      and e.cancelada_en is null and ${SE_OFRECE} and ${versionEnVigor('e.plantilla_id')} is not null
    order by e.inscripcion_cierra, e.inscripcion_abre, e.id
    limit ${limite}`.execute(db);
  return rows;
};
