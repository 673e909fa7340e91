import { returningTo } from '../../platform/shared/volver.ts';

export const loginPath = '/auth/login';
export const registerPath = '/auth/register';
export const registerNoCurpPath = '/auth/registerNoCurp';
export const restablecerPath = '/auth/restablecer';
/** Without the parameters that `accionPath` gives it. */
export const accionPagePath = '/auth/accion';

/** Where the links of the mails lead; `mode` and `oobCode` as in the identity provider's. `volver`: where to go on to. */
export const accionPath = (
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail' | 'verifyContact',
  oobCode: string,
  volver?: string,
): string =>
  returningTo(`${accionPagePath}?mode=${mode}&oobCode=${encodeURIComponent(oobCode)}`, volver);

export const usersPath = '/users';

export const identidadPaths = [
  loginPath,
  registerPath,
  registerNoCurpPath,
  restablecerPath,
  accionPagePath,
  usersPath,
] as const;
