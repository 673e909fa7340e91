import { type RawBuilder, sql } from 'kysely';
import { itemNombre } from '../../catalogos/server/reading.ts';
import type { EstadoDocumento } from '../estados.ts';

/** What SQL of other features reads of the document that proves what a record of theirs says. */

export type PruebaRow = {
  prueba_id: string;
  prueba_tipo: string;
  prueba_content_type: string;
  prueba_estado: EstadoDocumento;
};

/** `join ${PRUEBA.tables} on pr.id = …`: the document is `pr`. */
export const PRUEBA: { tables: RawBuilder<unknown>; columns: RawBuilder<unknown> } = {
  tables: sql`documentos pr`,
  columns: sql`pr.id as prueba_id, ${itemNombre('pr.tipo_id')} as prueba_tipo,
    pr.content_type as prueba_content_type, pr.estado as prueba_estado`,
};
