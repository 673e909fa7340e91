/** Who evaluates what: the draw, as a pure function of a seed. The same inputs, in any order, have the same result. */
import { pasanEtapa } from '../../ranking/rules.ts';

/** An application that is to be given evaluators. */
export type PorAsignar = {
  readonly id: string;
  /** Evaluators who have it already. */
  readonly ya: readonly string[];
  /** The only ones who may have it, if not all: the panel of its interview. */
  readonly solo?: readonly string[];
};

export type Sorteo = {
  readonly semilla: string;
  /** Evaluators of each application. */
  readonly cuantos: number;
  readonly solicitudes: readonly PorAsignar[];
  /** `carga`: applications that they have already. */
  readonly evaluadores: readonly { readonly id: string; readonly carga: number }[];
  readonly isBloqueada: (evaluadorId: string, solicitudId: string) => boolean;
  /** Staff have yet to say whether the pair is in conflict: it is left for where there is nobody else. */
  readonly isDudosa: (evaluadorId: string, solicitudId: string) => boolean;
};

export type Pareja = { readonly solicitudId: string; readonly evaluadorId: string };

export type Sorteado = {
  /** New pairs, by application and evaluator. */
  readonly parejas: readonly Pareja[];
  /** How many each evaluator is left with. */
  readonly cargas: ReadonlyMap<string, number>;
  /** Applications that are left without enough evaluators, and how many they lack. */
  readonly incompletas: readonly { readonly solicitudId: string; readonly faltan: number }[];
};

/** 53 bits of a text (cyrb53): enough to shuffle, nothing to keep a secret with. */
const numberOf = (text: string): number => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** These, in the order that a seed gives them. */
const shuffled = <T>(all: readonly T[], keyOf: (one: T) => string, semilla: string): T[] =>
  all
    .map((one) => ({ one, key: keyOf(one), n: numberOf(`${semilla} ${keyOf(one)}`) }))
    .toSorted((a, b) => a.n - b.n || byText(a.key, b.key))
    .map(({ one }) => one);

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** How an application is filled: who it has for good, and out of whom how many are chosen. */
type Plan = {
  readonly id: string;
  readonly fijos: Set<string>;
  readonly libres: ReadonlySet<string>;
  readonly elegidos: Set<string>;
  readonly cuantos: number;
};

const everybody = ({ fijos, elegidos }: Plan): string[] => [...fijos, ...elegidos];
const has = ({ fijos, elegidos }: Plan, id: string): boolean => fijos.has(id) || elegidos.has(id);
const mayTake = (plan: Plan, id: string): boolean => plan.libres.has(id) && !has(plan, id);

const createPairs = (plans: readonly Plan[]) => {
  const counts = new Map<string, number>();
  const add = (a: string, b: string, by: number) =>
    counts.set(pairOf(a, b), (counts.get(pairOf(a, b)) ?? 0) + by);
  const count = (a: string, b: string): number => counts.get(pairOf(a, b)) ?? 0;
  for (const plan of plans) {
    const all = everybody(plan);
    for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) add(a, b, 1);
  }
  return { count, add };
};

/** Moves one application after another from who has two more than somebody else, however many are in between, until nobody has. */
const level = (plans: readonly Plan[], order: readonly string[], cargas: Map<string, number>) => {
  const loadOf = (id: string) => cargas.get(id) ?? 0;
  /** The way from an evaluator to one with two less at least, as the applications that change hands. */
  const findWay = (from: string) => {
    const came = new Map<string, { de: string; plan: Plan } | null>([[from, null]]);
    for (const [at] of came) {
      if (loadOf(at) <= loadOf(from) - 2) {
        const way: { de: string; a: string; plan: Plan }[] = [];
        for (let a = at, step = came.get(a); step; a = step.de, step = came.get(a)) {
          way.push({ de: step.de, a, plan: step.plan });
        }
        return way;
      }
      for (const plan of plans) {
        if (!plan.elegidos.has(at)) continue;
        for (const next of order) {
          if (!came.has(next) && mayTake(plan, next)) came.set(next, { de: at, plan });
        }
      }
    }
    return null;
  };
  const findAny = () => {
    for (const id of order.toSorted((a, b) => loadOf(b) - loadOf(a))) {
      const way = findWay(id);
      if (way) return way;
    }
    return null;
  };
  for (let way = findAny(); way; way = findAny()) {
    for (const { de, a, plan } of way) {
      plan.elegidos.delete(de);
      plan.elegidos.add(a);
    }
    const [last, first] = [way[0]!, way.at(-1)!];
    cargas.set(first.de, loadOf(first.de) - 1);
    cargas.set(last.a, loadOf(last.a) + 1);
  }
};

/** Rounds of exchanges at most. */
const ROUNDS = 4;

