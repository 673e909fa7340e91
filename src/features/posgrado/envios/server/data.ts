import type { ColumnType, Generated } from 'kysely';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    posgrado_envios: {
      id: Generated<string>;
      presolicitud_id: string | null;
      solicitud_id: string | null;
      numero: number;
      version_id: string;
      respuestas: ColumnType<Respuestas, string, never>;
      sensibles: ColumnType<string | null, string | null, never>;
      /** Of whatever format: it is read with `EVALUACION`. */
      evaluacion: ColumnType<unknown, string, never>;
      /** Versions of documents of the vault. */
      documentos: string[];
      llave: string | null;
      enviado_en: Date;
    };
  }
}
