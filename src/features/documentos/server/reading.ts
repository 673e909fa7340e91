import { type RawBuilder, sql } from 'kysely';
import { inEstado } from '../../../platform/server/db/estados.ts';
import { itemNombre } from '../../catalogos/server/reading.ts';
import { DOCUMENTO, type EstadoDocumento } from '../estados.ts';

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

/** A version that a record of another feature points to, as it is now. */
export type VersionEnviada = {
  id: string;
  tipo: string;
  version: number;
  estado: EstadoDocumento;
  contentType: string;
  /** Its person has sent a newer one of that type. */
  reemplazado: boolean;
  /** Its validity is over. */
  vencido: boolean;
};

const REEMPLAZADO = sql<boolean>`exists (select from documentos dn
  where dn.persona_id = dv.persona_id and dn.tipo_id = dv.tipo_id and dn.version > dv.version)`;
const vencido = (ahora: Date) =>
  sql<boolean>`(${inEstado(DOCUMENTO, 'dv.estado', 'vencido')} or coalesce(dv.vence_en <= ${ahora}, false))`;

/** These versions (an array of ids), as `VersionEnviada[]` in a column. */
export const versionesEnviadas = (ids: RawBuilder<unknown>, ahora: Date): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', dv.id, 'tipo', ${itemNombre('dv.tipo_id')},
      'version', dv.version, 'estado', dv.estado, 'contentType', dv.content_type,
      'reemplazado', ${REEMPLAZADO}, 'vencido', ${vencido(ahora)})
      order by ${itemNombre('dv.tipo_id')}, dv.version), '[]') from documentos dv where dv.id = any(${ids}))`;

/** How many of these versions (an array of ids) were replaced or are no longer in force. */
export const versionesSuperadas = (ids: RawBuilder<unknown>, ahora: Date): RawBuilder<number> =>
  sql<number>`(select count(*)::int from documentos dv
    where dv.id = any(${ids}) and (${REEMPLAZADO} or ${vencido(ahora)}))`;
