/** What somebody's history here says, as rules ask for it. Pure. */

import { fechaDe } from '../../../platform/shared/dates.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import type { ValorHecho } from '../../plantillas/reglas/contract.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

/** One enrolment of a person, with what it was for. Days are YYYY-MM-DD. */
export type Antecedente = {
  readonly edicionId: string;
  readonly estado: Estado;
  readonly enviadaEn: Date | null;
  readonly grupoId: string | null;
  readonly cursoId: string;
  /** The keys by which a rule may name it. */
  readonly cursoClaves: readonly string[];
  readonly cursoNombre: string;
  readonly horas: number;
  readonly creditos: number | null;
  readonly edicionNombre: string;
  readonly inicia: string;
  readonly termina: string;
  readonly cancelada: boolean;
};

/** A session, in hours of Mexico City. */
export type Sesion = {
  readonly grupoId: string | null;
  readonly fecha: string;
  readonly de: string;
  readonly a: string;
};

/** The edition that is looked at: what is done in it is not history yet. */
export type Edicion = {
  readonly id: string;
  readonly inicia: string;
  readonly termina: string;
};

export type Historia = {
  readonly antecedentes: readonly Antecedente[];
  readonly edicion: Edicion | null;
  /** Of an edition. */
  readonly sesionesDe: (edicionId: string) => readonly Sesion[];
  readonly hoy: string;
};

const isVigente = ({ estado, cancelada, termina }: Antecedente, hoy: string): boolean =>
  estado === 'inscrita' && !cancelada && termina >= hoy;

/** Whether one still has to go there: it counts as being taken until it has a result. */
const isCursando = ({ estado, cancelada }: Antecedente): boolean =>
  estado === 'inscrita' && !cancelada;

const sum = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((total, n) => total + n, 0) * 100) / 100;

/** What is summed over the courses that were passed, each once: the most that one of its editions counts for. */
const sumDeCursos = (
  antecedentes: readonly Antecedente[],
  of: (antecedente: Antecedente) => number,
): number => {
  const passed = antecedentes.filter(({ estado }) => estado === 'acreditada');
  const porCurso = Map.groupBy(passed, ({ cursoId }) => cursoId);
  return sum([...porCurso.values()].map((those) => Math.max(...those.map(of))));
};

/** Whether a fact is of what somebody has enrolled in: it changes when they do elsewhere. */
export const isDeHistoria = (field: string): boolean => field.startsWith('historia.');

type Hallado = { valor: ValorHecho; texto?: string };
const LISTA = new Intl.ListFormat('es');

/**
 * The editions that somebody is enrolled in and that meet at the same time. By their sessions when both have them; by
 * their days when one has none that says more.
 */
const traslapes = ({ antecedentes, edicion, sesionesDe, hoy }: Historia): Antecedente[] => {
  if (!edicion) return [];
  const mias = sesionesDe(edicion.id).filter(({ grupoId }) => grupoId === null);
  return antecedentes.filter((one) => {
    if (!isVigente(one, hoy)) return false;
    if (one.inicia > edicion.termina || one.termina < edicion.inicia) return false;
    const otras = sesionesDe(one.edicionId).filter(
      ({ grupoId }) => grupoId === null || grupoId === one.grupoId,
    );
    if (mias.length === 0 || otras.length === 0) return true;
    return mias.some((a) => otras.some((b) => a.fecha === b.fecha && a.de < b.a && b.de < a.a));
  });
};

const HALLA: Readonly<Record<string, (historia: Historia, cursoId: string) => Hallado>> = {
  'historia.acreditado': ({ antecedentes }, cursoId) => {
    const mine = antecedentes.filter((one) => one.cursoId === cursoId);
    const done = mine.find(({ estado }) => estado === 'acreditada');
    if (done) return { valor: true, texto: `sí, en ${done.edicionNombre}` };
    const [last] = mine;
    return {
      valor: false,
      ...(last && {
        texto: `no (${INSCRIPCION.palabra(last.estado).toLowerCase()} en ${last.edicionNombre})`,
      }),
    };
  },
  'historia.cursando': ({ antecedentes }, cursoId) => {
    const now = antecedentes.find((one) => one.cursoId === cursoId && isCursando(one));
    return now ? { valor: true, texto: `sí, en ${now.edicionNombre}` } : { valor: false };
  },
  'historia.cursos': ({ antecedentes }) => {
    const mine = antecedentes.filter((one) => one.estado === 'acreditada' || isCursando(one));
    const cursos = [...new Set(mine.map(({ cursoId }) => cursoId))];
    const names = cursos.map((id) => mine.find(({ cursoId }) => cursoId === id)!.cursoNombre);
    return {
      valor: [...new Set(mine.flatMap(({ cursoClaves }) => cursoClaves))],
      ...(names.length > 0 && { texto: LISTA.format(names) }),
    };
  },
  'historia.horas': ({ antecedentes }) => ({
    valor: sumDeCursos(antecedentes, ({ horas }) => horas),
  }),
  'historia.creditos': ({ antecedentes }) => ({
    valor: sumDeCursos(antecedentes, ({ creditos }) => creditos ?? 0),
  }),
  'historia.simultaneas': ({ antecedentes, hoy }) => ({
    valor: antecedentes.filter((one) => isVigente(one, hoy)).length,
  }),
  'historia.enElAnio': ({ antecedentes, hoy }) => ({
    valor: antecedentes.filter(
      ({ estado, enviadaEn }) =>
        INSCRIPCION.is('conLugar', estado) &&
        enviadaEn !== null &&
        fechaDe(enviadaEn).slice(0, 4) === hoy.slice(0, 4),
    ).length,
  }),
  'historia.traslape': (historia) => {
    if (!historia.edicion) return { valor: null };
    const those = traslapes(historia);
    if (those.length === 0) return { valor: false };
    const names = those.map(
      ({ cursoNombre, edicionNombre }) => `${cursoNombre} (${edicionNombre})`,
    );
    return { valor: true, texto: `sí, con ${LISTA.format(names)}` };
  },
};

/** A fact of somebody's history; `cursoId` is the course of those that ask for one. */
export const findEnHistoria = (clave: string, historia: Historia, cursoId = ''): Hallado => {
  const { edicion, antecedentes } = historia;
  const others = antecedentes.filter(({ edicionId }) => edicionId !== edicion?.id);
  return lookUp(HALLA, clave)?.({ ...historia, antecedentes: others }, cursoId) ?? { valor: null };
};
