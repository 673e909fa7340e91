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
const randomOf = (seed: number) => {
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
const DIAS = ['2026-01-01', '2026-06-15', '2026-11-22T05:59:59.999Z', '2026-11-22T06:00:00.000Z'];
const CLAVES = ['A', 'b', 'Ñandú', 'nandu'];

const someOf = (tipo: TipoHecho, n: (below: number) => number): ValorHecho => {
  const some: Record<TipoHecho, () => ValorHecho> = {
    texto: () => CLAVES[n(4)]!,
    clave: () => CLAVES[n(4)]!,
    claves: () => CLAVES.filter(() => n(2) === 0),
    numero: () => n(5) - 2,
    booleano: () => n(2) === 0,
    fecha: () => DIAS[n(4)]!,
    periodo: () => ({ abre: '2026-01-01T06:00:00Z', cierra: n(2) ? '2027-01-01T06:00:00Z' : null }),
  };
  return some[tipo]();
};

const makeHoja = (n: (below: number) => number): Hoja => {
  const field = `f.${n(7)}`;
  const operator = [...OPERADORES, ...MORE][n(OPERADORES.length + MORE.length)]!;
  const one = () => [n(5) - 2, CLAVES[n(4)]!, n(2) === 0, '2026-06-15', 'hoy'][n(5)]!;
  const value = n(3) === 0 ? ([one(), one()] as string[]) : one();
  // Half of the leaves fit: the type of the fact is that of its number.
  if (n(2) === 0) return hoja(field, operator, value);
  const tipo = TIPOS[n(7)]!;
  const fits: Record<TipoHecho, [string, Hoja['value']]> = {
    texto: [['=', '!=', 'contains', 'beginsWith'][n(4)]!, CLAVES[n(4)]!],
    clave: [['in', 'notIn'][n(2)]!, CLAVES.slice(n(3))],
    claves: [['in', 'notIn', 'allOf'][n(3)]!, CLAVES.slice(n(3))],
    numero: [['=', '<', '<=', '>', '>=', '!='][n(6)]!, n(5) - 2],
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
    const ahora = new Date(Date.UTC(2026, 10, 22, 5, 59, 59 + n(3)));
    return { reglas: [regla(makeGrupo(n, 0))], hechos, ahora };
  });
};

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
