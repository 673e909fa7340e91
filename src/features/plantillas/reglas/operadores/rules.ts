/** The types of facts: which comparisons each has, and when one holds. Pure; `../rules.ts` joins them, `../palabras` says them. */
import { fechaDe, isFecha } from '../../../../platform/shared/dates.ts';
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
  /** As whoever writes a rule chooses it: «al menos». */
  readonly palabras: string;
  /** How many values it takes. */
  readonly valores: Valores;
  /** Given a fact and values that are of the fact's type. */
  readonly holds: (found: never, value: never) => boolean;
};

const compare =
  (holds: (order: number) => boolean) =>
  (found: number, value: number): boolean =>
    holds(found - value);

const ORDENADOS = {
  '=': { palabras: '', valores: 'uno', holds: compare((order) => order === 0) },
  '!=': { palabras: 'distinto de', valores: 'uno', holds: compare((order) => order !== 0) },
  '<': { palabras: 'menos de', valores: 'uno', holds: compare((order) => order < 0) },
  '<=': { palabras: 'hasta', valores: 'uno', holds: compare((order) => order <= 0) },
  '>': { palabras: 'más de', valores: 'uno', holds: compare((order) => order > 0) },
  '>=': { palabras: 'al menos', valores: 'uno', holds: compare((order) => order >= 0) },
  between: {
    palabras: 'entre',
    valores: 'dos',
    holds: (n: number, [from, to]: readonly [number, number]) => n >= from && n <= to,
  },
} as const satisfies Record<string, Operador>;

type Orden = (a: number, b: number) => boolean;
/** Days are written so that their order is that of their letters. */
const dias =
  (holds: Orden) =>
  (found: string, value: string): boolean =>
    holds(found < value ? -1 : found > value ? 1 : 0, 0);

const FECHAS = {
  '=': { palabras: 'el', valores: 'uno', holds: dias(ORDENADOS['='].holds) },
  '!=': { palabras: 'no el', valores: 'uno', holds: dias(ORDENADOS['!='].holds) },
  '<': { palabras: 'antes del', valores: 'uno', holds: dias(ORDENADOS['<'].holds) },
  '<=': { palabras: 'a más tardar el', valores: 'uno', holds: dias(ORDENADOS['<='].holds) },
  '>': { palabras: 'después del', valores: 'uno', holds: dias(ORDENADOS['>'].holds) },
  '>=': { palabras: 'desde el', valores: 'uno', holds: dias(ORDENADOS['>='].holds) },
  between: {
    palabras: 'entre el',
    valores: 'dos',
    holds: (day: string, [from, to]: readonly [string, string]) => day >= from && day <= to,
  },
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
  // One thing, by any of the keys that it has or had.
  clave: {
    '=': { palabras: '', valores: 'uno', holds: has },
    '!=': {
      palabras: 'distinto de',
      valores: 'uno',
      holds: (suyas: readonly string[], b: string) => !has(suyas, b),
    },
    in: { palabras: 'uno de', valores: 'varios', holds: any },
    notIn: {
      palabras: 'ninguno de',
      valores: 'varios',
      holds: (suyas: readonly string[], all: readonly string[]) => !any(suyas, all),
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

/** The comparisons that facts of a type have, by their names, in the order in which they are offered. */
export const operadoresDe = (tipo: TipoHecho): [string, Operador][] =>
  Object.entries(lookUp<Readonly<Record<string, Operador>>>(OPERADORES, tipo) ?? {});

export const instant = (text: string | null | undefined): Date | null => {
  const date = text == null ? null : new Date(text);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
};

/** The day of what is a day or an instant; null of anything else. */
export const dayOf = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  if (isFecha(text)) return text;
  const date = /^\d{4}-\d{2}-\d{2}T/.test(text) ? instant(text) : null;
  return date && fechaDe(date);
};

export const isPeriodo = (valor: ValorHecho): valor is Extract<ValorHecho, { abre: unknown }> =>
  typeof valor === 'object' && valor !== null && !Array.isArray(valor);
/** The two ends of a window; null of anything else. */
export const endsOf = (valor: ValorHecho): readonly [Date, Date] | null => {
  if (!isPeriodo(valor)) return null;
  const [abre, cierra] = [instant(valor.abre), instant(valor.cierra)];
  return abre && cierra && [abre, cierra];
};

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
/** What is not seen is no text: every text would contain it. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && fold(value) !== '' ? value : null;
const siNoOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** How the values of a type are read. */
const TIPOS: Readonly<
  Record<
    TipoHecho,
    {
      /** A fact's value as it is compared, or null: missing, or of another type. */
      readonly found: (valor: ValorHecho, ahora: Date, tambien: readonly string[]) => unknown;
      /** One value of a leaf, or null: it is none. */
      readonly scalar: (value: unknown, ahora: Date) => Escalar | null;
    }
  >
> = {
  numero: { found: numberOf, scalar: numberOf },
  booleano: { found: siNoOf, scalar: siNoOf },
  texto: { found: textOf, scalar: textOf },
  clave: {
    found: (valor, _ahora, tambien) => {
      const clave = textOf(valor);
      return clave === null ? null : [clave, ...tambien];
    },
    scalar: textOf,
  },
  claves: {
    found: (valor) => (Array.isArray(valor) ? valor : null),
    scalar: textOf,
  },
  fecha: {
    found: dayOf,
    scalar: (value, ahora) => {
      if (value === VALOR_HOY) return fechaDe(ahora);
      return typeof value === 'string' && isFecha(value) ? value : null;
    },
  },
  periodo: {
    found: (valor, ahora) => {
      const ends = endsOf(valor);
      // The closing instant itself is already closed.
      return ends && ahora >= ends[0] && ahora < ends[1];
    },
    scalar: siNoOf,
  },
};

/** What a leaf compares with: one value, or a list; null when it is nothing of that type. */
export const valuesOf = (
  tipo: TipoHecho,
  cuantos: Valores,
  value: unknown,
  ahora: Date,
): Escalar | Escalar[] | null => {
  const { scalar } = TIPOS[tipo];
  if (cuantos === 'uno') return scalar(value, ahora);
  if (!Array.isArray(value) || value.length === 0) return null;
  if (cuantos === 'dos' && value.length !== 2) return null;
  const all = value.map((one) => scalar(one, ahora));
  return all.includes(null) ? null : (all as Escalar[]);
};

export const operadorOf = (tipo: TipoHecho, operator: unknown): Operador | undefined => {
  const operadores = lookUp<Readonly<Record<string, Operador>>>(OPERADORES, tipo);
  return operadores && typeof operator === 'string' ? lookUp(operadores, operator) : undefined;
};

/** The types of what `found` and `value` are were looked at. */
export const holdsLeaf = (dato: Dato, { operator, value }: Partial<Hoja>, ahora: Date): Tri => {
  const operador = operadorOf(dato.tipo, operator);
  const found = TIPOS[dato.tipo].found(dato.valor, ahora, dato.tambien ?? []);
  const values = operador && valuesOf(dato.tipo, operador.valores, value, ahora);
  if (!operador || found === null || values === null || values === undefined) return null;
  return operador.holds(found as never, values as never);
};
