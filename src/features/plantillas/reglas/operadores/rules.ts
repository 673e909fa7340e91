/**
 * The types of facts: which comparisons each has, when one holds, and how it is told. Pure; `../rules.ts` joins them.
 */
import { fechaDe, formatFecha, formatMomento, isFecha } from '../../../../platform/shared/dates.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { fold } from '../../../../platform/shared/search.ts';
import type { Dato, Hoja, TipoHecho, ValorHecho } from '../contract.ts';

/** True, false, or null: it cannot be known. */
export type Tri = boolean | null;

/** What a value says of a day that is not written: the one on which it is looked at. */
export const VALOR_HOY = 'hoy';

export type Escalar = string | number | boolean;
type Valores = 'uno' | 'dos' | 'varios';

export type Operador = {
  /** As it goes before the value: «al menos». */
  readonly palabras: string;
  /** How many values it takes. */
  readonly valores: Valores;
  /** Given a fact and values that are of the fact's type. */
  readonly holds: (found: never, value: never) => boolean;
};

type Orden = (found: number | string, value: never) => boolean;
const compare =
  (holds: (order: number) => boolean): Orden =>
  (found, value) =>
    holds(found < value ? -1 : found > value ? 1 : 0);
const between: Orden = (found, [from, to]: readonly [never, never]) => found >= from && found <= to;

const ORDENADOS = {
  '=': { palabras: '', valores: 'uno', holds: compare((order) => order === 0) },
  '!=': { palabras: 'distinto de', valores: 'uno', holds: compare((order) => order !== 0) },
  '<': { palabras: 'menos de', valores: 'uno', holds: compare((order) => order < 0) },
  '<=': { palabras: 'hasta', valores: 'uno', holds: compare((order) => order <= 0) },
  '>': { palabras: 'más de', valores: 'uno', holds: compare((order) => order > 0) },
  '>=': { palabras: 'al menos', valores: 'uno', holds: compare((order) => order >= 0) },
  between: { palabras: 'entre', valores: 'dos', holds: between },
} as const satisfies Record<string, Operador>;

const FECHAS = {
  '=': { ...ORDENADOS['='], palabras: 'el' },
  '!=': { ...ORDENADOS['!='], palabras: 'no el' },
  '<': { ...ORDENADOS['<'], palabras: 'antes del' },
  '<=': { ...ORDENADOS['<='], palabras: 'a más tardar el' },
  '>': { ...ORDENADOS['>'], palabras: 'después del' },
  '>=': { ...ORDENADOS['>='], palabras: 'desde el' },
  between: { ...ORDENADOS.between, palabras: 'entre el' },
} as const satisfies Record<string, Operador>;

const has = (found: readonly string[], value: string) => found.includes(value);
const any = (found: readonly string[], values: readonly string[]) =>
  values.some((value) => found.includes(value));

/** The operators of each type of fact, by their names in react-querybuilder. */
export const OPERADORES: Readonly<Record<TipoHecho, Readonly<Record<string, Operador>>>> = {
  numero: ORDENADOS,
  fecha: FECHAS,
  booleano: {
    '=': {
      palabras: '',
      valores: 'uno',
      holds: (found: boolean, value: boolean) => found === value,
    },
  },
  // Texts are compared as the portal looks things up: without accents or case.
  texto: {
    '=': { palabras: '', valores: 'uno', holds: (a: string, b: string) => fold(a) === fold(b) },
    '!=': {
      palabras: 'distinto de',
      valores: 'uno',
      holds: (a: string, b: string) => fold(a) !== fold(b),
    },
    contains: {
      palabras: 'contiene',
      valores: 'uno',
      holds: (a: string, b: string) => fold(a).includes(fold(b)),
    },
    beginsWith: {
      palabras: 'empieza con',
      valores: 'uno',
      holds: (a: string, b: string) => fold(a).startsWith(fold(b)),
    },
    in: {
      palabras: 'uno de',
      valores: 'varios',
      holds: (a: string, all: readonly string[]) => all.some((one) => fold(one) === fold(a)),
    },
  },
  clave: {
    '=': { palabras: '', valores: 'uno', holds: (a: string, b: string) => a === b },
    '!=': { palabras: 'distinto de', valores: 'uno', holds: (a: string, b: string) => a !== b },
    in: {
      palabras: 'uno de',
      valores: 'varios',
      holds: (a: string, all: readonly string[]) => has(all, a),
    },
    notIn: {
      palabras: 'ninguno de',
      valores: 'varios',
      holds: (a: string, all: readonly string[]) => !has(all, a),
    },
  },
  claves: {
    contains: { palabras: 'incluye', valores: 'uno', holds: has },
    in: { palabras: 'alguno de', valores: 'varios', holds: any },
    allOf: {
      palabras: 'todos:',
      valores: 'varios',
      holds: (found: readonly string[], all: readonly string[]) =>
        all.every((one) => has(found, one)),
    },
    notIn: {
      palabras: 'ninguno de',
      valores: 'varios',
      holds: (found: readonly string[], all: readonly string[]) => !any(found, all),
    },
  },
  periodo: {
    open: {
      palabras: '',
      valores: 'uno',
      holds: (found: boolean, value: boolean) => found === value,
    },
  },
};

export const instant = (text: string | null | undefined): Date | null => {
  const date = text == null ? null : new Date(text);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
};

/** The day of what is a day or an instant; null of anything else. */
const dayOf = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  if (isFecha(text)) return text;
  const date = /^\d{4}-\d{2}-\d{2}T/.test(text) ? instant(text) : null;
  return date && fechaDe(date);
};

export const isPeriodo = (valor: ValorHecho): valor is Extract<ValorHecho, { abre: unknown }> =>
  typeof valor === 'object' && valor !== null && !Array.isArray(valor);
