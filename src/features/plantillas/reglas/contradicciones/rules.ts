/**
 * Rules that nobody can meet, together or each by itself: found before they are published. What it says is so: whoever
 * it says that there is not, the evaluator never passes. What it does not see (texts that might exist, very long conditions) it
 * does not say. An exception excuses from any rule: of that it knows nothing. Pure.
 */
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { fold } from '../../../../platform/shared/search.ts';
import type { ProblemaRegla } from '../comprobacion/rules.ts';
import type { HechoDeclarado, Hoja, Regla, TipoHecho } from '../contract.ts';
import { type Escalar, operadorOf, VALOR_HOY, valuesOf } from '../operadores/rules.ts';
import { HECHO_HOY, HOY, isGrupo, isRecord, MAX_NIVEL, splitField } from '../rules.ts';

/** A comparison with constants that must hold, or must not, for a rule to be met. */
type Literal = {
  readonly operator: string;
  readonly values: readonly Escalar[];
  readonly holds: boolean;
};

/** What orders are left: from and until when, each with whether the end itself is in, and what is out in between. */
type Tramo = { readonly desde: number; readonly hasta: number };

const NADA_MAS = Number.POSITIVE_INFINITY;

/** The stretches of an ordered fact that a literal leaves out, ends included; of whole numbers, which days are. */
const fueraDe = (operator: string, [a = 0, b = 0]: readonly number[], holds: boolean): Tramo[] => {
  const menos: Tramo = { desde: -NADA_MAS, hasta: a - 1 };
  const mas: Tramo = { desde: a + 1, hasta: NADA_MAS };
  const igual: Tramo = { desde: a, hasta: a };
  const out: Readonly<Record<string, readonly [si: Tramo[], no: Tramo[]]>> = {
    '=': [[menos, mas], [igual]],
    '!=': [[igual], [menos, mas]],
    '<': [[igual, mas], [menos]],
    '<=': [[mas], [menos, igual]],
    '>': [[menos, igual], [mas]],
    '>=': [[menos], [igual, mas]],
    between: [[menos, { desde: b + 1, hasta: NADA_MAS }], a <= b ? [{ desde: a, hasta: b }] : []],
  };
  return lookUp(out, operator)?.[holds ? 0 : 1] ?? [];
};

/** Whether these leave no whole number. */
const coversAll = (fuera: readonly Tramo[]): boolean => {
  let next = -NADA_MAS;
  for (const { desde, hasta } of fuera.toSorted((one, other) => one.desde - other.desde)) {
    if (desde > next) return false;
    next = Math.max(next, hasta + 1);
  }
  return next === NADA_MAS;
};

/**
 * Numbers are any that there are: their places among those that rules name, from the smallest on, with one between each two, are
 * whole numbers that come in the same order.
 */
const noNumber = (literals: readonly Literal[]): boolean => {
  const named = [...new Set(literals.flatMap(({ values }) => values as number[]))].toSorted(
    (a, b) => a - b,
  );
  const place = new Map(named.map((value, n) => [value, 2 * n]));
  return coversAll(
    literals.flatMap(({ operator, values, holds }) =>
      fueraDe(
        operator,
        values.map((value) => place.get(value as number)!),
        holds,
      ),
    ),
  );
};

const DAY_MS = 86_400_000;

/** Days by the calendar, and days from today: a literal that names both says something of each. */
const noDay = (literals: readonly Literal[], esHoy: boolean): boolean => {
  const fuera = (hoy: boolean) =>
    literals.flatMap(({ operator, values, holds }): Tramo[] => {
      const isMixed = new Set(values.map((value) => value === VALOR_HOY)).size > 1;
      const day = (value: Escalar) => (hoy ? 0 : Date.parse(String(value)) / DAY_MS);
      if (!isMixed) {
        return (values[0] === VALOR_HOY) === hoy ? fueraDe(operator, values.map(day), holds) : [];
      }
      // Of «not between both» either end may be passed.
      if (!holds) return [];
      const [from] = values;
      const isFrom = (from === VALOR_HOY) === hoy;
      const end = day(values[isFrom ? 0 : 1]!);
      return fueraDe(isFrom ? '>=' : '<=', [end], true);
    });
  const deHoy = fuera(true);
  return (
    coversAll(fuera(false)) || coversAll(esHoy ? [...deHoy, ...fueraDe('=', [0], true)] : deHoy)
  );
};

