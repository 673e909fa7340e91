import type { Services } from '../../../platform/server/services.ts';
import { ACCESS_SECONDS } from '../../../platform/server/tokens.ts';
import type { CallError } from '../../../platform/shared/errors.ts';
import type { Cuenta } from '../cuentas/server/data.ts';
import { photoUrlOf } from '../sesiones/server/present.ts';
import type { OpenSesion } from '../sesiones/server/service.ts';

/** A refusal in the identity wire's own words (docs/ARCHITECTURE.md, "The wire"). */
export class WireError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Our refusals → the wire's codes. */
export const wireCodeOf = (error: CallError): string => {
  if (error.status === 'RESOURCE_EXHAUSTED') return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  switch (error.details?.code) {
    case 'credenciales-incorrectas':
    case 'correo-sin-verificar':
      return 'INVALID_LOGIN_CREDENTIALS';
    case 'cuenta-deshabilitada':
      return 'USER_DISABLED';
    case 'contrasena-debil':
      return `WEAK_PASSWORD : ${error.message}`;
    case 'contrasena-igual':
      return `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : ${error.message}`;
    case 'correo-invalido':
      return 'INVALID_EMAIL';
    case 'texto-invalido':
      return `INVALID_ARGUMENT : ${error.message}`;
    case 'codigo-invalido':
      return 'INVALID_OOB_CODE';
    case 'codigo-vencido':
      return 'EXPIRED_OOB_CODE';
    case 'pide-codigo':
    case 'codigo-segundo-factor':
      return 'INVALID_CODE';
    default:
      return error.status === 'INVALID_ARGUMENT'
        ? `INVALID_ARGUMENT : ${error.message}`
        : error.status;
  }
};

/** A session's tokens, with the seconds that the first one lives. */
export const tokensOf = (sesion: OpenSesion) => ({
  idToken: sesion.accessToken,
  refreshToken: sesion.refreshToken,
  expiresIn: String(ACCESS_SECONDS),
});

const photoOf = (cuenta: Cuenta, { env }: Services): { photoUrl?: string } => {
  const photoUrl = photoUrlOf(cuenta, env.publicUrl);
  return photoUrl ? { photoUrl } : {};
};

/** An account as the wire's own client is told of it. */
export const userInfo = (cuenta: Cuenta, services: Services) => ({
  localId: cuenta.uid,
  email: cuenta.email,
  emailVerified: cuenta.email_verified,
  ...(cuenta.display_name ? { displayName: cuenta.display_name } : {}),
  ...photoOf(cuenta, services),
  providerUserInfo: [
    {
      providerId: 'password',
      rawId: cuenta.email,
      federatedId: cuenta.email,
      email: cuenta.email,
      ...(cuenta.display_name ? { displayName: cuenta.display_name } : {}),
      ...photoOf(cuenta, services),
    },
  ],
});
