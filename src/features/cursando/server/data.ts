import { sql } from 'kysely';
import type { Db } from '../../../platform/server/db/index.ts';
import {
  ACTIVIDAD,
  type ActividadRow,
  SESION,
  type SesionRow,
} from '../../cursos/server/reading.ts';
import type { Estado } from '../../inscripciones/estados.ts';
import { INSCRITA } from '../../inscripciones/server/reading.ts';

export type CursadoRow = ActividadRow & {
  inscripcion_id: string;
  inscripcion_estado: Estado;
  /** It takes a seat. */
  con_lugar: boolean;
  grupo: string | null;
  /** Those of everybody and of the person's own group. */
  sesiones: SesionRow[];
};

/** All that somebody enrolled in, drafts included. */
export const selectCursados = async (db: Db, personaId: string): Promise<CursadoRow[]> => {
  const { rows } = await sql<CursadoRow>`
    select ${ACTIVIDAD.columns}, i.id as inscripcion_id, i.estado as inscripcion_estado,
      ${INSCRITA.conLugar} as con_lugar, null::text as grupo,
      (select coalesce(jsonb_agg(to_jsonb(una) order by una.fecha, una.de, una.id), '[]') from (
        select ${SESION.columns} from ${SESION.tables} where s.edicion_id = e.id
          and (s.grupo_id is null or i.grupo_id is null or s.grupo_id = i.grupo_id)) una) as sesiones
    from ${INSCRITA.tables} join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.persona_id = ${personaId}
    order by e.termina desc, e.id, i.creado_en desc limit 200`.execute(db);
  return rows;
};
