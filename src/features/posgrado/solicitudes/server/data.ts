import type { ColumnType, Generated } from 'kysely';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import type { EstadoSolicitud } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    solicitudes: {
      id: Generated<string>;
      persona_id: string;
      convocatoria_id: string;
      presolicitud_id: string;
      /** By what evaluators and the public results know it. */
      folio: ColumnType<string | null, string | null | undefined, string | null>;
      estado: EstadoSolicitud;
      respuestas: ColumnType<Respuestas, string | undefined, string>;
      sensibles: ColumnType<string | null, string | null | undefined, string | null>;
      enviada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Keys of the quotas whose seats the person may take, decided when it was sent. */
      cupos: Generated<string[]>;
      afirmativa: Generated<boolean>;
      antiguedad_dias: ColumnType<number | null, number | null | undefined, number | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      inscripcion_id: ColumnType<string | null, string | null | undefined, string | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}
