/** Conditions of rules in Spanish: what is asked of a fact, and what was found. Pure; the one source of both. */
import { formatFecha, formatMomento } from '../../../../platform/shared/dates.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import type { Dato, HechoDeclarado, Hoja, TipoHecho } from '../contract.ts';
import { dayOf, endsOf, VALOR_HOY } from '../operadores/rules.ts';

type Junta = 'o' | 'y' | 'y el' | 'ni';
/** What stands before the values, and how those are joined. */
type Pedido = readonly [antes: string, junta?: Junta];

const EXACTO: Pedido = ['exactamente'];
const OTRA: Pedido = ['una cifra distinta de'];
const MENOS: Pedido = ['menos de'];
const HASTA: Pedido = ['un máximo de'];
const MAS: Pedido = ['más de'];
const DESDE: Pedido = ['al menos'];
const EL: Pedido = ['que sea el'];
const NO_EL: Pedido = ['que no sea el'];
const ANTES: Pedido = ['que sea antes del'];
const NO_ANTES: Pedido = ['que no sea antes del'];
const DESPUES: Pedido = ['que sea después del'];
const A_TARDAR: Pedido = ['que sea a más tardar el'];
const SEA: Pedido = ['que sea', 'o'];
const NO_SEA: Pedido = ['que no sea', 'ni'];
const FIGURE: Pedido = ['que figure', 'o'];
const NO_FIGURE: Pedido = ['que no figure', 'ni'];

/** What each comparison asks for, as it goes after «se pide», and its contrary: what is asked of it within a «ninguna». */
const PIDE: Readonly<Record<TipoHecho, Readonly<Record<string, readonly [Pedido, Pedido]>>>> = {
  numero: {
    '=': [EXACTO, OTRA],
    '!=': [OTRA, EXACTO],
    '<': [MENOS, DESDE],
    '<=': [HASTA, MAS],
    '>': [MAS, HASTA],
    '>=': [DESDE, MENOS],
    between: [
      ['una cifra entre', 'y'],
      ['una cifra que no esté entre', 'y'],
    ],
  },
  fecha: {
    '=': [EL, NO_EL],
    '!=': [NO_EL, EL],
    '<': [ANTES, NO_ANTES],
    '<=': [A_TARDAR, DESPUES],
    '>': [DESPUES, A_TARDAR],
    '>=': [NO_ANTES, ANTES],
    between: [
      ['que esté entre el', 'y el'],
      ['que no esté entre el', 'y el'],
    ],
  },
  texto: {
    '=': [SEA, NO_SEA],
    '!=': [NO_SEA, SEA],
    contains: [['que contenga'], ['que no contenga']],
    beginsWith: [['que empiece con'], ['que no empiece con']],
    in: [SEA, NO_SEA],
  },
  clave: {
    '=': [SEA, NO_SEA],
    '!=': [NO_SEA, SEA],
    in: [SEA, NO_SEA],
    notIn: [NO_SEA, SEA],
  },
  claves: {
    contains: [FIGURE, NO_FIGURE],
    in: [FIGURE, NO_FIGURE],
    allOf: [
      ['que figuren', 'y'],
      ['que no figuren a la vez', 'y'],
    ],
    notIn: [NO_FIGURE, FIGURE],
  },
  booleano: {},
  periodo: {},
};

const SI_NO = { true: 'sí', false: 'no' } as const;
const LISTA_O = new Intl.ListFormat('es', { type: 'disjunction' });
const LISTA_Y = new Intl.ListFormat('es');

