import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { INSCRITA } from '../../../inscripciones/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { type ActividadImpresa, readActividad } from '../../actas/contract.ts';
import type { Resultado } from '../../rules.ts';

export type AsignaturaRow = {
  actividad: ActividadImpresa;
  calificacion: number | null;
  asistencia: number | null;
  resultado: Resultado;
  folio: string;
  version: number;
};

/** Everything somebody took that has its acta, as that says it, by when it ended. */
export const selectAsignaturas = async (db: Db, personaId: string): Promise<AsignaturaRow[]> => {
  const { rows } = await sql<AsignaturaRow & { actividad: unknown }>`
    select v.actividad, x.calificacion::float8, x.asistencia::float8, x.resultado, a.folio, a.version
    from ${INSCRITA.tables}
    join acta_resultados x on x.inscripcion_id = i.id
    join actas a on a.id = x.acta_id
    join acta_versiones v on v.acta_id = a.id and v.numero = a.version
    where i.persona_id = ${personaId}
    order by v.actividad #>> '{edicion,termina}', a.folio`.execute(db);
  return rows.map((row) => ({ ...row, actividad: readActividad(row.actividad) }));
};

/** Whose a kárdex is. */
export const findTitular = async (db: Db, personaId: string): Promise<PersonaRow | null> => {
  const { rows } = await sql<PersonaRow>`
    select ${PERSONA.columns} from ${PERSONA.tables} where pe.id = ${personaId}`.execute(db);
  return rows[0] ?? null;
};

export type SinActaRow = { curso: string; edicion: string; termina: string };

/** What somebody is enrolled in and has no acta yet, by when it ends. */
export const selectSinActa = async (db: Db, personaId: string): Promise<SinActaRow[]> => {
  const { rows } = await sql<SinActaRow>`
    select c.nombre as curso, e.nombre as edicion, e.termina
    from ${INSCRITA.tables} join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.persona_id = ${personaId} and e.cancelada_en is null
      and ${INSCRITA.cursando}
    order by e.termina, e.id`.execute(db);
  return rows;
};
