import type { Usuario } from '../contract.ts';
import type { UsuarioRow } from './data.ts';

export const presentUsuario = (row: UsuarioRow): Usuario => ({
  uid: row.uid,
  email: row.email,
  displayName: row.display_name ?? '',
  role: row.role,
  estado: row.disabled ? 'deshabilitada' : row.email_verified ? 'activa' : 'sinVerificar',
  emailVerified: row.email_verified,
  disabled: row.disabled,
  segundoFactor: row.totp_desde !== null,
  clave: row.clave,
  creadoEn: row.creado_en.toISOString(),
  ultimoIngresoEn: row.ultimo_ingreso_en?.toISOString() ?? null,
  rechazaCorreo: row.rechaza_desde?.toISOString() ?? null,
});
