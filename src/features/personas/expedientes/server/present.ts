import type { FilaExpediente } from '../contract.ts';
import type { selectPersonas } from './data.ts';

type Row = Awaited<ReturnType<typeof selectPersonas>>[number];

export const presentFila = (row: Row): FilaExpediente => ({
  clave: row.clave,
  nombreCompleto: row.nombre_completo,
  pendientes: [
    ...(row.sin_curp ? (['sinCurp'] as const) : []),
    ...(row.por_revisar ? (['discrepancias'] as const) : []),
  ],
  creadoEn: row.creado_en.toISOString(),
});