const noYesOrNo = (literals: readonly Literal[]): boolean =>
  new Set(literals.map(({ values, holds }) => (values[0] === true) === holds)).size > 1;

/** What a text is asked to be, folded: one of some, or to begin with or hold others. */
const noText = (literals: readonly Literal[]): boolean => {
  const saysOf = (found: string, { operator, values, holds }: Literal): boolean => {
    const is = values.some((one) => {
      const asked = fold(String(one));
      if (operator === 'contains') return found.includes(asked);
      return operator === 'beginsWith' ? found.startsWith(asked) : found === asked;
    });
    return (operator === '!=' ? !is : is) === holds;
  };
  const named = ({ operator, holds }: Literal) =>
    operator === '!=' ? !holds : holds && (operator === '=' || operator === 'in');
  const one = literals.find(named);
  if (one) {
    const those = one.values.map((value) => fold(String(value)));
    return !those.some((found) => literals.every((literal) => saysOf(found, literal)));
  }
  const asked = (which: string, holds: boolean) =>
    literals
      .filter((literal) => literal.operator === which && literal.holds === holds)
      .map(({ values }) => fold(String(values[0])));
  const empieza = asked('beginsWith', true);
  const tiene = [...empieza, ...asked('contains', true)];
  return (
    empieza.some((a) => empieza.some((b) => !a.startsWith(b) && !b.startsWith(a))) ||
    asked('contains', false).some((no) => tiene.some((text) => text.includes(no))) ||
    asked('beginsWith', false).some((no) => empieza.some((text) => text.startsWith(no)))
  );
};

/** What is asked of the keys of somebody: to have one of some (each `de`), or to lack one of some. */
type Claves = { con: readonly string[][]; sin: readonly string[][] };

const clavesDe = (literals: readonly Literal[]): Claves => {
  const con: string[][] = [];
  const sin: string[][] = [];
  for (const { operator, values, holds } of literals) {
    const keys = values.map(String);
    const each = keys.map((key) => [key]);
    const isNo = operator === '!=' || operator === 'notIn';
    if (operator === 'allOf') (holds ? con : sin).push(...(holds ? each : [keys]));
    else if (isNo === holds) sin.push(...each);
    else con.push(keys);
  }
  return { con, sin };
};

/** Somebody with several keys: of each is known that they have it, that they lack it, or neither. */
const noKeys = (literals: readonly Literal[]): boolean => {
  const { con, sin } = clavesDe(literals);
  const only = (lists: readonly string[][]) =>
    new Set(lists.flatMap((keys) => (keys.length === 1 ? keys : [])));
  const [has, lacks] = [only(con), only(sin)];
  return (
    con.some((keys) => keys.every((key) => lacks.has(key))) ||
    sin.some((keys) => keys.every((key) => has.has(key)))
  );
};

/** Somebody with one key and no more. */
const noKey = (literals: readonly Literal[]): boolean => {
  const { con, sin } = clavesDe(literals);
  const [first, ...rest] = con;
  if (!first) return false;
  const lacks = new Set(sin.flat());
  return !first.some((key) => !lacks.has(key) && rest.every((keys) => keys.includes(key)));
};

/** One thing of a list has one key; of what features look up, such as courses, also those that it had before. */
const hasOneKey = ({ valores, valoresDe }: HechoDeclarado): boolean =>
  valores !== undefined || valoresDe?.catalogo !== undefined;

/** Whether no value of a fact is as all of these say, by its type. */
const IMPOSIBLE: Readonly<
  Record<TipoHecho, (literals: readonly Literal[], declarado: HechoDeclarado) => boolean>
> = {
  numero: noNumber,
  fecha: (literals, { clave }) => noDay(literals, clave === HOY),
  booleano: noYesOrNo,
  periodo: noYesOrNo,
  texto: noText,
  clave: (literals, declarado) => (hasOneKey(declarado) ? noKey : noKeys)(literals),
  claves: noKeys,
};

/** Whether time is left: a step costs what its lists are long, so that steps alone bound nothing. */
export type Presupuesto = () => boolean;
const SIN_LIMITE: Presupuesto = () => true;

/** A budget of milliseconds of that clock, from now on, for all that is asked with it. */
export const presupuestoDe = (ms: number, reloj: () => number): Presupuesto => {
  const hasta = reloj() + ms;
  return () => reloj() < hasta;
};

