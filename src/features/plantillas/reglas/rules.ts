/**
 * Evaluates the rules of a plantilla's version: the one evaluator, in browser and server. Pure: facts and clock come
 * in, results go out. Three-valued (Kleene): a part whose fact is missing, or of another type than is compared, is
 * neither true nor false, whatever «ninguna» is around it; only what is true is met. See docs/decisions/0071.
 */
import { fechaDe, formatFecha } from '../../../platform/shared/dates.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import type { RequisitoEstado } from '../../../platform/shared/requisitos.ts';
import { personPath } from '../../personas/routes.ts';
import type {
  CondicionJuzgada,
  Dato,
  HechoDeclarado,
  Hechos,
  Hoja,
  Regla,
  ResultadoRegla,
} from './contract.ts';
import { type Escalar, holdsLeaf, instant, isPeriodo, type Tri } from './operadores/rules.ts';
import { comparableDe, describePeriodo, foundWords, halladoDe, lineaDe } from './palabras/rules.ts';

export const not = (value: Tri): Tri => (value === null ? null : !value);
/** False when one is false, however little is known of the others; of none, null. */
export const todas = (values: readonly Tri[]): Tri => {
  if (values.length === 0 || (values.includes(null) && !values.includes(false))) return null;
  return !values.includes(false);
};
/** True when one is true, however little is known of the others; of none, null. */
export const alguna = (values: readonly Tri[]): Tri => not(todas(values.map(not)));

/** Today, as a fact: it comes with the clock. */
export const HOY = 'momento.hoy';
export const HECHO_HOY: HechoDeclarado = {
  clave: HOY,
  grupo: 'Momento',
  nombre: 'Fecha de hoy',
  tipo: 'fecha',
};

/** How many groups within groups are looked at; what is deeper cannot be known. */
export const MAX_NIVEL = 8;