const endsOf = (valor: ValorHecho): readonly [Date, Date] | null => {
  if (!isPeriodo(valor)) return null;
  const [abre, cierra] = [instant(valor.abre), instant(valor.cierra)];
  return abre && cierra && [abre, cierra];
};

/** A fact's value as its type is compared, or null: missing, or of another type. */
const foundOf = ({ tipo, valor }: Dato, ahora: Date): unknown => {
  switch (tipo) {
    case 'numero':
      return typeof valor === 'number' && Number.isFinite(valor) ? valor : null;
    case 'booleano':
      return typeof valor === 'boolean' ? valor : null;
    case 'texto':
    case 'clave':
      return typeof valor === 'string' && valor !== '' ? valor : null;
    case 'claves':
      return Array.isArray(valor) ? valor : null;
    case 'fecha':
      return dayOf(valor);
    case 'periodo': {
      const ends = endsOf(valor);
      // The closing instant itself is already closed.
      return ends && ahora >= ends[0] && ahora < ends[1];
    }
    default:
      return null;
  }
};

/** One value of a leaf as its fact's type is compared, or null: it is none. */
const scalarOf = (tipo: TipoHecho, value: unknown, ahora: Date): Escalar | null => {
  switch (tipo) {
    case 'numero':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'booleano':
    case 'periodo':
      return typeof value === 'boolean' ? value : null;
    case 'fecha':
      if (value === VALOR_HOY) return fechaDe(ahora);
      return typeof value === 'string' && isFecha(value) ? value : null;
    default:
      return typeof value === 'string' && value.trim() !== '' ? value : null;
  }
};

/** What a leaf compares with: one value, or a list; null when it is nothing of that type. */
export const valuesOf = (
  tipo: TipoHecho,
  cuantos: Valores,
  value: unknown,
  ahora: Date,
): Escalar | Escalar[] | null => {
  if (cuantos === 'uno') return scalarOf(tipo, value, ahora);
  if (!Array.isArray(value) || value.length === 0) return null;
  if (cuantos === 'dos' && value.length !== 2) return null;
  const all = value.map((one) => scalarOf(tipo, one, ahora));
  return all.includes(null) ? null : (all as Escalar[]);
};

export const operadorOf = (tipo: TipoHecho, operator: unknown): Operador | undefined => {
  const operadores = lookUp<Readonly<Record<string, Operador>>>(OPERADORES, tipo);
  return operadores && typeof operator === 'string' ? lookUp(operadores, operator) : undefined;
};

/** The types of what `found` and `value` are were looked at. */
export const holdsLeaf = (dato: Dato, { operator, value }: Partial<Hoja>, ahora: Date): Tri => {
  const operador = operadorOf(dato.tipo, operator);
  const found = foundOf(dato, ahora);
  const values = operador && valuesOf(dato.tipo, operador.valores, value, ahora);
  if (!operador || found === null || values === null || values === undefined) return null;
  return operador.holds(found as never, values as never);
};

export const SI_NO = { true: 'sí', false: 'no' } as const;
const LISTA = new Intl.ListFormat('es', { type: 'disjunction' });
const LISTA_Y = new Intl.ListFormat('es');

const cantidad = (n: number, unidad: Dato['unidad']): string =>
  unidad ? `${n} ${n === 1 ? unidad[0] : unidad[1]}` : String(n);

/** One value in words. */
const wordOf = (
  { tipo, unidad }: Pick<Dato, 'tipo' | 'unidad'>,
  value: unknown,
  palabras: unknown,
): string => {
  if (typeof value === 'boolean') return SI_NO[`${value}`];
  if (typeof value === 'number') return cantidad(value, unidad);
  const text = String(value);
  if (tipo === 'fecha') {
    const day = dayOf(text);
    return day ? formatFecha(day) : text === VALOR_HOY ? 'día de hoy' : text;
  }
  const said =
    typeof palabras === 'object' && palabras !== null
      ? lookUp(palabras as Record<string, unknown>, text)
      : undefined;
  return typeof said === 'string' ? said : text;
};

/** What is asked of a fact, after its name: «al menos 2 años». */
export const askedOf = (dato: Dato, { operator, value, palabras }: Partial<Hoja>): string => {
  const operador = operadorOf(dato.tipo, operator);
  if (!operador) return 'algo que el portal no entiende';
  const words = (Array.isArray(value) ? value : [value]).map((v) => wordOf(dato, v, palabras));
  const list =
    operador.valores === 'dos'
      ? words.join(dato.tipo === 'fecha' ? ' y el ' : ' y ')
      : (operator === 'allOf' ? LISTA_Y : LISTA).format(words);
  return [operador.palabras, list].filter(Boolean).join(' ');
};

const SIN_DATO = 'sin dato';

/** What was found, in words. */
export const foundWords = (dato: Dato | undefined, { palabras }: Partial<Hoja>): string => {
  if (!dato || dato.valor === null) return SIN_DATO;
  if (dato.texto !== undefined) return dato.texto;
  const { valor } = dato;
  if (!Array.isArray(valor)) return wordOf(dato, valor, palabras);
  if (valor.length === 0) return 'ninguno';
  return LISTA_Y.format(valor.map((one) => wordOf(dato, one, palabras)));
};

/** A window in words, from where the clock is. */
export const describePeriodo = (dato: Dato | undefined, ahora: Date): string => {
  const ends = dato ? endsOf(dato.valor) : null;
  if (!ends) return 'Sin dato: la edición no tiene fechas de inscripción.';
  const [abre, cierra] = ends;
  if (ahora < abre) {
    return `La inscripción abre el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`;
  }
  if (ahora >= cierra) return `La inscripción cerró el ${formatMomento(cierra)}.`;
  return `La inscripción está abierta desde el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`;
};
