import type { JWTPayload } from 'jose';
import type { Actor } from '../../../../platform/shared/actor.ts';
import type { SesionUser } from '../../contract.ts';
import type { Cuenta } from '../../cuentas/server/data.ts';
import { porAceptar } from '../../privacidad/rules.ts';
import type { CuentaAhora, listSesionesOf } from './data.ts';

const porAceptarOf = ({ aceptadas }: CuentaAhora) =>
  porAceptar(aceptadas.map(([documento, version]) => ({ documento, version })));

/** The current user as the browser keeps it; `espejo` is what it keeps what it has not sent under. */
export const presentUser = (cuenta: CuentaAhora, espejo: string): SesionUser => {
  const pendientes = porAceptarOf(cuenta);
  return {
    uid: cuenta.uid,
    email: cuenta.email,
    emailVerified: cuenta.email_verified,
    displayName: cuenta.display_name ?? '',
    nombre: cuenta.nombre,
    photoURL: cuenta.photo_url,
    clave: cuenta.clave,
    role: cuenta.role,
    personaId: cuenta.persona_id,
    restricted: !cuenta.email_verified || cuenta.falta_factor,
    faltaAceptar: pendientes.length > 0,
    faltaSegundoFactor: cuenta.falta_factor,
    porAceptar: pendientes,
    espejo,
  };
};

/** A live session, as its owner and who administers see it. */
export const presentSesion = (row: Awaited<ReturnType<typeof listSesionesOf>>[number]) => ({
  sid: row.id,
  desde: row.auth_time.toISOString(),
  ultimoUso: row.usado_en.toISOString(),
  direccion: row.ip,
  dispositivo: row.user_agent,
});

/** Our own photos are kept from the root; a client of the wire is given the whole address. */
export const photoUrlOf = (
  { photo_url }: Pick<Cuenta, 'photo_url'>,
  publicUrl: string,
): string | null => (photo_url?.startsWith('/') ? publicUrl + photo_url : photo_url);

/** The claims of an access token, with the specification's `curp` and `role`. */
export const presentClaims = (
  cuenta: CuentaAhora,
  sesion: { id: string; auth_time: Date; registro: boolean },
  publicUrl: string,
): JWTPayload & { sid: string } => ({
  sid: sesion.id,
  ...(sesion.registro ? { registro: true } : {}),
  auth_time: Math.floor(sesion.auth_time.getTime() / 1000),
  user_id: cuenta.uid,
  email: cuenta.email,
  email_verified: cuenta.email_verified,
  ...(cuenta.display_name ? { name: cuenta.display_name } : {}),
  ...(cuenta.photo_url ? { picture: photoUrlOf(cuenta, publicUrl) } : {}),
  ...(cuenta.clave ? { curp: cuenta.clave } : {}),
  ...(cuenta.role ? { role: cuenta.role } : {}),
  firebase: { identities: { email: [cuenta.email] }, sign_in_provider: 'password' },
});

/** Who acts: an account as it is now, by a session of it, or without one by what it asked for before. */
export const presentActor = (
  row: CuentaAhora,
  { sid, registro }: { sid: string; registro: boolean },
): Actor => {
  const unverified = registro || !row.email_verified;
  return {
    uid: row.uid,
    sid,
    email: row.email,
    emailVerified: row.email_verified,
    role: row.role,
    personaId: row.persona_id,
    clave: row.clave,
    restricted: unverified || row.falta_factor,
    faltaSegundoFactor: !unverified && row.falta_factor,
    faltaAceptar: !unverified && porAceptarOf(row).length > 0,
  };
};
