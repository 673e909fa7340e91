/** A rule as a Spanish sentence, for whoever writes it and whoever reads it. Pure. */
import type { Dato, HechoDeclarado, Hoja, Regla } from '../reglas/contract.ts';
import { askedOf, operadorOf } from '../reglas/operadores/rules.ts';
import { HECHO_HOY, isGrupo, isRecord, MAX_NIVEL, splitField } from '../reglas/rules.ts';

/** A verb instead of «sea», by type and operator; what follows it is the value alone, or with its words. */
const VERBOS = new Map(
  Object.entries({
    'claves contains': 'incluya',
    'claves in': 'incluya alguno de',
    'claves allOf': 'incluya todos:',
    'claves notIn': 'no incluya ninguno de',
    'clave notIn': 'no sea ninguno de',
    'clave !=': 'no sea',
    'numero !=': 'no sea',
    'texto !=': 'no sea',
    'texto contains': 'contenga',
    'texto beginsWith': 'empiece con',
    'fecha !=': 'no sea el',
    'fecha between': 'esté entre el',
    'numero between': 'esté entre',
  }),
);

const INCOMPLETA = 'que… (falta elegir el dato)';

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || (Array.isArray(value) && value.length === 0);

const describeHoja = (hoja: Partial<Hoja>, hechos: readonly HechoDeclarado[]): string => {
  const { clave, argumento } = splitField(typeof hoja.field === 'string' ? hoja.field : '');
  if (clave === '') return INCOMPLETA;
  const declarado =
    clave === HECHO_HOY.clave ? HECHO_HOY : hechos.find((one) => one.clave === clave);
  if (!declarado) return `que «${clave}» (un dato que no existe) sea lo que se pide`;
  const { tipo, unidad } = declarado;
  const which = argumento ? ` (${hoja.palabras?.[argumento] ?? argumento})` : '';
  const nombre = `«${declarado.nombre}»${which}`;
  if (tipo === 'booleano') return `que ${nombre} sea ${hoja.value === false ? 'no' : 'sí'}`;
  if (tipo === 'periodo') {
    return `que ${nombre} esté ${hoja.value === false ? 'cerrado' : 'abierto'}`;
  }
  if (isEmpty(hoja.value)) return `que ${nombre} sea… (falta con qué compararlo)`;
  const dato: Dato = {
    tipo,
    nombre: declarado.nombre,
    ...(unidad && { unidad: [unidad[0], unidad[1]] as [string, string] }),
    valor: null,
  };
  const words = {
    ...Object.fromEntries(declarado.valores?.map(({ valor, etiqueta }) => [valor, etiqueta]) ?? []),
    ...hoja.palabras,
  };
  const asked = askedOf(dato, { ...hoja, palabras: words });
  const verbo = VERBOS.get(`${tipo} ${hoja.operator}`);
  const operador = operadorOf(tipo, hoja.operator);
  if (verbo === undefined || !operador) return `que ${nombre} sea ${asked}`;
  // The verb says what the operator's own words would.
  const alone = operador.palabras === '' ? asked : asked.slice(operador.palabras.length + 1);
  return `que ${nombre} ${verbo} ${alone}`;
};

const describeNodo = (node: unknown, hechos: readonly HechoDeclarado[], nivel: number): string => {
  if (!isGrupo(node)) return describeHoja(isRecord(node) ? (node as Partial<Hoja>) : {}, hechos);
  if (nivel > MAX_NIVEL || node.rules.length === 0) return 'que… (falta al menos una condición)';
  const parts = node.rules.map((one) => describeNodo(one, hechos, nivel + 1));
  const negated = node.not === true;
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

/** «No puede inscribirse quien no cumpla: que «Edad» sea al menos 18 años.» Whatever is missing is said in its place. */
export const describeRegla = (
  { efecto, condicion, puntos }: Pick<Regla, 'efecto' | 'condicion' | 'puntos'>,
  hechos: readonly HechoDeclarado[],
): string => {
  const que = describeNodo(condicion, hechos, 0);
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
