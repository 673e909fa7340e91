import { type RawBuilder, sql } from 'kysely';
import type { Resultado } from '../rules.ts';

/** What SQL of other features reads of actas. */

/** What the newest version of an acta says of somebody; null: nothing. */
export type ResultadoEnActaRow = {
  resultado: Resultado | null;
  /** Out of 10. */
  calificacion: number | null;
};

/** `left join ${RESULTADO_EN_ACTA.tables}`: of the enrolment `i`. */
export const RESULTADO_EN_ACTA: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`acta_resultados x on x.inscripcion_id = i.id`,
  columns: sql`x.resultado, x.calificacion::float8 as calificacion`,
};

/** `select ${ACTIVIDAD_DE_ACTA.columns} from ${ACTIVIDAD_DE_ACTA.tables} where a.edicion_id = …`: read it with `readActividad`. */
export const ACTIVIDAD_DE_ACTA: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`actas a join acta_versiones v on v.acta_id = a.id and v.numero = a.version`,
  columns: sql`v.actividad`,
};

/**
 * What the newest version of an acta says of an enrolment, `from ${LINEA.resultado} where x.inscripcion_id = …`, and what is joined to it: its
 * acta `a`, and the version `w` that said it first so.
 */
export const LINEA: Readonly<Record<'resultado' | 'acta' | 'version', RawBuilder<unknown>>> = {
  resultado: sql`acta_resultados x`,
  acta: sql`actas a on a.id = x.acta_id`,
  version: sql`acta_versiones w on w.acta_id = x.acta_id and w.numero = x.version`,
};
