import type { Definicion } from '../../src/features/plantillas/contract.ts';
import type { Campo } from '../../src/features/plantillas/formulario/contract.ts';
import { DEFINICION } from './plantillas.ts';

/** A field of text. */
export const texto = (clave: string, more: Partial<Campo> = {}): Campo =>
  ({ clave, etiqueta: `Pregunta ${clave}`, tipo: 'texto', obligatorio: true, ...more }) as Campo;
/** A section of these fields. */
export const seccion = (clave: string, ...campos: Campo[]) => ({
  clave,
  titulo: `Sección ${clave}`,
  campos,
});
/** A definition of two sections, to be changed. */
export const BASE: Definicion = {
  secciones: [seccion('a', texto('uno'), texto('dos')), seccion('b', texto('tres'))],
  reglas: DEFINICION.reglas,
  mensajes: { bienvenida: 'Hola.' },
};
/** The same, edited. */
export const change = (edit: (copy: Definicion) => void): Definicion => {
  const copy = structuredClone(BASE);
  edit(copy);
  return copy;
};
