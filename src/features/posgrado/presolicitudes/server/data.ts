import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { FILA, type FilaRow } from '../../envios/server/service.ts';
import type { EstadoObservacion, EstadoPresolicitud } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    presolicitudes: {
      id: Generated<string>;
      persona_id: string;
      convocatoria_id: string;
      estado: EstadoPresolicitud;
      /** Without the sensitive ones. */
      respuestas: ColumnType<Respuestas, string | undefined, string>;
      /** The sensitive answers, sealed with the id. */
      sensibles: ColumnType<string | null, string | null | undefined, string | null>;
      /** Keys of the fields whose answer is to be saved in the file too. */
      guardar: Generated<string[]>;
      /** When the draft was last saved; null: everything that was typed has been sent. */
      guardado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      enviada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      decidida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      decidida_por: ColumnType<string | null, string | null | undefined, string | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      /** Last instant to answer the observations. */
      vence_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
    presolicitudes_turnos: { presolicitud_id: string; uid: string; vence_en: Date };
    observaciones: {
      id: Generated<string>;
      presolicitud_id: string;
      estado: EstadoObservacion;
      ronda: number;
      /** Key of the field of the form or of the rule that it is about. */
      requisito: string;
      titulo: string;
      texto: string;
      respuesta: ColumnType<string | null, string | null | undefined, string | null>;
      respondida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creada_por: string;
      creado_en: Date;
    };
    requisitos_validados: {
      presolicitud_id: string;
      envio_numero: number;
      requisito: string;
      validado_por: string;
      creado_en: Date;
    };
  }
}

/** A pre-application with its person, account, course and edition. */
export type PresolicitudRow = FilaRow<EstadoPresolicitud> & {
  decidida_en: Date | null;
  decidida_por: string | null;
  vence_en: Date | null;
};

const PRESOLICITUDES = sql`select ${FILA.columns}, t.decidida_en, t.decidida_por, t.vence_en
  from ${FILA.tables('presolicitudes')}`;

/** One by its id; with `lock`, held until the transaction ends. */
export const findPresolicitud = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<PresolicitudRow | undefined> => {
  const { rows } = await sql<PresolicitudRow>`${PRESOLICITUDES} where t.id = ${id}
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
};