/** What is still to be met: a condition, and whether it must hold or must not. */
type Meta = { readonly node: unknown; readonly holds: boolean; readonly nivel: number };
/** What is asked of each field so far. */
type Pedido = ReadonlyMap<string, readonly Literal[]>;
type Busqueda = {
  readonly porClave: ReadonlyMap<string, HechoDeclarado>;
  /** Steps that are left: what takes more is not known. */
  quedan: number;
  readonly quedaTiempo: Presupuesto;
  /** The facts of which something impossible was asked, as they are called. */
  readonly porque: Set<string>;
};

const PASOS = 4_000;

const literalOf = (
  { operator, value }: Partial<Hoja>,
  { tipo }: HechoDeclarado,
  holds: boolean,
): Literal | null => {
  const operador = operadorOf(tipo, operator);
  // Any clock: «hoy» is read as such, below.
  const values = operador && valuesOf(tipo, operador.valores, value, new Date(0));
  if (!operador || values === null || values === undefined) return null;
  return { operator: String(operator), values: [value as Escalar | Escalar[]].flat(), holds };
};

const nombreDe = (hoja: Partial<Hoja>, { nombre }: HechoDeclarado): string => {
  const { argumento } = splitField(String(hoja.field));
  return argumento === null
    ? `«${nombre}»`
    : `«${nombre}» (${hoja.palabras?.[argumento] ?? argumento})`;
};

/** What is asked with a leaf more; null: nothing is so. What cannot be read asks nothing. */
const withHoja = (
  hoja: Partial<Hoja>,
  holds: boolean,
  pedido: Pedido,
  busqueda: Busqueda,
): Pedido | null => {
  const field = String(hoja.field);
  const declarado = busqueda.porClave.get(splitField(field).clave);
  const literal = declarado && literalOf(hoja, declarado, holds);
  if (!literal) return pedido;
  const literals = [...(pedido.get(field) ?? []), literal];
  if (IMPOSIBLE[declarado.tipo](literals, declarado)) {
    busqueda.porque.add(nombreDe(hoja, declarado));
    return null;
  }
  return new Map(pedido).set(field, literals);
};

/** The parts of a group, and whether all of them are to be as it says; null: nobody knows what it comes to. */
const partesOf = ({ node, holds, nivel }: Meta): { todas: boolean; metas: Meta[] } | null => {
  if (!isGrupo(node) || nivel >= MAX_NIVEL || node.rules.length === 0) return null;
  if (node.combinator !== 'and' && node.combinator !== 'or') return null;
  const inside = node.not === true ? !holds : holds;
  return {
    todas: (node.combinator === 'and') === inside,
    metas: node.rules.map((rule) => ({ node: rule, holds: inside, nivel: nivel + 1 })),
  };
};

/** Whether anybody might meet all of these; `despues`: those of which one of several is enough, which are tried last. */
const mightMeet = (
  [meta, ...rest]: readonly Meta[],
  despues: readonly Meta[][],
  pedido: Pedido,
  busqueda: Busqueda,
): boolean => {
  busqueda.quedan -= 1;
  if (busqueda.quedan <= 0 || !busqueda.quedaTiempo()) return true;
  if (!meta) {
    const [una, ...otras] = despues;
    return !una || una.some((one) => mightMeet([one], otras, pedido, busqueda));
  }
  if (!isGrupo(meta.node)) {
    const hoja = isRecord(meta.node) ? (meta.node as Partial<Hoja>) : {};
    const next = withHoja(hoja, meta.holds, pedido, busqueda);
    return next !== null && mightMeet(rest, despues, next, busqueda);
  }
  const partes = partesOf(meta);
  if (!partes) return mightMeet(rest, despues, pedido, busqueda);
  return partes.todas
    ? mightMeet([...partes.metas, ...rest], despues, pedido, busqueda)
    : mightMeet(rest, [...despues, partes.metas], pedido, busqueda);
};

type Condiciones = readonly Pick<Regla, 'condicion'>[];

/** Of which facts these ask together what nobody has, as they are called; null: somebody might meet them all. */
const nadieCumple = (
  reglas: Condiciones,
  porClave: Busqueda['porClave'],
  quedaTiempo: Presupuesto,
): readonly string[] | null => {
  if (!quedaTiempo()) return null;
  const busqueda: Busqueda = { porClave, quedan: PASOS, quedaTiempo, porque: new Set() };
  const metas = reglas.map(({ condicion }): Meta => ({ node: condicion, holds: true, nivel: 0 }));
  return mightMeet(metas, [], new Map(), busqueda) ? null : [...busqueda.porque];
};

