import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, notInGrupo } from '../../../platform/server/db/estados.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

/** What SQL of other features reads of enrolments. */

/** Somebody's living enrolment in an edition; null without one. */
export type InscripcionVivaRow = {
  inscripcion_id: string | null;
  inscripcion_estado: Estado | null;
};

/** `left join ${INSCRIPCION_VIVA.de(personaId)}`: of that person, in the edition `e` (their draft included). */
export const INSCRIPCION_VIVA = {
  /** Whether there is one that was sent, in a column. */
  enviada: sql<boolean>`(i.id is not null and not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')})`,
  columns: sql`i.id as inscripcion_id, i.estado as inscripcion_estado`,
  de: (personaId: string | null): RawBuilder<unknown> =>
    sql`inscripciones i on i.edicion_id = e.id and i.persona_id = ${personaId}
      and ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')}`,
} as const;

/** `from ${INSCRITA.tables}`: the enrolment is `i`, of `i.persona_id` in `i.edicion_id`. */
export const INSCRITA: {
  tables: RawBuilder<unknown>;
  /** It takes a seat: it is being taken, or was. */
  conLugar: RawBuilder<boolean>;
  /** It is being taken. */
  cursando: RawBuilder<boolean>;
} = {
  tables: sql`inscripciones i`,
  conLugar: inGrupo(INSCRIPCION, 'conLugar', 'i.estado'),
  cursando: inEstado(INSCRIPCION, 'i.estado', 'inscrita'),
};
