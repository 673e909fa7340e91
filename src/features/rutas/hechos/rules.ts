import type { Avance } from '../avance/rules.ts';
import { type DefinicionRuta, isOpcional } from '../rules.ts';

/** What rules may ask of a route: all of it, or how many of its stages. */
export const HECHOS_DE_RUTA = { completada: 'ruta.completada', etapas: 'ruta.etapas' } as const;

/** What a fact says of somebody who is so far in a route; null: it is no fact of routes. */
export const findEnRuta = (
  clave: string,
  definicion: DefinicionRuta,
  { completa, acreditados, necesarios, nodos }: Avance,
): { valor: boolean | number; texto?: string } | null => {
  if (clave === HECHOS_DE_RUTA.completada) {
    const texto = completa ? 'sí' : `no, lleva ${acreditados} de ${necesarios} cursos acreditados`;
    return { valor: completa, texto };
  }
  if (clave !== HECHOS_DE_RUTA.etapas) return null;
  // An optional one is nobody's to complete.
  const valor = definicion.etapas.filter(
    (etapa) => !isOpcional(etapa) && nodos.get(etapa.clave)?.estado === 'completo',
  ).length;
  return { valor };
};
