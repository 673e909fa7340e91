import { type RawBuilder, sql } from 'kysely';
import { itemEscritoDesde } from '../../catalogos/server/reading.ts';

/** What SQL of other features reads of the person that its records are of. */

export type PersonaRow = {
  persona_clave: string;
  persona_curp: string | null;
  persona_nombre: string;
  persona_apellido_paterno: string;
  persona_apellido_materno: string;
  persona_nombre_completo: string;
  persona_fecha_nacimiento: string | null;
  persona_sexo: 'H' | 'M' | 'X' | null;
  persona_entidad: string | null;
};

/** `join ${PERSONA.tables} on pe.id = …`: the person is `pe`. */
export const PERSONA: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`personas pe`,
  columns: sql`pe.clave as persona_clave, pe.curp as persona_curp, pe.nombre as persona_nombre,
    pe.apellido_paterno as persona_apellido_paterno,
    pe.apellido_materno as persona_apellido_materno,
    pe.nombre_completo as persona_nombre_completo, pe.fecha_nacimiento as persona_fecha_nacimiento,
    pe.sexo as persona_sexo, pe.entidad_nacimiento as persona_entidad`,
};

/** Of whom there is a file, also of who is to be seen no more (their data were cancelled): the file is `pt`. */
export const PERSONAS_QUE_HAY: RawBuilder<unknown> = sql`personas_todas pt`;

/**
 * Whether anything tells that somebody's employment, or where its órganos are, was written after an instant: what it says of a day
 * of before may be another thing than it said then.
 */
export const empleoEscritoDesde = (
  persona: RawBuilder<unknown>,
  desde: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from personas_entradas e where e.persona_id = ${persona} and e.apartado = 'empleo'
      and (e.actualizado_en > ${desde} or ${itemEscritoDesde(sql`(e.datos ->> 'organo')::uuid`, desde)}))
    or exists (select from historial h where h.persona_id = ${persona} and h.entidad in ('persona', 'fusion', 'fusionHecha')
      and h.accion not in ('persona.crear', 'persona.leer', 'persona.intentarAjeno') and h.momento > ${desde}))`;
