import type { FilaVinculacion } from '../contract.ts';
import type { selectPendientes } from './data.ts';

const joined = (row: { nombre: string; apellido_paterno: string; apellido_materno: string }) =>
  [row.nombre, row.apellido_paterno, row.apellido_materno].filter(Boolean).join(' ');

/** A line of the queue. */
export const presentFila = (
  row: Awaited<ReturnType<typeof selectPendientes>>[number],
): FilaVinculacion => ({
  id: row.id,
  clave: row.clave,
  nombreDelExpediente: row.nombre_completo,
  nombreEscrito: joined(row),
  creadoEn: row.creado_en.toISOString(),
  identificacion: row.identificacion,
  conOtraCuenta: row.con_cuenta,
});
