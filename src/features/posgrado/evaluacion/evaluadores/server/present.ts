import type { Evaluador } from '../contract.ts';
import type { EvaluadorRow } from './data.ts';

export const presentEvaluador = (
  row: EvaluadorRow,
  avance: readonly { etapa_id: string; asignadas: number; entregadas: number }[],
): Evaluador => ({
  id: row.id,
  persona: { clave: row.persona_clave, nombre: row.persona_nombre_completo },
  conCuenta: row.uid !== null,
  etapas: row.etapas,
  creadoEn: row.creado_en.toISOString(),
  baja: row.baja_en && { en: row.baja_en.toISOString(), motivo: row.baja_motivo ?? '' },
  avance: avance.map(({ etapa_id, asignadas, entregadas }) => ({
    etapaId: etapa_id,
    asignadas,
    entregadas,
  })),
});
