import type { EstadoCurso, EstadoGrupo } from '../estados.ts';
import {
  cuantasPide,
  type DefinicionRuta,
  dependencias,
  type GrupoDeRuta,
  idDe,
  isOpcional,
  type Nodo,
  obligatorias,
  type ParteDeRuta,
  type Paso,
  recorrer,
} from '../rules.ts';

/** How far somebody is in a route, from what is known of their courses. Pure. */

/** What is known of a course that somebody took or is taking. */
export type Sabido = 'acreditado' | 'cursando' | 'noAcreditado';
export type Sabidos = ReadonlyMap<string, Sabido>;

/** What a course waits for. */
export type Bloqueo = {
  /** The course or group that has to be done before. */
  falta: string;
  porque: Paso['porque'];
  /** The group that says so, of `dentro`. */
  en: string | null;
  /** Of a course: it is being taken. */
  cursando: boolean;
  /** Of a group: how many courses complete it, by the shortest way. */
  faltan: number;
};

export type AvanceDeNodo = {
  estado: EstadoCurso | EstadoGrupo;
  /** Whether completing the route still needs it, or may: one of several that count. */
  cuenta: boolean;
  bloqueos: Bloqueo[];
  /** Of a group: courses done and needed, by the shortest way. */
  acreditados: number;
  necesarios: number;
};

export type Avance = {
  nodos: ReadonlyMap<string, AvanceDeNodo>;
  acreditados: number;
  necesarios: number;
  completa: boolean;
  /** Courses that can be taken now and that count, in the route's order. */
  siguientes: string[];
  /** Courses that are being taken, in the route's order. */
  cursando: string[];
};

type Medida = { acreditados: number; necesarios: number; logrado: boolean };

/** How many courses a part takes and how many of them are done: of n of m, the n that are nearest. */
const medir = (parte: ParteDeRuta, sabidos: Sabidos): Medida => {
  if (parte.tipo === 'curso') {
    const logrado = sabidos.get(parte.cursoId) === 'acreditado';
    return { acreditados: Number(logrado), necesarios: 1, logrado };
  }
  const partes = (isOpcional(parte) ? parte.partes : obligatorias(parte)).map((one) =>
    medir(one, sabidos),
  );
  const pide = isOpcional(parte) ? partes.length : cuantasPide(parte);
  const elegidas = partes
    .toSorted(
      (a, b) =>
        a.necesarios - a.acreditados - (b.necesarios - b.acreditados) ||
        Number(b.logrado) - Number(a.logrado),
    )
    .slice(0, pide);
  const sum = (key: 'acreditados' | 'necesarios') =>
    elegidas.reduce((total, one) => total + one[key], 0);
  return {
    acreditados: sum('acreditados'),
    necesarios: sum('necesarios'),
    logrado: elegidas.length === pide && elegidas.every(({ logrado }) => logrado),
  };
};

/** Whether a stage or group asks for nothing more; an optional one never did. */
const isDone = (parte: ParteDeRuta, sabidos: Sabidos): boolean => medir(parte, sabidos).logrado;

/** What still counts: what incomplete stages need, and what that requires. */
const queCuenta = (
  definicion: DefinicionRuta,
  nodos: ReadonlyMap<string, Nodo>,
  logrado: (id: string) => boolean,
): Set<string> => {
  const pasos = dependencias(definicion);
  const cuenta = new Set<string>();
  const need = (id: string): void => {
    const parte = nodos.get(id)?.parte;
    if (!parte || cuenta.has(id) || logrado(id)) return;
    cuenta.add(id);
    for (const { a, porque } of pasos.get(id) ?? []) {
      // The stages before it count by themselves; so do what the parts of a group ask.
      if (porque !== 'orden') need(a);
    }
  };
  for (const etapa of definicion.etapas) if (!isOpcional(etapa)) need(etapa.clave);
  return cuenta;
};

const estadoDeGrupo = (logrado: boolean, bloqueado: boolean, empezado: boolean): EstadoGrupo => {
  if (logrado) return 'completo';
  if (empezado) return 'enCurso';
  return bloqueado ? 'bloqueado' : 'disponible';
};

