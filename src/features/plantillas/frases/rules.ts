/** A rule as a Spanish sentence, for whoever writes it and whoever reads it. Pure. */
import type { HechoDeclarado, Hoja, Regla } from '../reglas/contract.ts';
import { comparableDe, fraseDe } from '../reglas/palabras/rules.ts';
import { HECHO_HOY, isGrupo, isRecord, MAX_NIVEL, splitField } from '../reglas/rules.ts';

const INCOMPLETA = 'que… (falta elegir el dato)';

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || (Array.isArray(value) && value.length === 0);

const describeHoja = (
  hoja: Partial<Hoja>,
  hechos: readonly HechoDeclarado[],
  wanted: boolean,
): string => {
  const { clave, argumento } = splitField(typeof hoja.field === 'string' ? hoja.field : '');
  if (clave === '') return INCOMPLETA;
  const declarado =
    clave === HECHO_HOY.clave ? HECHO_HOY : hechos.find((one) => one.clave === clave);
  if (!declarado) return `que «${clave}» (un dato que no existe) sea lo que se pide`;
  const which = argumento ? ` (${hoja.palabras?.[argumento] ?? argumento})` : '';
  const nombre = `«${declarado.nombre}»${which}`;
  if (declarado.argumento && !argumento) return `que ${nombre}… (falta elegir cuál)`;
  if (isEmpty(hoja.value)) return `que ${nombre} sea… (falta con qué compararlo)`;
  const palabras = {
    ...Object.fromEntries(declarado.valores?.map(({ valor, etiqueta }) => [valor, etiqueta]) ?? []),
    ...hoja.palabras,
  };
  return fraseDe(nombre, comparableDe(declarado), { ...hoja, palabras }, wanted);
};

const asHoja = (node: unknown): Partial<Hoja> => (isRecord(node) ? (node as Partial<Hoja>) : {});

const describeNodo = (node: unknown, hechos: readonly HechoDeclarado[], nivel: number): string => {
  if (!isGrupo(node)) return describeHoja(asHoja(node), hechos, true);
  if (nivel > MAX_NIVEL || node.rules.length === 0) return 'que… (falta al menos una condición)';
  const [only, second] = node.rules;
  const negated = node.not === true;
  if (negated && second === undefined && !isGrupo(only)) {
    return describeHoja(asHoja(only), hechos, false);
  }
  const parts = node.rules.map((one) => describeNodo(one, hechos, nivel + 1));
  const isOr = node.combinator === 'or';
  if (parts.length === 1 && !negated) return parts[0]!;
  const joined = joinParts(parts, isOr || negated ? (isOr ? 'o' : 'y') : 'y');
  if (negated) {
    const head = isOr ? 'que no se cumpla ninguna de estas' : 'que no se cumplan a la vez';
    return `${head}: ${parens(joined, true)}`;
  }
  return parens(joined, nivel > 0);
};

const parens = (text: string, wanted: boolean): string => (wanted ? `(${text})` : text);

const joinParts = (parts: readonly string[], last: 'y' | 'o'): string =>
  parts.length < 2
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join('; ')} ${last} ${parts[parts.length - 1]}`;

/** A condition as part of a sentence: «que «Edad» sea al menos 18 años y que haya acreditado «Amparo»». */
export const describeCondicion = (condicion: unknown, hechos: readonly HechoDeclarado[]): string =>
  describeNodo(condicion, hechos, 0);

/** «Para inscribirse se exige que «Edad» sea al menos 18 años.» Whatever is missing is said in its place. */
export const describeRegla = (
  { efecto, condicion, puntos }: Pick<Regla, 'efecto' | 'condicion' | 'puntos'>,
  hechos: readonly HechoDeclarado[],
): string => {
  const que = describeCondicion(condicion, hechos);
  switch (efecto) {
    case 'impide':
      return `Para inscribirse se exige ${que}.`;
    case 'revision':
      return `Lo decide la escuela, salvo ${que}.`;
    case 'advierte':
      return `Se advierte a la persona, salvo ${que}.`;
    default:
      return `Da ${puntos ?? 0} ${puntos === 1 ? 'punto' : 'puntos'} para la lista de espera a condición de ${que}.`;
  }
};
