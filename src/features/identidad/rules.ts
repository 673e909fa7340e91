import { readEmail } from '../../platform/shared/email.ts';
import type { FieldErrors } from '../../platform/shared/errors.ts';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
export const NOMBRE_MAX = 100;

export type Nombres = { nombre: string; apellidoPaterno: string; apellidoMaterno: string };

/** How an email is kept and compared. What is no address, and so nobody's, stays as it was typed. */
export const normaliseEmail = (text: string): string => {
  const reading = readEmail(text);
  return reading.ok ? reading.email : text.trim().toLowerCase();
};

/** One space between words, none around; NFC, so that Ñ is one letter whoever typed it. */
export const cleanNombre = (text: string): string =>
  text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** The specification's display name: the three names joined by spaces, uppercased and trimmed. */
export const displayNameOf = ({ nombre, apellidoPaterno, apellidoMaterno }: Nombres): string =>
  [nombre, apellidoPaterno, apellidoMaterno]
    .map(cleanNombre)
    .join(' ')
    .toLocaleUpperCase('es-MX')
    .replace(/\s+/g, ' ')
    .trim();

/** Letters of any script, marks, and what joins them. */
const LETRAS = /^[\p{L}\p{M} .'’´`/-]*$/u;

/**
 * The display name that a client of the wire sends, with one space between words; null when three
 * names could not make it (too long, not printable, not letters).
 */
export const readDisplayName = (text: string): string | null => {
  const clean = cleanNombre(text);
  return clean.length <= NOMBRE_MAX * 3 + 2 && LETRAS.test(clean) ? clean : null;
};

const NINGUNO =
  /^(x+|n\.?\/?a\.?|s\.?\/?[nad]\.?|no (tiene|aplica)|sin (apellidos?|dato|segundo apellido)|ningun[oa]|null|none)$/;

/** Whether what stands in the place of a surname says that there is none: «.», «-», «X», «S/N», «NINGUNO». */
export const diceNinguno = (text: string): boolean => {
  const said = cleanNombre(text).toLowerCase();
  return said !== '' && (!/[\p{L}\p{N}]/u.test(said) || NINGUNO.test(said));
};

/** Problem of a name of a person, as `label` calls it («su nombre»), or null. */
export const nombreProblem = (label: string, text: string): string | null => {
  if (text.length > NOMBRE_MAX) return `Escriba ${label} en ${NOMBRE_MAX} letras o menos.`;
  if (!LETRAS.test(text)) {
    return `Escriba ${label} solo con letras, espacios, puntos, guiones o apóstrofos.`;
  }
  return null;
};

/**
 * Problems of the three names, by field. The second surname may be empty: some people have one;
 * so may the first, as long as one of the two is there.
 */
export const nombresProblems = (names: Nombres): FieldErrors => {
  const errors: FieldErrors = {};
  const nombre = cleanNombre(names.nombre);
  const paterno = cleanNombre(names.apellidoPaterno);
  const materno = cleanNombre(names.apellidoMaterno);
  if (nombre === '') errors.nombre = 'Escriba su nombre o nombres, como en su acta o pasaporte.';
  if (paterno === '' && materno === '') {
    errors.apellidoPaterno = 'Escriba su primer apellido.';
  }
  for (const [field, label, text] of [
    ['nombre', 'su nombre', nombre],
    ['apellidoPaterno', 'su primer apellido', paterno],
    ['apellidoMaterno', 'su segundo apellido', materno],
  ] as const) {
    const problem =
      field !== 'nombre' && diceNinguno(text)
        ? `Deje vacío ${label} si no lo tiene.`
        : field === 'nombre' && text !== '' && !/\p{L}/u.test(text)
          ? 'Escriba su nombre o nombres, como en su acta o pasaporte.'
          : nombreProblem(label, text);
    if (problem) errors[field] = problem;
  }
  return errors;
};

/** Problem of an email for a form, or null. */
export const emailProblem = (text: string): string | null => {
  if (text.trim() === '') return 'Escriba su correo electrónico.';
  const reading = readEmail(text);
  return reading.ok ? null : reading.problem;
};

/** Problem of a new password's length, or null. How guessable it is, the server decides. */
export const passwordLengthProblem = (text: string): string | null => {
  const length = [...text].length;
  if (length === 0) return 'Escriba una contraseña.';
  if (length < PASSWORD_MIN) return `Use ${PASSWORD_MIN} caracteres o más; puede ser una frase.`;
  if (length > PASSWORD_MAX) return `Use ${PASSWORD_MAX} caracteres o menos.`;
  return null;
};
