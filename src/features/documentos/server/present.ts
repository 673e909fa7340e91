import type { ItemRow } from '../../catalogos/server/service.ts';
import type { LugarDocumento, VersionDocumento } from '../contract.ts';
import { ultimoDia } from '../rules.ts';
import type { DocumentoRow } from './data.ts';

export const presentVersion = (row: DocumentoRow): VersionDocumento => ({
  id: row.id,
  version: row.version,
  estado: row.estado,
  nombre: row.nombre,
  contentType: row.content_type,
  bytes: row.bytes,
  antivirus: row.antivirus,
  creadoEn: row.creado_en.toISOString(),
  decididoEn: row.decidido_en?.toISOString() ?? null,
  motivo: row.motivo,
  nota: row.nota,
  venceEl: row.vence_en && ultimoDia(row.vence_en),
});

/** A place for each type that is offered, and for those that are not any more and have something. */
export const presentLugares = (
  tipos: readonly ItemRow[],
  rows: readonly DocumentoRow[],
): LugarDocumento[] => {
  const byTipo = Map.groupBy(rows, ({ tipo_id }) => tipo_id);
  return tipos.map((tipo) => ({
    tipo: {
      clave: tipo.clave,
      nombre: tipo.nombre,
      nota: typeof tipo.datos.nota === 'string' ? tipo.datos.nota : null,
      sensible: tipo.datos.sensible === true,
    },
    versiones: (byTipo.get(tipo.id) ?? []).map(presentVersion),
  }));
};
