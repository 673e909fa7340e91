/** How rules are tried on somebody. Pure. */
import { type Regla, VENTANA } from '../reglas/contract.ts';
import { fieldsOfReglas } from '../reglas/rules.ts';

/** Noon of a day of Mexico City, which has no summer time (UTC−6); without a day, now. */
export const momentoDe = (fecha: string | null, ahora: Date): Date =>
  fecha === null ? ahora : new Date(`${fecha}T12:00:00-06:00`);

/** The results without those of the rules that look at the edition's window alone: without an edition it is nobody's. */
export const sinVentana = <R extends { readonly clave: string }>(
  reglas: readonly Regla[],
  resultados: readonly R[],
): R[] => {
  const those = new Set(
    reglas.filter((regla) => fieldsOfReglas([regla]).join() === VENTANA).map(({ clave }) => clave),
  );
  return resultados.filter(({ clave }) => !those.has(clave));
};
