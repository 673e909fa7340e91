import { fechaDe } from '../../../platform/shared/dates.ts';
import { avanceDe, type Sabido } from '../avance/rules.ts';
import {
  cuantasPide,
  type DefinicionRuta,
  dependencias,
  idDe,
  isOpcional,
  type Nodo,
  obligatorias,
  type ParteDeRuta,
  type Paso,
  recorrer,
} from '../rules.ts';

/** «If I enrol in X: what remains, and when», by the editions that are published. Pure. */

export type EdicionDePlan = {
  id: string;
  cursoId: string;
  nombre: string;
  /** Days (YYYY-MM-DD). */
  inicia: string;
  termina: string;
  /** ISO instants. */
  inscripcionAbre: string;
  inscripcionCierra: string;
  libres: number;
};

/** A course that somebody took or is taking, with the last day of that edition (YYYY-MM-DD). */
export type CursoSabido = { estado: Sabido; termina: string };

/**
 * Why no edition serves. `ninguna`: none is published whose enrolment has not closed. `llena`: those have no seats left.
 * `antes`: they begin, or their enrolment closes, before what it requires ends. `espera`: nobody knows when that ends.
 */
export type SinEdicion = 'ninguna' | 'llena' | 'antes' | 'espera';

export type PasoDePlan<E extends EdicionDePlan = EdicionDePlan> = {
  cursoId: string;
  /** `cursando`: already; `elegido`: the one that is asked about; `propuesto`: the earliest that can be. */
  como: 'cursando' | 'elegido' | 'propuesto';
  edicion: E | null;
  sinEdicion: SinEdicion | null;
  /** The last day (YYYY-MM-DD); null when nobody knows. */
  termina: string | null;
};

export type Plan<E extends EdicionDePlan = EdicionDePlan> = {
  /** What is left, in the order of time; what has no date last, in the route's order. */
  pasos: PasoDePlan<E>[];
  /** When the route would be complete (YYYY-MM-DD); null when nobody knows. */
  termina: string | null;
  /** Courses without an edition that serves. */
  sinFecha: string[];
  /** Courses that open when the one that is asked about is done. */
  abre: string[];
  /** The one that is asked about is needed by the route, or is besides. */
  cuenta: boolean;
};

/** When something is done: the last day, '' when it is already, null when nobody knows. */
type Cuando = string | null;

const NUNCA = '9999-99-99';
const max = (dates: readonly Cuando[]): Cuando =>
  dates.includes(null) ? null : (dates.toSorted().at(-1) ?? '');

type Input<E extends EdicionDePlan> = {
  definicion: DefinicionRuta;
  sabidos: ReadonlyMap<string, CursoSabido>;
  ediciones: readonly E[];
  ahora: Date;
  /** The course that is asked about, and in which of its editions; null: whatever ends first. */
  elegido: { cursoId: string; edicionId: string | null } | null;
};

/**
 * The earliest way to complete the route that takes the chosen course. Of n of m it takes those that end first; a course
 * begins after all that it requires has ended, and while its enrolment is still open by then. Two courses may be taken
 * at once.
 */
