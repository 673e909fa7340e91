import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, notInGrupo } from '../../../platform/server/db/estados.ts';
import { ACTIVIDAD } from '../../cursos/server/reading.ts';
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

/** How many wait in line in the edition `e`, in a column. */
export const EN_FILA: RawBuilder<number> = sql<number>`(select count(*)::int from inscripciones w
  where w.edicion_id = e.id and ${inEstado(INSCRIPCION, 'w.estado', 'enListaDeEspera')})`;

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

/** A course that somebody took or is taking, as one of its editions says. */
export type CursadaRow = {
  persona_id: string;
  curso_id: string;
  edicion_id: string;
  edicion_nombre: string;
  /** `inscrita`, `acreditada` or `noAcreditada`. */
  estado: Estado;
  /** The edition's last day (YYYY-MM-DD). */
  termina: string;
  cancelada: boolean;
};

/** `select ${CURSADA.columns} from ${CURSADA.tables} where ${CURSADA.conLugar}`: the enrolment is `i`, its edition `e`. */
export const CURSADA: {
  tables: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  conLugar: RawBuilder<boolean>;
} = {
  tables: sql`(inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id)`,
  columns: sql`i.persona_id, e.curso_id, e.id as edicion_id, e.nombre as edicion_nombre, i.estado, e.termina,
    e.cancelada_en is not null as cancelada`,
  conLugar: inGrupo(INSCRIPCION, 'conLugar', 'i.estado'),
};

/**
 * `left join ${CON_LUGAR(personaId)} i on i.edicion_id = e.id`: the editions in which somebody sent an enrolment, one row
 * each, whether it has a seat (`con_lugar`), and its group.
 */
export const CON_LUGAR = (personaId: string | null): RawBuilder<unknown> =>
  sql`(select distinct on (i.edicion_id) i.edicion_id, i.grupo_id,
      ${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} as con_lugar
    from inscripciones i where i.persona_id = ${personaId}
      and (${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} or ${inEstado(INSCRIPCION, 'i.estado', 'baja')})
    order by i.edicion_id, ${inGrupo(INSCRIPCION, 'conLugar', 'i.estado')} desc, i.creado_en desc)`;
