/** Rules and facts for tests: by hand, and generated from a seed, the same in browser and server. */
import type {
  Dato,
  Grupo,
  Hechos,
  Hoja,
  Regla,
  TipoHecho,
  ValorHecho,
} from '../../src/features/plantillas/reglas/contract.ts';
import { evaluateReglas } from '../../src/features/plantillas/reglas/rules.ts';

export const hoja = (
  field: string,
  operator: string,
  value: Hoja['value'],
  palabras?: Record<string, string>,
): Hoja => ({ field, operator, value, ...(palabras && { palabras }) });
export const todasDe = (...rules: (Grupo | Hoja)[]): Grupo => ({ combinator: 'and', rules });
export const algunaDe = (...rules: (Grupo | Hoja)[]): Grupo => ({ combinator: 'or', rules });
export const ningunaDe = (...rules: (Grupo | Hoja)[]): Grupo => ({
  combinator: 'or',
  not: true,
  rules,
});

export const regla = (condicion: Grupo, overrides: Partial<Regla> = {}): Regla => ({
  clave: 'r',
  efecto: 'impide',
  condicion,
  mensaje: 'No cumple.',
  descripcion: 'Se pide algo.',
  ...overrides,
});

export const dato = (tipo: TipoHecho, valor: ValorHecho, more: Partial<Dato> = {}): Dato => ({
  tipo,
  nombre: 'Dato',
  valor,
  ...more,
});

/** The same numbers for the same seed (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

const TIPOS: readonly TipoHecho[] = [
  'texto',
  'numero',
  'booleano',
  'fecha',
  'clave',
  'claves',
  'periodo',
];
const OPERADORES = ['=', '!=', '<', '<=', '>', '>=', 'between', 'in', 'notIn', 'allOf', 'contains'];
const MORE = ['beginsWith', 'open', 'constructor'];
/** Days, and instants at their ends here and elsewhere: 00:00 of Mexico City, Tokyo and Tijuana, also when clocks still changed. */
const DIAS = [
  '2026-01-01',
  '2026-06-15',
  '2026-02-30',
  '2026-11-22T05:59:59.999Z',
  '2026-11-22T06:00:00.000Z',
  '2026-11-21T15:00:00.000Z',
  '2026-11-22T08:00:00.000Z',
  '2021-04-04T07:59:59.999Z',
  '2021-10-31T05:30:00.000Z',
  '1969-12-31T23:59:59.999Z',
];
/** Texts that a language or a form of Unicode would make another of: «ñ» in one and two characters, İ and ı, «o» after «o». */
const CLAVES = [
  'A',
  'b',
  'Ñandú',
  'Ñandú'.normalize('NFD'),
  'nandu',
  'İstanbul',
  'ıstanbul',
  'ISTANBUL',
  'Ocho',
  'Iztapalapa',
  'Straße',
  '漢字 😀',
];
const NUMEROS = [-2, -1, -0, 0, 1, 2, 0.3, 0.1 + 0.2, 1e21, 2 ** 53, 1e-7];
const MOMENTOS = ['2026-11-22T05:59:59Z', '2026-11-22T06:00:00Z', '2026-11-21T15:00:01Z'];

const someOf = (tipo: TipoHecho, n: (below: number) => number): ValorHecho => {
  const some: Record<TipoHecho, () => ValorHecho> = {
    texto: () => CLAVES[n(CLAVES.length)]!,
    clave: () => CLAVES[n(CLAVES.length)]!,
    claves: () => CLAVES.filter(() => n(2) === 0),
    numero: () => NUMEROS[n(NUMEROS.length)]!,
    booleano: () => n(2) === 0,
    fecha: () => DIAS[n(DIAS.length)]!,
    periodo: () => ({ abre: '2026-01-01T06:00:00Z', cierra: n(2) ? '2027-01-01T06:00:00Z' : null }),
  };
  return some[tipo]();
};

const makeHoja = (n: (below: number) => number): Hoja => {
  const field = `f.${n(7)}`;
  const operator = [...OPERADORES, ...MORE][n(OPERADORES.length + MORE.length)]!;
  const one = () =>
    [NUMEROS[n(NUMEROS.length)]!, CLAVES[n(CLAVES.length)]!, n(2) === 0, '2026-06-15', 'hoy'][
      n(5)
    ]!;
  const value = n(3) === 0 ? ([one(), one()] as string[]) : one();
  // Half of the leaves fit: the type of the fact is that of its number.
  if (n(2) === 0) return hoja(field, operator, value);
  const tipo = TIPOS[n(7)]!;
  const fits: Record<TipoHecho, [string, Hoja['value']]> = {
    texto: [['=', '!=', 'contains', 'beginsWith'][n(4)]!, CLAVES[n(CLAVES.length)]!],
    clave: [['in', 'notIn'][n(2)]!, CLAVES.slice(n(CLAVES.length))],
    claves: [['in', 'notIn', 'allOf'][n(3)]!, CLAVES.slice(n(CLAVES.length))],
    numero: [['=', '<', '<=', '>', '>=', '!='][n(6)]!, NUMEROS[n(NUMEROS.length)]!],
    booleano: ['=', n(2) === 0],
    fecha: [['=', '<', '<=', '>', '>='][n(5)]!, ['2026-06-15', 'hoy', '2026-11-21'][n(3)]!],
    periodo: ['open', n(2) === 0],
  };
  return hoja(`f.${TIPOS.indexOf(tipo)}`, ...fits[tipo]);
};

const makeGrupo = (n: (below: number) => number, nivel: number): Grupo => ({
  combinator: n(2) === 0 ? 'and' : 'or',
  ...(n(3) === 0 && { not: true }),
  rules: Array.from({ length: n(20) === 0 ? 0 : 1 + n(3) }, () =>
    nivel < 3 && n(3) === 0 ? makeGrupo(n, nivel + 1) : makeHoja(n),
  ),
});

/** Generated rules with the facts and the moment on which they are judged. */
export const makeCasos = (seed: number, count: number) => {
  const n = randomOf(seed);
  return Array.from({ length: count }, () => {
    const hechos: Hechos = Object.fromEntries(
      TIPOS.flatMap((tipo, i) => {
        if (n(6) === 0) return [];
        return [[`f.${i}`, dato(tipo, n(8) === 0 ? null : someOf(tipo, n))]];
      }),
    );
    const ahora = new Date(MOMENTOS[n(MOMENTOS.length)]!);
    return { reglas: [regla(makeGrupo(n, 0))], hechos, ahora };
  });
};

/** What each of these cases comes to, whole: what holds, in which words and with which evidence. */
export const judgeCasos = (casos: ReturnType<typeof makeCasos>): string[] =>
  casos.map(({ reglas, hechos, ahora }) => JSON.stringify(evaluateReglas(reglas, hechos, ahora)));

/** What thousands of results say, in a number (FNV-1a). */
export const digestOf = (texts: readonly string[]): string => {
  let hash = 0x811c9dc5;
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
  }
  return (hash >>> 0).toString(16);
};