export const planDe = <E extends EdicionDePlan>(input: Input<E>): Plan<E> => {
  const { definicion, sabidos, ediciones, ahora, elegido } = input;
  const lista = recorrer(definicion);
  const nodos = new Map(lista.map((nodo) => [nodo.id, nodo]));
  const pasos = dependencias(definicion);
  const hold = new Set(
    elegido ? (nodos.get(elegido.cursoId)?.dentroDe ?? []).map(({ clave }) => clave) : [],
  );
  if (elegido) hold.add(elegido.cursoId);

  const cursos = new Map<string, PasoDePlan<E>>();
  const grupos = new Map<string, Cuando>();

  const elegir = (cursoId: string): PasoDePlan<E> => {
    const como = cursoId === elegido?.cursoId ? 'elegido' : 'propuesto';
    const none = (sinEdicion: SinEdicion) => ({
      cursoId,
      como: como as PasoDePlan['como'],
      edicion: null,
      sinEdicion,
      termina: null,
    });
    const abiertas = ediciones.filter(
      (one) => one.cursoId === cursoId && new Date(one.inscripcionCierra) > ahora,
    );
    const pedidas =
      como === 'elegido' && elegido?.edicionId
        ? abiertas.filter(({ id }) => id === elegido.edicionId)
        : abiertas;
    if (pedidas.length === 0) return none('ninguna');
    const listo = max((pasos.get(cursoId) ?? []).map(({ a }) => cuando(a)));
    if (listo === null) return none('espera');
    const conLugar = pedidas.filter(({ libres }) => libres > 0);
    if (conLugar.length === 0) return none('llena');
    const [edicion] = conLugar
      .filter(
        ({ inicia, inscripcionCierra }) =>
          inicia > listo && fechaDe(new Date(inscripcionCierra)) > listo,
      )
      .toSorted((a, b) => (a.termina + a.inicia < b.termina + b.inicia ? -1 : 1));
    return edicion
      ? { cursoId, como, edicion, sinEdicion: null, termina: edicion.termina }
      : none('antes');
  };

  const pasoDe = (cursoId: string): PasoDePlan<E> => {
    const known = cursos.get(cursoId);
    if (known) return known;
    const sabe = sabidos.get(cursoId);
    const paso: PasoDePlan<E> =
      sabe?.estado === 'cursando'
        ? { cursoId, como: 'cursando', edicion: null, sinEdicion: null, termina: sabe.termina }
        : elegir(cursoId);
    cursos.set(cursoId, paso);
    return paso;
  };

  /** Of a group, the parts that it is completed by: the chosen course's first, then those that end first. */
  const partesDe = (parte: Extract<ParteDeRuta, { tipo: 'grupo' }>): ParteDeRuta[] => {
    if (isOpcional(parte)) return parte.partes;
    const partes = obligatorias(parte);
    const pide = cuantasPide(parte);
    if (pide >= partes.length) return partes;
    const rank = (one: ParteDeRuta) => `${hold.has(idDe(one)) && cuando(idDe(one)) !== '' ? 1 : 0}`;
    const cost = (one: ParteDeRuta) => faltanDe(one);
    return partes
      .map((one, i) => ({ one, i, at: cuando(idDe(one)) ?? NUNCA }))
      .toSorted((a, b) => {
        if (a.at === '' || b.at === '') return a.at === b.at ? a.i - b.i : a.at === '' ? -1 : 1;
        const [ra, rb] = [rank(a.one), rank(b.one)];
        if (ra !== rb) return ra > rb ? -1 : 1;
        if (a.at !== b.at) return a.at < b.at ? -1 : 1;
        return cost(a.one) - cost(b.one) || a.i - b.i;
      })
      .slice(0, pide)
      .map(({ one }) => one);
  };

  const faltanDe = (parte: ParteDeRuta): number => {
    if (parte.tipo === 'curso') {
      return sabidos.get(parte.cursoId)?.estado === 'acreditado' ? 0 : 1;
    }
    return partesDe(parte).reduce((sum, one) => sum + faltanDe(one), 0);
  };

  const cuando = (id: string): Cuando => {
    const parte = nodos.get(id)?.parte;
    if (!parte) return '';
    if (parte.tipo === 'curso') {
      return sabidos.get(id)?.estado === 'acreditado' ? '' : pasoDe(id).termina;
    }
    const known = grupos.get(id);
    if (known !== undefined) return known;
    const at = max(partesDe(parte).map((one) => cuando(idDe(one))));
    grupos.set(id, at);
    return at;
  };

  /** What completes it, and what that requires. */
  const tomar = new Set<string>();
  const take = (id: string): void => {
    const parte: Nodo['parte'] | undefined = nodos.get(id)?.parte;
    if (!parte || cuando(id) === '') return;
    if (parte.tipo === 'grupo') {
      for (const one of partesDe(parte)) take(idDe(one));
      return;
    }
    if (tomar.has(id)) return;
    tomar.add(id);
    if (sabidos.get(id)?.estado === 'cursando') return;
    for (const { a } of pasos.get(id) ?? []) take(a);
  };
  const obligadas = definicion.etapas.filter((one) => !isOpcional(one));
  for (const { clave } of obligadas) take(clave);
  const cuenta = elegido !== null && tomar.has(elegido.cursoId);
  if (elegido) take(elegido.cursoId);

  const enOrden = lista.filter(({ id }) => tomar.has(id)).map(({ id }) => pasoDe(id));
  return {
    pasos: enOrden.toSorted((a, b) => {
      const [x, y] = [a, b].map(({ edicion, termina }) => edicion?.inicia ?? termina ?? NUNCA);
      return x! < y! ? -1 : x! > y! ? 1 : 0;
    }),
    termina: max(obligadas.map(({ clave }) => cuando(clave))),
    sinFecha: enOrden.filter(({ termina }) => termina === null).map(({ cursoId }) => cursoId),
    abre: elegido ? abreCon(definicion, sabidos, elegido.cursoId, pasos) : [],
    cuenta,
  };
};

/** What can be taken once that course is done, and cannot before. */
const abreCon = (
  definicion: DefinicionRuta,
  sabidos: ReadonlyMap<string, CursoSabido>,
  cursoId: string,
  pasos: ReadonlyMap<string, readonly Paso[]>,
): string[] => {
  const now = new Map([...sabidos].map(([id, { estado }]) => [id, estado]));
  const locked = (map: ReadonlyMap<string, Sabido>) => {
    const { nodos } = avanceDe(definicion, map);
    return new Set([...pasos.keys()].filter((id) => nodos.get(id)?.estado === 'bloqueado'));
  };
  const after = locked(new Map([...now, [cursoId, 'acreditado' as const]]));
  const isCurso = new Set(
    recorrer(definicion).flatMap(({ id, parte }) => (parte.tipo === 'curso' ? [id] : [])),
  );
  return [...locked(now)].filter((id) => isCurso.has(id) && !after.has(id));
};

/** Why no edition of a course serves, in a sentence. */
export const SIN_EDICION: Readonly<Record<SinEdicion, string>> = {
  ninguna: 'No hay una edición publicada con inscripción por cerrar.',
  llena: 'Las ediciones publicadas no tienen lugares.',
  antes: 'Las ediciones publicadas comienzan o cierran antes de que termine lo que requiere.',
  espera: 'Depende de un curso que todavía no tiene fecha.',
};
