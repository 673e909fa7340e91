import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { EstadoConvocatoria, EstadoModificacion } from '../../estados.ts';
import type { Etapa, TipoEtapa } from '../contract.ts';
import { CONVOCATORIA_DE, type ConvocatoriaRow, readBases } from './reading.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    convocatorias: {
      id: Generated<string>;
      edicion_id: string;
      estado: EstadoConvocatoria;
      revision: Generated<number>;
      presolicitud_plantilla_id: string;
      presolicitud_version_id: ColumnType<string | null, string | null | undefined, string | null>;
      solicitud_version_id: ColumnType<string | null, string | null | undefined, string | null>;
      presolicitud_abre: Date;
      presolicitud_cierra: Date;
      solicitud_abre: Date;
      solicitud_cierra: Date;
      recomendaciones_cierra: Date;
      resultados_en: Date;
      /** Of whatever format: it is read with `BASES`. */
      bases: ColumnType<unknown, string, string>;
      sorteo_hash: ColumnType<string | null, string | null | undefined, string | null>;
      sorteo_secreto: ColumnType<string | null, string | null | undefined, string | null>;
      congelada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      formula: Generated<number>;
      publicada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      publicada_por: ColumnType<string | null, string | null | undefined, string | null>;
      concluida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      cancelada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      cancelada_motivo: ColumnType<string | null, string | null | undefined, string | null>;
      creada_por: string;
      creado_en: Date;
      actualizado_en: Date;
    };
    convocatoria_etapas: {
      id: Generated<string>;
      convocatoria_id: string;
      orden: number;
      tipo: TipoEtapa;
      nombre: string;
      peso: number;
      minimo: number | null;
      corte: number | null;
      vence_en: Date | null;
      cerrada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      cerrada_por: ColumnType<string | null, string | null | undefined, string | null>;
      semilla: ColumnType<string | null, string | null | undefined, string | null>;
    };
    convocatoria_criterios: {
      id: Generated<string>;
      etapa_id: string;
      orden: number;
      nombre: string;
      descripcion: string;
      peso: number;
      anclas: ColumnType<string[], string, string>;
      piezas: ColumnType<string[], string, string>;
    };
    convocatoria_modificaciones: {
      id: Generated<string>;
      convocatoria_id: string;
      asunto: 'publicacion' | 'modificacion';
      /** Given when it comes into force. */
      numero: ColumnType<number | null, number | null | undefined, number | null>;
      estado: EstadoModificacion;
      motivo: string;
      cambios: ColumnType<unknown, string, string>;
      propuesta_por: string;
      creado_en: Date;
      decidida_por: ColumnType<string | null, string | null | undefined, string | null>;
      decidida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      nota: ColumnType<string | null, string | null | undefined, string | null>;
    };
  }
}

/** A call by its id or by its edition's; with `lock`, held until the transaction ends. */
export const findConvocatoria = async (
  db: Db | Trx,
  by: { id: string } | { edicionId: string },
  { lock = false } = {},
): Promise<ConvocatoriaRow | undefined> => {
  const which = 'id' in by ? sql`cv.id = ${by.id}` : sql`cv.edicion_id = ${by.edicionId}`;
  const { rows } = await sql<ConvocatoriaRow>`
    select ${CONVOCATORIA_DE.columns} from ${CONVOCATORIA_DE.tables} where ${which}
    ${lock ? sql`for update of cv` : sql``}`.execute(db);
  return rows[0] && readBases(rows[0]);
};

/** Its stages with their criteria, in order. */
export const selectEtapas = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<(Etapa & { semilla: string | null })[]> => {
  const { rows } = await sql<Etapa & { semilla: string | null }>`
    select t.id, t.orden, t.tipo, t.nombre, t.peso, t.minimo, t.corte, t.semilla,
      to_char(t.vence_en at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "venceEn",
      to_char(t.cerrada_en at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "cerradaEn",
      (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'nombre', k.nombre, 'descripcion', k.descripcion, 'peso', k.peso,
          'anclas', k.anclas, 'piezas', k.piezas) order by k.orden), '[]')
        from convocatoria_criterios k where k.etapa_id = t.id) as criterios
    from convocatoria_etapas t where t.convocatoria_id = ${convocatoriaId} order by t.orden`.execute(
    db,
  );
  return rows;
};
