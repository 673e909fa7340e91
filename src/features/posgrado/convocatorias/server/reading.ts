import { sql } from 'kysely';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import type { EstadoConvocatoria } from '../../estados.ts';
import { BASES, type Bases } from '../contract.ts';

/** A call with its edition and course. */
export type ConvocatoriaRow = ActividadRow & {
  id: string;
  estado: EstadoConvocatoria;
  revision: number;
  presolicitud_plantilla_id: string;
  presolicitud_version_id: string | null;
  solicitud_version_id: string | null;
  presolicitud_abre: Date;
  presolicitud_cierra: Date;
  solicitud_abre: Date;
  solicitud_cierra: Date;
  recomendaciones_cierra: Date;
  resultados_en: Date;
  bases: Bases;
  sorteo_hash: string | null;
  sorteo_secreto: string | null;
  congelada_en: Date | null;
  formula: number;
  publicada_en: Date | null;
  publicada_por: string | null;
  concluida_en: Date | null;
  cancelada_en: Date | null;
  cancelada_motivo: string | null;
  creada_por: string;
  actualizado_en: Date;
};

/** `select ${CONVOCATORIA_DE.columns} from ${CONVOCATORIA_DE.tables}`: the call is `cv`, its edition `e`, its course `c`. */
export const CONVOCATORIA_DE = {
  tables: sql`(convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id)`,
  columns: sql`${ACTIVIDAD.columns}, cv.id, cv.estado, cv.revision, cv.presolicitud_plantilla_id, cv.presolicitud_version_id,
    cv.solicitud_version_id, cv.presolicitud_abre, cv.presolicitud_cierra, cv.solicitud_abre, cv.solicitud_cierra,
    cv.recomendaciones_cierra, cv.resultados_en, cv.bases, cv.sorteo_hash, cv.sorteo_secreto, cv.congelada_en, cv.formula,
    cv.publicada_en, cv.publicada_por, cv.concluida_en, cv.cancelada_en, cv.cancelada_motivo, cv.creada_por, cv.actualizado_en`,
};

/** With its terms read. */
export const readBases = <R extends { bases: unknown }>(row: R) => ({
  ...row,
  bases: BASES.read(row.bases),
});
