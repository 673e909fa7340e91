import { type RawBuilder, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import { digestOfJsonb } from '../../../../platform/server/db/jsonb.ts';
import { EXCEPCION } from '../estados.ts';

/** Exceptions that are approved, `from ${APROBADAS}`: the exception is `x`. */
export const APROBADAS: RawBuilder<unknown> = sql`(select * from excepciones todas
  where ${inEstado(EXCEPCION, 'todas.estado', 'vigente')}) x`;

/** The state of what was approved, as the history keeps it. */
export const APROBADA = EXCEPCION.pasos.aprobar.a;

/** `huellaDe` of what is kept now of the exception `x`. */
export const HUELLA_DE_EXCEPCION = digestOfJsonb(
  sql`jsonb_build_array(x.plantilla_id, x.regla, x.descripcion, x.condicion, x.justificacion, x.documento_id)`,
);
