import type { ImpedimentoRow } from '../../impedimentos/server/data.ts';
import type { Impedimento } from '../contract.ts';

/** `nombres`: of the accounts that registered and resolved it, by uid. */
export const presentImpedimento = (
  row: ImpedimentoRow,
  nombres: ReadonlyMap<string, string>,
): Impedimento => {
  const named = (uid: string | null) => uid && (nombres.get(uid) ?? 'Personal');
  return {
    id: row.id,
    estado: row.estado,
    tipo: row.tipo,
    detalle: row.detalle,
    evaluador: { id: row.evaluador_id, nombre: row.persona_nombre_completo },
    solicitud: { folio: row.folio, aspirante: row.aspirante ?? 'Expediente no disponible' },
    creadoEn: row.creado_en.toISOString(),
    registro: named(row.creada_por),
    resolvio: named(row.resuelto_por),
    resueltoEn: row.resuelto_en?.toISOString() ?? null,
    resolucion: row.resolucion,
  };
};