const joined = (words: readonly string[], junta: Junta): string => {
  if (junta === 'y el') return words.join(' y el ');
  if (junta !== 'ni') return (junta === 'o' ? LISTA_O : LISTA_Y).format(words);
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ni ${words.at(-1)}`;
};

const cantidad = (n: number, unidad: Dato['unidad']): string =>
  unidad ? `${n} ${n === 1 ? unidad[0] : unidad[1]}` : String(n);

/** A key as whoever wrote the rule read it. */
const keyWord = (text: string, palabras: Hoja['palabras']): string => {
  const said: unknown = palabras && lookUp<unknown>(palabras, text);
  return typeof said === 'string' ? said : text;
};
const dayWord = (text: string): string => {
  const day = dayOf(text);
  if (day !== null) return formatFecha(day);
  return text === VALOR_HOY ? 'día de hoy' : text;
};

/** A text among the values of a type, in words. */
const PALABRA: Readonly<Record<TipoHecho, (text: string, palabras: Hoja['palabras']) => string>> = {
  numero: keyWord,
  booleano: keyWord,
  texto: keyWord,
  clave: keyWord,
  claves: keyWord,
  fecha: dayWord,
  periodo: keyWord,
};
/** What somebody typed is told in quotes. */
const ENTRE_COMILLAS: ReadonlySet<TipoHecho> = new Set(['texto']);

type Comparable = Pick<Dato, 'tipo' | 'unidad' | 'pide'>;

/** One value in words. */
const wordOf = (
  { tipo, unidad }: Comparable,
  value: unknown,
  palabras: Hoja['palabras'],
): string => {
  if (typeof value === 'boolean') return SI_NO[`${value}`];
  if (typeof value === 'number') return cantidad(value, unidad);
  return PALABRA[tipo](String(value), palabras);
};

/** Its values in words: the unit is said once, and what somebody typed goes in quotes. */
const valueWords = (dato: Comparable, { value, palabras }: Partial<Hoja>): string[] => {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one, i) => {
    const { tipo, unidad } = dato;
    const said = i < values.length - 1 ? { tipo } : { tipo, ...(unidad && { unidad }) };
    return ENTRE_COMILLAS.has(tipo)
      ? `«${wordOf(said, one, palabras)}»`
      : wordOf(said, one, palabras);
  });
};

/** What a fact's argument is called, as whoever wrote the rule read it; null: it has none. */
const argumentoWord = ({ field = '', palabras }: Partial<Hoja>): string | null => {
  const colon = field.indexOf(':');
  return colon === -1 ? null : keyWord(field.slice(colon + 1), palabras);
};

/**
 * What is asked of a fact, as it goes after «se pide»: «al menos 2 años», «que sea Juez o Secretario», «que haya
 * acreditado «Amparo»». `wanted` false: the contrary. Null: there are no words for it.
 */
export const pedidoOf = (dato: Comparable, hoja: Partial<Hoja>, wanted = true): string | null => {
  const si = (hoja.value !== false) === wanted;
  if (dato.tipo === 'periodo') return si ? 'que esté abierto' : 'que esté cerrado';
  if (dato.tipo === 'booleano') {
    const que = dato.pide?.[si ? 0 : 1];
    return que === undefined ? null : `que ${que.replace('{}', argumentoWord(hoja) ?? '')}`;
  }
  const words = valueWords(dato, hoja);
  // All of one is that one.
  const operator = hoja.operator === 'allOf' && words.length === 1 ? 'contains' : hoja.operator;
  const those = typeof operator === 'string' && lookUp(lookUp(PIDE, dato.tipo) ?? {}, operator);
  if (!those) return null;
  const [antes, junta = 'y'] = those[wanted ? 0 : 1];
  return `${antes} ${joined(words, junta)}`;
};

/** The same as part of a sentence that names the fact: «que «Edad» sea al menos 18 años». */
export const fraseDe = (
  nombre: string,
  dato: Comparable,
  hoja: Partial<Hoja>,
  wanted = true,
): string => {
  const pedido = pedidoOf(dato, hoja, wanted);
  if (dato.tipo === 'booleano') {
    return pedido ?? `que ${nombre} sea «${SI_NO[`${(hoja.value !== false) === wanted}`]}»`;
  }
  if (pedido === null) return `que ${nombre} sea algo que el portal no entiende`;
  if (!pedido.startsWith('que ')) return `que ${nombre} sea ${pedido}`;
  return dato.tipo === 'claves'
    ? `que en ${nombre} ${pedido.slice('que '.length)}`
    : `que ${nombre} ${pedido.slice('que '.length)}`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is asked of a fact, as a line of a list: «Edad: al menos 18 años», «Que haya acreditado «Amparo»». */
export const lineaDe = (dato: Dato, hoja: Partial<Hoja>, wanted: boolean): string => {
  const { nombre, tipo } = dato;
  const pedido = pedidoOf(dato, hoja, wanted);
  if (tipo === 'booleano') {
    return pedido === null
      ? `${nombre}: ${SI_NO[`${(hoja.value !== false) === wanted}`]}`
      : capital(pedido);
  }
  return `${nombre}: ${pedido ?? 'algo que el portal no entiende'}`;
};

/** What was found, in words. */
export const foundWords = (dato: Dato | undefined, { palabras }: Partial<Hoja>): string => {
  if (!dato || dato.valor === null) return 'sin dato';
  if (dato.texto !== undefined) return dato.texto;
  const { valor } = dato;
  if (!Array.isArray(valor)) return wordOf(dato, valor, palabras);
  if (valor.length === 0) return 'ninguno';
  return LISTA_Y.format(valor.map((one) => wordOf(dato, one, palabras)));
};

/** What was found of a fact and, where that is not what is wished, what is asked: «Edad: 17 años; se pide al menos 18 años.» */
export const halladoDe = (
  dato: Dato,
  hoja: Partial<Hoja>,
  { cumple, wanted }: { cumple: boolean | null; wanted: boolean },
): string => {
  const found = `${dato.nombre}: ${foundWords(dato, hoja)}`;
  if (cumple !== false) return `${found}.`;
  return `${found}; se pide ${pedidoOf(dato, hoja, wanted) ?? 'lo contrario'}.`;
};

/** What a window is of: the edition's, or that of one step of a call, whose name begins so. */
const queDe = ({ nombre }: Dato): string =>
  nombre.startsWith('Recepción de ') ? `La r${nombre.slice(1)}` : 'La inscripción';

/** A window in words, from where the clock is. */
export const describePeriodo = (dato: Dato | undefined, ahora: Date): string => {
  const ends = dato ? endsOf(dato.valor) : null;
  if (!ends) return 'Sin dato: no hay fechas de inscripción.';
  const [abre, cierra] = ends;
  const que = queDe(dato!);
  if (ahora < abre) {
    return `${que} abre el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`;
  }
  if (ahora >= cierra) return `${que} cerró el ${formatMomento(cierra)}.`;
  return `${que} está abierta desde el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`;
};

/** A declared fact as words take it, without anybody's value. */
export const comparableDe = ({ tipo, unidad, pide }: HechoDeclarado): Comparable => ({
  tipo,
  ...(unidad && { unidad: [unidad[0], unidad[1]] as [string, string] }),
  ...(pide && { pide: [pide[0], pide[1]] as [string, string] }),
});
