import type { ColumnType, Generated } from 'kysely';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
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