type Parte = CondicionJuzgada & {
  /** Of a leaf. */
  readonly hoja?: {
    readonly field: string;
    readonly dato: Dato | undefined;
    readonly frase: string;
  };
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isGrupo = (
  value: unknown,
): value is { combinator: unknown; not?: unknown; rules: unknown[] } =>
  isRecord(value) && Array.isArray(value.rules);

type Contexto = { readonly hechos: Hechos; readonly ahora: Date };
type Grupo = { readonly combinator: unknown; readonly not?: unknown };

const datoOf = ({ hechos, ahora }: Contexto, field: unknown): Dato | undefined => {
  if (field === HOY)
    return { ...comparableDe(HECHO_HOY), nombre: HECHO_HOY.nombre, valor: fechaDe(ahora) };
  return typeof field === 'string' ? lookUp(hechos, field) : undefined;
};

const asHoja = (node: unknown): Partial<Hoja> => (isRecord(node) ? (node as Partial<Hoja>) : {});

const holdsHoja = (hoja: Partial<Hoja>, dato: Dato | undefined, ahora: Date): Tri =>
  dato ? holdsLeaf(dato, hoja, ahora) : null;

/** What a group comes to, of what its parts do. */
const join = ({ combinator, not: negated }: Grupo, values: readonly Tri[]): Tri => {
  const joined = combinator === 'and' ? todas(values) : combinator === 'or' ? alguna(values) : null;
  return negated === true ? not(joined) : joined;
};

/** What a condition comes to, without a word about it: what is asked of a million. */
const valorDe = (node: unknown, contexto: Contexto, nivel: number): Tri => {
  if (!isGrupo(node)) {
    const hoja = asHoja(node);
    return holdsHoja(hoja, datoOf(contexto, hoja.field), contexto.ahora);
  }
  const rules = nivel >= MAX_NIVEL ? [] : node.rules;
  return join(
    node,
    rules.map((rule) => valorDe(rule, contexto, nivel + 1)),
  );
};

/** A leaf. `wanted`: what the rule wishes it to be, by the negations around it. */
const judgeHoja = (
  hoja: Partial<Hoja>,
  contexto: Contexto,
  nivel: number,
  wanted: boolean,
): Parte => {
  const { ahora } = contexto;
  const field = typeof hoja.field === 'string' ? hoja.field : '';
  const dato = datoOf(contexto, hoja.field);
  const valor = holdsHoja(hoja, dato, ahora);
  const cumple = valor === wanted;
  const base = { nivel, grupo: false, valor, cumple, remedio: (!cumple && dato?.remedio) || null };
  if (dato?.tipo === 'periodo') {
    const frase = describePeriodo(dato, ahora);
    const texto = lineaDe(dato, hoja, wanted);
    return { ...base, texto, encontrado: frase, hoja: { field, dato, frase } };
  }
  const sin: Dato = { tipo: 'texto', nombre: unknownName(field), valor: null };
  return {
    ...base,
    texto: dato ? lineaDe(dato, hoja, wanted) : sin.nombre,
    encontrado: foundWords(dato, hoja),
    hoja: {
      field,
      dato,
      frase: halladoDe(dato ?? sin, hoja, { cumple: valor === null ? null : cumple, wanted }),
    },
  };
};

const unknownName = (field: string): string => `Dato que no se conoce (${field || 'sin nombre'})`;

/** A part of a condition and all that is in it, the part first. */
const judge = (
  node: unknown,
  contexto: Contexto,
  nivel: number,
  wanted: boolean,
): [Parte, ...Parte[]] => {
  if (!isGrupo(node)) {
    return [judgeHoja(asHoja(node), contexto, nivel, wanted)];
  }
  const inside = node.not === true ? !wanted : wanted;
  const children =
    nivel >= MAX_NIVEL ? [] : node.rules.map((rule) => judge(rule, contexto, nivel + 1, inside));
  const valor = join(
    node,
    children.map(([one]) => one.valor),
  );
  // Each part is said as it is wished: of a «ninguna» of several, that none of them holds is that all of this does.
  const todasLas = (node.combinator === 'or') !== inside;
  const grupo: Parte = {
    nivel,
    grupo: true,
    texto: todasLas ? 'Se cumplen todas:' : 'Se cumple alguna:',
    encontrado: null,
    valor,
    cumple: valor === wanted,
    remedio: null,
  };
  return [grupo, ...children.flat()];
};

const evidenciaOf = (hojas: readonly Parte[], ahora: Date): ResultadoRegla['evidencia'] =>
  Object.fromEntries(
    hojas.flatMap(({ hoja }): [string, Escalar | null][] => {
      if (!hoja) return [];
      const { field, dato } = hoja;
      if (dato?.tipo === 'periodo') {
        const valor = isPeriodo(dato.valor) ? dato.valor : null;
        return [
          ['inscripcionAbre', instant(valor?.abre)?.toISOString() ?? null],
          ['inscripcionCierra', instant(valor?.cierra)?.toISOString() ?? null],
          ['ahora', ahora.toISOString()],
        ];
      }
      const valor = dato?.valor ?? null;
      if (isPeriodo(valor)) return [];
      return [[field, Array.isArray(valor) ? valor.join(', ') : valor]];
    }),
  );

/** Under which field goes that somebody is excused from a rule: the time for which they are. */
export const EXCEPCION_DE = (regla: string): string => `excepcion:${regla}`;

/** Until when somebody is excused from a rule; null: they are not, or not now. */
const exceptuadaHasta = (hechos: Hechos, clave: string, ahora: Date): Date | null => {
  const dato = lookUp(hechos, EXCEPCION_DE(clave));
  const valor = dato?.valor ?? null;
  if (dato?.tipo !== 'periodo' || !isPeriodo(valor)) return null;
  const [abre, cierra] = [instant(valor.abre), instant(valor.cierra)];
  return abre && cierra && ahora >= abre && ahora < cierra ? cierra : null;
};

/** How a rule turned out, without its words and its evidence. */
export type Fallo = Pick<
  ResultadoRegla,
  'clave' | 'efecto' | 'cumple' | 'sinDato' | 'exceptuada' | 'puntos'
>;

/** How a rule turns out whose condition comes to that. */
const falla = (
  { clave, efecto, puntos = 0 }: Regla,
  valor: Tri,
  { hechos, ahora }: Contexto,
): Fallo => {
  const met = valor === true;
  // Of what holds anyway nobody needs to be excused, and nobody is given points that way.
  const hasta = met || efecto === 'prioriza' ? null : exceptuadaHasta(hechos, clave, ahora);
  return {
    clave,
    efecto,
    cumple: met || hasta !== null,
    sinDato: valor === null && hasta === null,
    puntos: met && efecto === 'prioriza' ? puntos : 0,
    ...(hasta && { exceptuada: hasta.toISOString() }),
  };
};

/** How every rule turns out, in order: as `evaluateReglas` says, and nothing of why. */
export const judgeReglas = (reglas: readonly Regla[], hechos: Hechos, ahora: Date): Fallo[] => {
  const contexto = { hechos, ahora };
  return reglas.map((regla) => falla(regla, valorDe(regla.condicion, contexto, 0), contexto));
};

/** One result for every rule, in order: what held, what did not, and with which evidence. */
export const evaluateReglas = (
  reglas: readonly Regla[],
  hechos: Hechos,
  ahora: Date,
): ResultadoRegla[] =>
  reglas.map((regla) => {
    const contexto = { hechos, ahora };
    const partes = judge(regla.condicion, contexto, 0, true);
    const [{ valor }] = partes;
    const hojas = partes.filter(({ hoja }) => hoja !== undefined);
    const fallo = falla(regla, valor, contexto);
    // Of what is met, what made it so; of what is not, what stands in its way.
    const said = hojas.filter((parte) => parte.cumple === (valor === true));
    const ultimo = fallo.exceptuada && new Date(Date.parse(fallo.exceptuada) - 1);
    return {
      ...fallo,
      descripcion: regla.descripcion,
      detalle: [
        ...(ultimo ? [`La excepción vale hasta el ${formatFecha(fechaDe(ultimo))}.`] : []),
        ...new Set(said.map(({ hoja }) => hoja!.frase)),
      ].join(' '),
      mensaje: fallo.cumple ? null : regla.mensaje,
      condiciones: partes.map(({ hoja: _hoja, ...parte }) => parte),
      evidencia: evidenciaOf(hojas, ahora),
    };
  });

type Juzgado = Pick<ResultadoRegla, 'efecto' | 'cumple'>;

/** False when a rule that `impide` is not met, or cannot be known. */
export const mayEnroll = (resultados: readonly Juzgado[]): boolean =>
  resultados.every(({ efecto, cumple }) => cumple || efecto !== 'impide');

/** True when a rule sends it to somebody of the school, who decides. */
export const needsRevision = (resultados: readonly Juzgado[]): boolean =>
  resultados.some(({ efecto, cumple }) => !cumple && efecto === 'revision');

/** The points of whoever waits in line. */
export const puntosOf = (resultados: readonly Pick<ResultadoRegla, 'puntos'>[]): number =>
  resultados.reduce((sum, { puntos }) => sum + puntos, 0);

/** A field's fact and argument. */
export const splitField = (field: string): { clave: string; argumento: string | null } => {
  const colon = field.indexOf(':');
  return colon === -1
    ? { clave: field, argumento: null }
    : { clave: field.slice(0, colon), argumento: field.slice(colon + 1) };
};

/** The leaves of a condition, however deep they stand. */
export const leavesOf = (node: unknown, nivel = 0): Partial<Hoja>[] => {
  if (nivel > MAX_NIVEL) return [];
  if (isGrupo(node)) return node.rules.flatMap((rule) => leavesOf(rule, nivel + 1));
  return isRecord(node) ? [node as Partial<Hoja>] : [];
};

/** The fields that these rules ask for, each once; today is not one: it comes with the clock. */
export const fieldsOfReglas = (reglas: readonly Pick<Regla, 'condicion'>[]): string[] => [
  ...new Set(
    reglas
      .flatMap(({ condicion }) => leavesOf(condicion))
      .flatMap(({ field }) => (typeof field === 'string' && field !== HOY ? [field] : [])),
  ),
];

const SIN_CUMPLIR = {
  impide: 'noCumple',
  revision: 'aRevision',
  advierte: 'advierte',
  prioriza: 'noSuma',
} as const satisfies Record<ResultadoRegla['efecto'], RequisitoEstado>;

/** How a rule turned out, for whoever it is about. */
export const requisitoDe = ({
  cumple,
  exceptuada,
  sinDato,
  efecto,
}: Pick<ResultadoRegla, 'cumple' | 'exceptuada' | 'sinDato' | 'efecto'>): RequisitoEstado => {
  if (exceptuada !== undefined) return 'exceptuado';
  if (cumple) return 'cumple';
  return sinDato ? 'sinDato' : SIN_CUMPLIR[efecto];
};

/**
 * A result as staff read it of somebody else: what was looked at is seen in that person's file, without what its person is asked for
 * there; of what is elsewhere (their matrícula, a notice to accept) there is no link.
 */
export const paraPersonal = <R extends Pick<ResultadoRegla, 'condiciones'>>(regla: R): R => ({
  ...regla,
  condiciones: regla.condiciones.map((parte) => ({
    ...parte,
    remedio: parte.remedio?.enlace.startsWith(personPath(''))
      ? { texto: 'Ver en su expediente', enlace: parte.remedio.enlace.replace(/&.*$/, '') }
      : null,
  })),
});
