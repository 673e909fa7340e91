export const loginPath = '/auth/login';
export const registerPath = '/auth/register';

/** Where the links of the mails lead; `mode` and `oobCode` as in the identity provider's. */
export const accionPath = (mode: 'verifyEmail' | 'resetPassword', oobCode: string): string =>
  `/auth/accion?mode=${mode}&oobCode=${encodeURIComponent(oobCode)}`;

export const identidadPaths = [
  '/auth/login',
  '/auth/register',
  '/auth/restablecer',
  '/auth/accion',
] as const;
