import { type RawBuilder, sql } from 'kysely';

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
