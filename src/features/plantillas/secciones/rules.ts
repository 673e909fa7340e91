/** A section taken out of its form, and put into another. Pure, on both sides. */
import { freeClave, tomadasDe } from '../constructor/rules.ts';
import type { Definicion } from '../contract.ts';
import type { Campo } from '../formulario/contract.ts';
import { createSaying, nombreDe } from '../versiones/palabras/rules.ts';

export type Seccion = Definicion['secciones'][number];

/** A section by itself: without the conditions that look outside it, which can mean nothing elsewhere. */
export type SeccionSola = {
  readonly seccion: Seccion;
  /** What the fields that lost their condition are called. */
  readonly sinCondicion: readonly string[];
};

export const standAlone = (seccion: Seccion): SeccionSola => {
  const own = new Set(seccion.campos.map(({ clave }) => clave));
  const sinCondicion: string[] = [];
  const campos = seccion.campos.map((campo) => {
    if (!campo.visibleSi || own.has(campo.visibleSi.campo)) return campo;
    sinCondicion.push(campo.etiqueta);
    const { visibleSi: _, ...rest } = campo;
    return rest as Campo;
  });
  return { seccion: { ...seccion, campos }, sinCondicion };
};

/** «1 campo», «4 campos»; null: what is kept of it cannot be read. */
export const describeCampos = (campos: number | null): string =>
  campos === null ? 'No se puede leer' : campos === 1 ? '1 campo' : `${campos} campos`;

const LISTA = new Intl.ListFormat('es', { type: 'conjunction' });

/** What whoever saves or adds a section is told of the conditions that it lost; null: of none. */
export const describeSinCondicion = (sinCondicion: readonly string[]): string | null => {
  if (sinCondicion.length === 0) return null;
  const named = LISTA.format(sinCondicion.map((etiqueta) => `«${etiqueta}»`));
  return sinCondicion.length === 1
    ? `${named} dependía de un campo de otra sección: ahora se muestra siempre.`
    : `${named} dependían de campos de otra sección: ahora se muestran siempre.`;
};

/** A key itself, or one like it that nothing has; short enough for the number that it may need. */
const freeOf = (taken: readonly string[], clave: string): string =>
  taken.includes(clave) ? freeClave(taken, clave.slice(0, 36)) : clave;

/** A title itself, or one like it that no other section has: two of one name could not be told apart by who hears them. */
const freeTitulo = (taken: readonly string[], titulo: string): string => {
  if (titulo === '' || !taken.includes(titulo)) return titulo;
  const short = titulo.slice(0, 190);
  let n = 2;
  while (taken.includes(`${short} (${n})`)) n += 1;
  return `${short} (${n})`;
};

/**
 * A section by itself put at the end of another form: what is named as something there gets another key, and its own
 * conditions follow. `usadas`: keys that other versions of that form used, which are given to nothing new.
 */
export const insertSeccion = (
  def: Definicion,
  original: Seccion,
  usadas: readonly string[] = [],
): { definicion: Definicion; clave: string; sinCondicion: readonly string[] } => {
  const { seccion, sinCondicion } = standAlone(original);
  const taken = [...tomadasDe(def, usadas)];
  const renamed = new Map<string, string>();
  for (const campo of seccion.campos) {
    const clave = freeOf(taken, campo.clave);
    taken.push(clave);
    renamed.set(campo.clave, clave);
  }
  const clave = freeOf(
    def.secciones.map((one) => one.clave),
    seccion.clave,
  );
  const titulo = freeTitulo(
    def.secciones.map((one) => one.titulo),
    seccion.titulo,
  );
  const campos = seccion.campos.map((campo) => ({
    ...campo,
    clave: renamed.get(campo.clave)!,
    ...(campo.visibleSi && {
      visibleSi: { ...campo.visibleSi, campo: renamed.get(campo.visibleSi.campo)! },
    }),
  })) as Campo[];
  return {
    definicion: { ...def, secciones: [...def.secciones, { ...seccion, clave, titulo, campos }] },
    clave,
    sinCondicion,
  };
};

/** What a section says, field by field, in words: for whoever reads in the history what it said. */
export const describeContenido = (seccion: Seccion): string => {
  const say = createSaying({ secciones: [seccion], reglas: [] });
  const said = (one: Readonly<Record<string, unknown>>) =>
    Object.entries(one).flatMap(([key, valor]) => {
      const words = key === 'clave' || key === 'campos' ? '' : say(valor, key);
      return words === '' ? [] : [`${nombreDe(key) ?? key}: ${words}`];
    });
  return [seccion, ...seccion.campos].map((one) => `${said(one).join('; ')}.`).join(' ');
};
