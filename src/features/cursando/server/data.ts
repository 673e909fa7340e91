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

export type ProximaRow = SesionRow & Pick<ActividadRow, 'curso_nombre' | 'edicion_nombre'>;

/** The next session of each edition that somebody takes, from `hoy` to `hasta` (YYYY-MM-DD), the nearest first. */
export const selectProximas = async (
  db: Db,
  personaId: string,
  { hoy, hasta }: { hoy: string; hasta: string },
): Promise<ProximaRow[]> => {
  const { rows } = await sql<ProximaRow>`
    select * from (select distinct on (e.id) ${SESION.columns}, c.nombre as curso_nombre,
        e.nombre as edicion_nombre
      from ${INSCRITA.tables} join ${ACTIVIDAD.tables} on e.id = i.edicion_id
      join ${SESION.tables} on s.edicion_id = e.id and s.fecha between ${hoy}::date and ${hasta}::date
        and (s.grupo_id is null or i.grupo_id is null or s.grupo_id = i.grupo_id)
      where i.persona_id = ${personaId} and ${INSCRITA.conLugar} and e.cancelada_en is null
      order by e.id, s.fecha, s.de) proximas
    order by fecha, de limit 10`.execute(db);
  return rows;
};
