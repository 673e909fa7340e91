import type { PersonaListada } from '../contract.ts';
import type { PersonaListadaRow } from './data.ts';

export const presentPersonaListada = (row: PersonaListadaRow): PersonaListada => ({
  id: row.id,
  clave: row.clave,
  conCurp: row.curp !== null,
  nombreCompleto: row.nombre_completo,
  correo: row.correo_cuenta ?? row.correo_conocido,
  conCuenta: row.correo_cuenta !== null,
  curpDeclarada: row.curp_declarada,
  porRevisar: row.por_revisar,
  creadoEn: row.creado_en.toISOString(),
});
