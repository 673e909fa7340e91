/** Why somebody did not enter an account. */
export const MOTIVOS = ['contrasena', 'segundoFactor', 'limite', 'deshabilitada'] as const;
export type Motivo = (typeof MOTIVOS)[number];

/** Days that a failed attempt is kept; the privacy notice says so. */
export const DIAS_INTENTOS = 90;
/** Rows of one account that are kept: the latest. */
export const MAX_INTENTOS = 100;

const WORDS: Readonly<Record<Motivo, string>> = {
  contrasena: 'Contraseña incorrecta',
  segundoFactor: 'Código del segundo factor incorrecto',
  limite: 'Demasiados intentos: no se revisaron',
  deshabilitada: 'Contraseña correcta, con la cuenta deshabilitada',
};

/** «Contraseña incorrecta» */
export const describeMotivo = (motivo: Motivo): string => WORDS[motivo];