/** How far somebody is who knows that of their courses. */
export const avanceDe = (definicion: DefinicionRuta, sabidos: Sabidos): Avance => {
  const lista = recorrer(definicion);
  const nodos = new Map(lista.map((nodo) => [nodo.id, nodo]));
  const medidas = new Map(lista.map(({ id, parte }) => [id, medir(parte, sabidos)]));
  const logrado = (id: string) => medidas.get(id)?.logrado ?? false;
  const pasos = dependencias(definicion);
  const cuenta = queCuenta(definicion, nodos, logrado);
  const bloqueoDe = ({ a, porque, en }: Paso): Bloqueo[] => {
    if (logrado(a)) return [];
    const medida = medidas.get(a);
    return [
      {
        falta: a,
        porque,
        en,
        cursando: sabidos.get(a) === 'cursando',
        faltan: medida ? medida.necesarios - medida.acreditados : 0,
      },
    ];
  };
  /** What several say is said once, by the one that is nearest. */
  const sinRepetir = (bloqueos: readonly Bloqueo[]) =>
    bloqueos.filter((one, i) => bloqueos.findIndex(({ falta }) => falta === one.falta) === i);

  const found = new Map<string, AvanceDeNodo>();
  for (const { id, parte } of lista) {
    if (parte.tipo !== 'curso') continue;
    const sabe = sabidos.get(id);
    const bloqueos =
      sabe === 'acreditado' || sabe === 'cursando'
        ? []
        : sinRepetir((pasos.get(id) ?? []).flatMap(bloqueoDe));
    const estado: EstadoCurso =
      sabe === 'acreditado' || sabe === 'cursando'
        ? sabe
        : bloqueos.length > 0
          ? 'bloqueado'
          : 'disponible';
    const { acreditados, necesarios } = medidas.get(id)!;
    found.set(id, { estado, cuenta: cuenta.has(id), bloqueos, acreditados, necesarios });
  }
  for (const { id, parte, dentroDe, etapa } of lista) {
    if (parte.tipo !== 'grupo') continue;
    const cursos = recorrer({ ...definicion, etapas: [parte] }).filter(
      (one) => one.parte.tipo === 'curso',
    );
    const empezado = cursos.some(({ id: curso }) => {
      const sabe = sabidos.get(curso);
      return sabe === 'acreditado' || sabe === 'cursando';
    });
    // What all that is inside waits for, but what it requires of itself.
    const antes = [...dentroDe, parte].flatMap((grupo) =>
      grupo.requiere.map((a) => ({
        de: id,
        a,
        porque: grupo.clave === id ? ('requiere' as const) : ('dentro' as const),
        en: grupo.clave,
      })),
    );
    const orden = definicion.enOrden
      ? definicion.etapas
          .slice(0, etapa)
          .filter((one) => !isOpcional(one))
          .map(({ clave }) => ({ de: id, a: clave, porque: 'orden' as const, en: null }))
      : [];
    const bloqueos = logrado(id) ? [] : sinRepetir([...antes, ...orden].flatMap(bloqueoDe));
    const { acreditados, necesarios } = medidas.get(id)!;
    found.set(id, {
      estado: estadoDeGrupo(logrado(id), bloqueos.length > 0, empezado),
      cuenta: cuenta.has(id),
      bloqueos,
      acreditados,
      necesarios,
    });
  }
  const obligadas = definicion.etapas.filter((one) => !isOpcional(one));
  const total = obligadas.map((one) => medidas.get(one.clave)!);
  const enOrden = (estado: EstadoCurso) =>
    lista.flatMap(({ id, parte }) =>
      parte.tipo === 'curso' && found.get(id)!.estado === estado ? [id] : [],
    );
  return {
    nodos: found,
    acreditados: total.reduce((sum, one) => sum + one.acreditados, 0),
    necesarios: total.reduce((sum, one) => sum + one.necesarios, 0),
    completa: obligadas.length > 0 && obligadas.every((one) => isDone(one, sabidos)),
    siguientes: enOrden('disponible').filter((id) => found.get(id)!.cuenta),
    cursando: enOrden('cursando'),
  };
};

const cursosQueFaltan = (n: number): string =>
  n === 1 ? 'le falta 1 curso' : `le faltan ${n} cursos`;

/** Why a course or a group is locked, in a sentence. */
export const describeBloqueo = (
  { falta, porque, en, cursando, faltan }: Bloqueo,
  nombrar: (id: string) => string,
  isGrupo: (id: string) => boolean,
): string => {
  const que = isGrupo(falta)
    ? `completar ${nombrar(falta)} (${cursosQueFaltan(faltan)})`
    : `acreditar ${nombrar(falta)}${cursando ? ', que está cursando' : ''}`;
  if (porque === 'dentro') {
    const grupo = nombrar(en!);
    return `${grupo.charAt(0).toLocaleUpperCase('es-MX')}${grupo.slice(1)} requiere ${que}.`;
  }
  return `${porque === 'orden' ? 'Antes hay que' : 'Requiere'} ${que}.`;
};

/** Which ids are stages or groups. */
export const gruposDe = (definicion: DefinicionRuta): ReadonlyMap<string, GrupoDeRuta> =>
  new Map(
    recorrer(definicion).flatMap(({ parte }) =>
      parte.tipo === 'grupo' ? [[idDe(parte), parte] as const] : [],
    ),
  );