/** As few of these as nobody can meet together; the last is among them. */
const minimas = <R extends Pick<Regla, 'condicion'>>(
  reglas: readonly R[],
  porClave: Busqueda['porClave'],
  quedaTiempo: Presupuesto,
): R[] => {
  let left = [...reglas];
  for (const one of reglas) {
    const without = left.filter((other) => other !== one);
    if (without.length > 0 && nadieCumple(without, porClave, quedaTiempo)) left = without;
  }
  return left;
};

const LISTA = new Intl.ListFormat('es-MX', { type: 'conjunction' });

const piden = (porque: readonly string[]): string => LISTA.format(porque);

type Nombrada = Pick<Regla, 'clave' | 'condicion' | 'descripcion'>;

const byClaveOf = (catalogo: readonly HechoDeclarado[]): Busqueda['porClave'] =>
  new Map([HECHO_HOY, ...catalogo].map((declarado) => [declarado.clave, declarado]));

/** Those that nobody can meet, each by itself. */
export const imposiblesDe = (
  reglas: readonly Nombrada[],
  catalogo: readonly HechoDeclarado[],
  quedaTiempo: Presupuesto = SIN_LIMITE,
): ProblemaRegla[] => {
  const porClave = byClaveOf(catalogo);
  return reglas.flatMap((regla) => {
    const porque = nadieCumple([regla], porClave, quedaTiempo);
    if (!porque) return [];
    const problema = `Nadie puede cumplirla: lo que pide de ${piden(porque)} no se da a la vez.`;
    return [{ regla: regla.clave, problema }];
  });
};

/**
 * What is wrong with these rules though each is well written: one that nobody can meet, and those that keep everybody from
 * enrolling, told at the last of those that contradict each other.
 */
export const contradiccionesDe = (
  reglas: readonly Regla[],
  catalogo: readonly HechoDeclarado[],
  quedaTiempo: Presupuesto = SIN_LIMITE,
): ProblemaRegla[] => {
  const porClave = byClaveOf(catalogo);
  const found = imposiblesDe(reglas, catalogo, quedaTiempo);
  let together = reglas.filter(
    ({ clave, efecto }) => efecto === 'impide' && !found.some(({ regla }) => regla === clave),
  );
  const nombre = (regla: Regla) =>
    `«${regla.descripcion.trim() || `Regla ${reglas.indexOf(regla) + 1}`}»`;
  while (nadieCumple(together, porClave, quedaTiempo)) {
    const core = minimas(together, porClave, quedaTiempo);
    const last = core.at(-1)!;
    const otras = LISTA.format(core.slice(0, -1).map(nombre));
    const porque = nadieCumple(core, porClave, quedaTiempo);
    // No time is left: these contradict each other, and which ones is not known.
    if (!porque) break;
    found.push({
      regla: last.clave,
      problema: `Nadie puede cumplirla a la vez que ${otras}: lo que piden de ${piden(porque)} no se da a la vez.`,
    });
    together = together.filter((one) => one !== last);
  }
  return found;
};

/** Quotas whose seats nobody can have: by what they ask, or by what keeps from enrolling whoever is of them. */
export const cuposDeNadie = (
  reglas: readonly Regla[],
  cupos: readonly Nombrada[],
  catalogo: readonly HechoDeclarado[],
  quedaTiempo: Presupuesto = SIN_LIMITE,
): ProblemaRegla[] => {
  const porClave = byClaveOf(catalogo);
  const impiden = reglas.filter(({ efecto }) => efecto === 'impide');
  const solos = imposiblesDe(cupos, catalogo, quedaTiempo);
  if (nadieCumple(impiden, porClave, quedaTiempo)) return solos;
  return cupos.flatMap((cupo) => {
    const solo = solos.filter(({ regla }) => regla === cupo.clave);
    if (solo.length > 0) return solo;
    const porque = nadieCumple([...impiden, cupo], porClave, quedaTiempo);
    if (!porque) return [];
    const problema = `Nadie que pueda inscribirse es de este cupo: lo que pide de ${piden(porque)} no se da a la vez que lo que piden las reglas.`;
    return [{ regla: cupo.clave, problema }];
  });
};
