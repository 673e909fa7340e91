import { fechaDe } from '../../../../platform/shared/dates.ts';
import type { Excepcion } from '../contract.ts';
import { EXCEPCION } from '../estados.ts';
import type { ExcepcionLeida } from './data.ts';

/** `nombres`: of the staff who asked, decided and took it back, by uid. */
export const presentExcepcion = (
  row: ExcepcionLeida,
  { nombres, uid, ahora }: { nombres: ReadonlyMap<string, string>; uid: string; ahora: Date },
): Excepcion => {
  const named = (who: string | null) => (who === null ? null : (nombres.get(who) ?? 'Personal'));
  return {
    id: row.id,
    estado: row.estado,
    vencida: EXCEPCION.can('retirar', row.estado) && row.vence_en <= ahora,
    plantilla: { id: row.plantilla_id, nombre: row.plantilla_nombre },
    regla: row.regla,
    descripcion: row.descripcion,
    persona: { clave: row.persona_clave, nombre: row.persona_nombre_completo },
    justificacion: row.justificacion,
    documento: { id: row.documento_id, tipo: row.prueba_tipo },
    // It ends with that day: its first instant that is not in it is kept.
    venceEl: fechaDe(new Date(row.vence_en.getTime() - 1)),
    pidio: named(row.pedido_por)!,
    propia: row.pedido_por === uid,
    creadoEn: row.creado_en.toISOString(),
    decidio: named(row.decidido_por),
    decididoEn: row.decidido_en?.toISOString() ?? null,
    retiro: named(row.retirado_por),
    retiradoEn: row.retirado_en?.toISOString() ?? null,
    nota: row.nota || null,
  };
};
