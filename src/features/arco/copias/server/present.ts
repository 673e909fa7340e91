import type { CopiaDatos } from '../contract.ts';
import type { CopiaRow } from './data.ts';

export const presentCopia = (row: CopiaRow, ahora: Date): CopiaDatos => ({
  id: row.id,
  creadoEn: row.creado_en.toISOString(),
  venceEn: row.vence_en.toISOString(),
  vencida: row.objeto === null || row.vence_en <= ahora,
  bytes: Number(row.bytes),
  filas: row.filas,
  archivos: row.archivos,
});
