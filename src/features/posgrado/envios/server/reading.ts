import { type RawBuilder, sql } from 'kysely';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { CONVOCATORIA_DE } from '../../convocatorias/server/reading.ts';

/** Columns that both forms have, with the person, the course and the account of its applicant. */
export type FilaRow<E extends string> = ActividadRow &
  PersonaRow & {
    id: string;
    persona_id: string;
    convocatoria_id: string;
    estado: E;
    /** Read with `respuestasLeidas`. */
    respuestas: unknown;
    sensibles: string | null;
    guardar: string[];
    guardado_en: Date | null;
    enviada_en: Date | null;
    motivo: string | null;
    creado_en: Date;
    actualizado_en: Date;
    /** Null: its person has no account. */
    uid: string | null;
    correo: string | null;
  };

/** `select ${FILA.columns} from ${FILA.tables('presolicitudes')}`: the row is `t`, its call `cv`, its person `pe`. */
export const FILA = {
  tables: (tabla: 'presolicitudes' | 'solicitudes'): RawBuilder<unknown> =>
    sql`${sql.table(tabla)} t join ${CONVOCATORIA_DE.tables} on cv.id = t.convocatoria_id
      join ${PERSONA.tables} on pe.id = t.persona_id`,
  columns: sql`${ACTIVIDAD.columns}, ${PERSONA.columns}, t.id, t.persona_id, t.convocatoria_id, t.estado, t.respuestas, t.sensibles,
    t.guardar, t.guardado_en, t.enviada_en, t.motivo, t.creado_en, t.actualizado_en,
    ${uidDe('pe.id')} as uid, ${correoDe('pe.id')} as correo`,
};

/** What is typed and not sent: without the sensitive answers, and those sealed. */
export type Tecleado = {
  respuestas: string;
  sensibles: string | null;
  guardar: readonly string[] | undefined;
  ahora: Date;
};

/** A folio as it is searched: as people read it, by groups of four, and without hyphens, whichever way it is kept. */
export const folioBuscado = (folio: RawBuilder<unknown>): RawBuilder<string> =>
  sql`replace(${folio}, '-', '') || ' ' || regexp_replace(replace(${folio}, '-', ''), '(.{4})(?=.)', '\\1-', 'g')`;
