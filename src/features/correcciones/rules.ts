import type { FieldErrors } from '../../platform/shared/errors.ts';
import { cleanNombre, nombresProblems } from '../identidad/rules.ts';
import { explainCurp, normalizeCurp, parseCurp } from '../personas/curp/rules.ts';

/** What of who somebody is may be corrected. What the CURP says of them follows it. */
export const CAMPOS = ['nombre', 'apellidoPaterno', 'apellidoMaterno', 'curp'] as const;
export type CampoCorregible = (typeof CAMPOS)[number];

export const ETIQUETAS: Readonly<Record<CampoCorregible, string>> = {
  nombre: 'Nombre o nombres',
  apellidoPaterno: 'Primer apellido',
  apellidoMaterno: 'Segundo apellido',
  curp: 'CURP',
};

/** Who somebody is, as a file says it; an empty CURP: they have none. */
export type Identidad = Readonly<Record<CampoCorregible, string>>;
export type Cambios = Partial<Record<CampoCorregible, string>>;

export const MOTIVO_MIN = 5;
export const MOTIVO_MAX = 500;

/**
 * What is to be otherwise of who somebody is, and what is wrong with what they wrote, by field. A CURP is not taken
 * away: whoever leaves it empty does not ask for another. `hoy` decides which births are still to come.
 */
export const readCorreccion = (
  actual: Identidad,
  escrita: Identidad,
  hoy: Date,
): { cambios: Cambios; errores: FieldErrors } => {
  const leida: Identidad = {
    nombre: cleanNombre(escrita.nombre),
    apellidoPaterno: cleanNombre(escrita.apellidoPaterno),
    apellidoMaterno: cleanNombre(escrita.apellidoMaterno),
    curp: normalizeCurp(escrita.curp),
  };
  const cambios = Object.fromEntries(
    CAMPOS.filter(
      (campo) => leida[campo] !== actual[campo] && (campo !== 'curp' || leida.curp !== ''),
    ).map((campo) => [campo, leida[campo]]),
  ) as Cambios;
  const errores: FieldErrors = { ...nombresProblems(leida) };
  if (cambios.curp !== undefined) {
    const reading = parseCurp(cambios.curp, hoy);
    if (!reading.ok) errores.curp = explainCurp(reading);
  }
  return { cambios, errores };
};

/** Who somebody would be with those changes. */
export const applyCambios = (actual: Identidad, cambios: Cambios): Identidad => ({
  ...actual,
  ...cambios,
});

/** Whether a file says of somebody what was seen. */
export const isIgual = (a: Identidad, b: Identidad): boolean =>
  CAMPOS.every((campo) => a[campo] === b[campo]);