/** Exchanges evaluators between applications, loads as they are, where two of them meet more often than others do. */
const spread = (plans: readonly Plan[], evaluadores: number) => {
  const { count, add } = createPairs(plans);
  const total = plans.reduce((sum, plan) => {
    const n = everybody(plan).length;
    return sum + (n * (n - 1)) / 2;
  }, 0);
  const fair = Math.ceil(total / Math.max(1, (evaluadores * (evaluadores - 1)) / 2));
  const meets = (plan: Plan, id: string, but: string) =>
    everybody(plan).filter((one) => one !== but && one !== id);
  const sum = (id: string, others: readonly string[]) =>
    others.reduce((all, other) => all + count(id, other), 0);
  const change = (plan: Plan, out: string, into: string) => {
    for (const other of meets(plan, out, into)) {
      add(out, other, -1);
      add(into, other, 1);
    }
    plan.elegidos.delete(out);
    plan.elegidos.add(into);
  };
  const improve = (a: Plan, out: string, b: Plan, into: string): boolean => {
    if (!mayTake(a, into) || !mayTake(b, out)) return false;
    const [ofA, ofB] = [meets(a, out, into), meets(b, into, out)];
    const before = sum(out, ofA) + sum(into, ofB) - ofA.length - ofB.length;
    const after = sum(into, ofA) + sum(out, ofB);
    if (after >= before) return false;
    change(a, out, into);
    change(b, into, out);
    return true;
  };
  const often = (plan: Plan) =>
    [...plan.elegidos].find((id) => meets(plan, id, id).some((one) => count(id, one) > fair));
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    moved = false;
    for (const a of plans) {
      const out = often(a);
      if (out === undefined) continue;
      moved =
        plans.some((b) => b !== a && [...b.elegidos].some((into) => improve(a, out, b, into))) ||
        moved;
    }
  }
};

/**
 * Draws evaluators for the applications that lack them: never a blocked pair; of each application as many as are asked for, or as there
 * are; loads as level as the conflicts allow (±1 whenever that can be); pairs of evaluators spread.
 */
export const sortear = (sorteo: Sorteo): Sorteado => {
  const { semilla, cuantos, evaluadores, isBloqueada, isDudosa } = sorteo;
  const order = shuffled(evaluadores, ({ id }) => id, semilla).map(({ id }) => id);
  const cargas = new Map(evaluadores.map(({ id, carga }) => [id, carga]));
  const incompletas: { solicitudId: string; faltan: number }[] = [];
  const plans = shuffled(sorteo.solicitudes, ({ id }) => id, semilla).map(
    ({ id, ya, solo }): Plan => {
      const need = Math.max(0, cuantos - ya.length);
      const may = order.filter(
        (one) => !ya.includes(one) && !isBloqueada(one, id) && (solo?.includes(one) ?? true),
      );
      const sure = may.filter((one) => !isDudosa(one, id));
      const rest = may.filter((one) => isDudosa(one, id));
      if (may.length < need) incompletas.push({ solicitudId: id, faltan: need - may.length });
      // Where those without doubts are not enough, all of them are taken, and the others complete it.
      const taken = sure.length <= need ? sure : [];
      return {
        id,
        fijos: new Set([...ya, ...taken]),
        libres: new Set(sure.length <= need ? rest : sure),
        elegidos: new Set(),
        cuantos: Math.min(need, may.length) - taken.length,
      };
    },
  );
  const had = new Map(sorteo.solicitudes.map(({ id, ya }) => [id, new Set(ya)]));
  const take = (id: string) => cargas.set(id, (cargas.get(id) ?? 0) + 1);
  for (const { id, fijos } of plans) {
    for (const one of fijos) if (!had.get(id)!.has(one)) take(one);
  }
  const { count, add } = createPairs(plans);
  for (const plan of plans) {
    for (let n = 0; n < plan.cuantos; n++) {
      const met = everybody(plan);
      const best = order
        .filter((one) => mayTake(plan, one))
        .map((one) => ({
          one,
          rank: [
            cargas.get(one) ?? 0,
            met.reduce((sum, other) => sum + count(one, other), 0),
            numberOf(`${semilla} ${plan.id} ${one}`),
          ],
        }))
        .reduce((a, b) => {
          const at = a.rank.findIndex((value, i) => value !== b.rank[i]);
          return at === -1 || a.rank[at]! < b.rank[at]! ? a : b;
        }).one;
      for (const other of met) add(best, other, 1);
      plan.elegidos.add(best);
      take(best);
    }
  }
  level(plans, order, cargas);
  spread(plans, order.length);
  const parejas = plans.flatMap((plan) =>
    everybody(plan).flatMap((evaluadorId) =>
      had.get(plan.id)!.has(evaluadorId) ? [] : [{ solicitudId: plan.id, evaluadorId }],
    ),
  );
  return {
    parejas: parejas.toSorted(
      (a, b) => byText(a.solicitudId, b.solicitudId) || byText(a.evaluadorId, b.evaluadorId),
    ),
    cargas,
    incompletas: incompletas.toSorted((a, b) => byText(a.solicitudId, b.solicitudId)),
  };
};

/**
 * The evaluator who takes the place of another, or settles a disagreement: the one with least to do, by the seed among equals. Null:
 * there is nobody.
 */
export const elegirUno = (
  candidatos: readonly { readonly id: string; readonly carga: number; readonly dudosa: boolean }[],
  semilla: string,
): string | null =>
  shuffled(candidatos, ({ id }) => id, semilla).toSorted(
    (a, b) => Number(a.dudosa) - Number(b.dudosa) || a.carga - b.carga,
  )[0]?.id ?? null;

/** What came of a stage that closed before. `centesimas`: of each application, out of 10,000; null: it has no points. */
export type EtapaPasada = {
  readonly minimo: number | null;
  readonly corte: number | null;
  readonly centesimas: ReadonlyMap<string, number | null>;
};

/** Of these applications, those that passed all of these stages, in their order. */
export const siguen = (solicitudes: readonly string[], etapas: readonly EtapaPasada[]): string[] =>
  etapas.reduce(
    (left, { centesimas, ...etapa }) => {
      const juzgadas = pasanEtapa(
        etapa,
        left.map((id) => ({ id, centesimas: centesimas.get(id) ?? null })),
      );
      return left.filter((id) => juzgadas.get(id) === 'pasa');
    },
    [...solicitudes],
  );
