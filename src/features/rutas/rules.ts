/** What a route is made of: reading it, what it depends on, and what is wrong with it. Pure. */

/** Stages, groups within them, and groups within these: so deep may one be nested. */
export const MAX_NIVELES = 4;
/** Courses of one route. */
export const MAX_CURSOS = 200;

export type Regla = { tipo: 'todas' } | { tipo: 'opcional' } | { tipo: 'n'; n: number };
/** `requiere`: ids of courses, and claves of stages or groups, that must be done before. */
export type CursoEnRuta = { tipo: 'curso'; cursoId: string; requiere: string[] };
export type GrupoDeRuta = {
  tipo: 'grupo';
  /** Its own name within the route, which nobody reads. */
  clave: string;
  titulo: string;
  texto?: string | undefined;
  regla: { tipo: 'n'; n: number } | { tipo: 'todas' | 'opcional' };
  requiere: string[];
  partes: ParteDeRuta[];
};
export type ParteDeRuta = CursoEnRuta | GrupoDeRuta;
export type DefinicionRuta = {
  nombre: string;
  descripcion: string;
  /** For whom it is meant, in words. */
  dirigidaA: string;
  /** A stage opens when those before it, but for the optional ones, are complete. */
  enOrden: boolean;
  etapas: GrupoDeRuta[];
};

/** What a part is called by those that require it. */
export const idDe = (parte: ParteDeRuta): string =>
  parte.tipo === 'curso' ? parte.cursoId : parte.clave;

export type Nodo = {
  readonly id: string;
  readonly parte: ParteDeRuta;
  /** The groups that hold it, the stage first. */
  readonly dentroDe: readonly GrupoDeRuta[];
  /** Its stage's place, from 0. */
  readonly etapa: number;
};

/** Every stage, group and course, in the order in which one reads them. */
export const recorrer = (definicion: DefinicionRuta): Nodo[] => {
  const nodos: Nodo[] = [];
  const visit = (parte: ParteDeRuta, dentroDe: readonly GrupoDeRuta[], etapa: number) => {
    nodos.push({ id: idDe(parte), parte, dentroDe, etapa });
    if (parte.tipo === 'grupo') {
      for (const one of parte.partes) visit(one, [...dentroDe, parte], etapa);
    }
  };
  for (const [i, etapa] of definicion.etapas.entries()) visit(etapa, [], i);
  return nodos;
};

/** The ids of its courses, each once. */
export const cursosDe = (definicion: DefinicionRuta): string[] => [
  ...new Set(
    recorrer(definicion).flatMap(({ parte }) => (parte.tipo === 'curso' ? [parte.cursoId] : [])),
  ),
];

export const isOpcional = (parte: ParteDeRuta): boolean =>
  parte.tipo === 'grupo' && parte.regla.tipo === 'opcional';

/** The parts that a group's rule is about. */
export const obligatorias = (grupo: GrupoDeRuta): ParteDeRuta[] =>
  grupo.partes.filter((parte) => !isOpcional(parte));

/** How many of its parts complete a group. */
export const cuantasPide = (grupo: GrupoDeRuta): number => {
  if (grupo.regla.tipo === 'opcional') return 0;
  return grupo.regla.tipo === 'n' ? grupo.regla.n : obligatorias(grupo).length;
};

/** Stages that must be complete before that one opens, when they go in order. */
export const etapasAntes = (definicion: DefinicionRuta, etapa: number): GrupoDeRuta[] =>
  definicion.enOrden ? definicion.etapas.slice(0, etapa).filter((one) => !isOpcional(one)) : [];

/** How courses are called, by their id; one that nobody knows is called so. */
export type Nombres = (cursoId: string) => string;

/** A stage as it is called in a sentence. */
export const nombreDeGrupo = (definicion: DefinicionRuta, grupo: GrupoDeRuta): string => {
  const place = definicion.etapas.findIndex(({ clave }) => clave === grupo.clave);
  const titulo = grupo.titulo.trim();
  if (place < 0) return titulo === '' ? 'un grupo sin título' : `«${titulo}»`;
  return titulo === '' ? `la etapa ${place + 1}` : `la etapa ${place + 1}, «${titulo}»`;
};

/** A course or a group, as a sentence names it. */
export const createNombrar = (definicion: DefinicionRuta, cursos: Nombres) => {
  const grupos = new Map(
    recorrer(definicion).flatMap(({ parte }) =>
      parte.tipo === 'grupo' ? [[parte.clave, parte] as const] : [],
    ),
  );
  return (id: string): string => {
    const grupo = grupos.get(id);
    return grupo ? nombreDeGrupo(definicion, grupo) : `«${cursos(id)}»`;
  };
};

/**
 * One step of what depends on what: `de` cannot be done before `a`. `requiere`: it says so itself; `dentro`: the group
 * `en` that holds it does; `orden`: its stage comes after that one; `pide`: the group is completed by its parts.
 */
export type Paso = {
  de: string;
  a: string;
  porque: 'requiere' | 'dentro' | 'orden' | 'pide';
  /** The group that says it, of `dentro`. */
  en: string | null;
};

/** All that depends on something, of every course and group. */
export const dependencias = (definicion: DefinicionRuta): Map<string, Paso[]> => {
  const all = new Map<string, Paso[]>();
  for (const { id, parte, dentroDe, etapa } of recorrer(definicion)) {
    const pasos: Paso[] = [];
    if (parte.tipo === 'curso') {
      for (const a of parte.requiere) pasos.push({ de: id, a, porque: 'requiere', en: null });
      for (const grupo of dentroDe) {
        for (const a of grupo.requiere)
          pasos.push({ de: id, a, porque: 'dentro', en: grupo.clave });
      }
      for (const { clave } of etapasAntes(definicion, etapa)) {
        pasos.push({ de: id, a: clave, porque: 'orden', en: null });
      }
    } else {
      // An optional group is nobody's requirement (`revisarRuta`); if it were, it would be all of it.
      const partes = isOpcional(parte) ? parte.partes : obligatorias(parte);
      for (const one of partes) pasos.push({ de: id, a: idDe(one), porque: 'pide', en: null });
    }
    all.set(id, [...(all.get(id) ?? []), ...pasos]);
  }
  return all;
};

/** The shortest circle through that course, as its steps; null when there is none. */
const circuloPor = (inicio: string, pasos: ReadonlyMap<string, readonly Paso[]>): Paso[] | null => {
  const by = new Map<string, Paso>();
  let frontier = [inicio];
  while (frontier.length > 0) {
    const next: string[] = [];
    for (const id of frontier) {
      for (const paso of pasos.get(id) ?? []) {
        if (paso.a === inicio) {
          const found = [paso];
          for (let at = paso.de; at !== inicio; at = found[0]!.de) found.unshift(by.get(at)!);
          return found;
        }
        if (!by.has(paso.a)) {
          by.set(paso.a, paso);
          next.push(paso.a);
        }
      }
    }
    frontier = next;
  }
  return null;
};

/**
 * What waits for itself: the shortest circle of the route, step by step, from a course and back to it. Null when
 * every course can be reached.
 */
export const findCirculo = (definicion: DefinicionRuta): Paso[] | null => {
  const pasos = dependencias(definicion);
  let found: Paso[] | null = null;
  for (const id of cursosDe(definicion)) {
    const one = circuloPor(id, pasos);
    if (one && (found === null || one.length < found.length)) found = one;
  }
  return found;
};

/** A step in words. */
export const describePaso = (
  { de, a, porque, en }: Paso,
  nombrar: (id: string) => string,
): string => {
  const upper = (text: string) => text.charAt(0).toLocaleUpperCase('es-MX') + text.slice(1);
  if (porque === 'requiere') return `${upper(nombrar(de))} requiere ${nombrar(a)}.`;
  if (porque === 'dentro') {
    return `${upper(nombrar(de))} está en ${nombrar(en!)}, que requiere ${nombrar(a)}.`;
  }
  if (porque === 'orden') return `${upper(nombrar(de))} va después de ${nombrar(a)}.`;
  return `${upper(nombrar(a))} es parte de ${nombrar(de)}.`;
};

export type Problema = {
  /** `circulo`: a circle of requirements, with its steps. */
  clave:
    | 'circulo'
    | 'nImposible'
    | 'vacio'
    | 'sinTitulo'
    | 'repetido'
    | 'desconocido'
    | 'requisitoOpcional'
    | 'demasiados'
    | 'cursoDesconocido'
    | 'sinEtapas'
    | 'sinDescripcion';
  /** The course or group that it is about; null: of the whole route. */
  donde: string | null;
  texto: string;
  /** Of a circle: its steps in words. */
  pasos?: string[];
  /** Only who publishes is stopped by it: a draft may be so. */
  soloAlPublicar: boolean;
};

const problema = (
  clave: Problema['clave'],
  donde: string | null,
  texto: string,
  soloAlPublicar = false,
): Problema => ({ clave, donde, texto, soloAlPublicar });

const problemasDeGrupo = (grupo: GrupoDeRuta, nombrar: (id: string) => string): Problema[] => {
  const found: Problema[] = [];
  const aqui = nombrar(grupo.clave);
  if (grupo.titulo.trim() === '') {
    found.push(problema('sinTitulo', grupo.clave, `Escriba el título de ${aqui}.`, true));
  }
  if (grupo.partes.length === 0) {
    found.push(problema('vacio', grupo.clave, `Ponga al menos un curso en ${aqui}.`, true));
  }
  const hay = obligatorias(grupo).length;
  if (grupo.regla.tipo === 'n' && grupo.regla.n > hay) {
    const cuantas = hay === 1 ? 'solo tiene 1' : `solo tiene ${hay}`;
    found.push(
      problema(
        'nImposible',
        grupo.clave,
        `Se piden ${grupo.regla.n} partes de ${aqui}, que ${cuantas} no opcional${hay === 1 ? '' : 'es'}: nadie podría completarla. Pida menos o agregue cursos.`,
      ),
    );
  }
  return found;
};

/** All that is wrong with a route, in the order in which one reads it; the circle, if there is one, first. */
export const revisarRuta = (
  definicion: DefinicionRuta,
  cursos: Nombres,
  conocidos: (cursoId: string) => boolean = () => true,
): Problema[] => {
  const found: Problema[] = [];
  const nombrar = createNombrar(definicion, cursos);
  const nodos = recorrer(definicion);
  const byId = Map.groupBy(nodos, ({ id }) => id);
  const circulo = findCirculo(definicion);
  if (circulo) {
    found.push({
      ...problema(
        'circulo',
        circulo[0]!.de,
        'Los requisitos forman un círculo: nadie podría comenzar ninguno de estos cursos. Quite uno de los pasos.',
      ),
      pasos: circulo.map((paso) => describePaso(paso, nombrar)),
    });
  }
  if (definicion.etapas.length === 0) {
    found.push(problema('sinEtapas', null, 'Agregue al menos una etapa.', true));
  }
  if (definicion.descripcion.trim() === '') {
    found.push(problema('sinDescripcion', null, 'Escriba la descripción de la ruta.', true));
  }
  if (cursosDe(definicion).length > MAX_CURSOS) {
    found.push(problema('demasiados', null, `Una ruta tiene ${MAX_CURSOS} cursos cuando mucho.`));
  }
  for (const [id, same] of byId) {
    if (same.length === 1) continue;
    const texto =
      same[0]!.parte.tipo === 'curso'
        ? `${nombrar(id)} está ${same.length} veces en la ruta. Déjelo en un solo lugar.`
        : `Dos etapas o grupos tienen la misma clave, ${id}.`;
    found.push(problema('repetido', id, texto));
  }
  for (const { id, parte } of nodos) {
    if (parte.tipo === 'grupo') found.push(...problemasDeGrupo(parte, nombrar));
    else if (!conocidos(id)) {
      found.push(problema('cursoDesconocido', id, 'Un curso de la ruta ya no existe. Quítelo.'));
    }
    for (const requisito of parte.requiere) {
      const [target] = byId.get(requisito) ?? [];
      if (!target) {
        found.push(
          problema(
            'desconocido',
            id,
            `${nombrar(id)} requiere algo que no está en la ruta. Quite ese requisito.`,
          ),
        );
      } else if (isOpcional(target.parte)) {
        found.push(
          problema(
            'requisitoOpcional',
            id,
            `${nombrar(id)} requiere ${nombrar(requisito)}, que es opcional. Hágala obligatoria o quite el requisito.`,
          ),
        );
      }
    }
  }
  return found;
};

const REGLA = {
  todas: 'Todas sus partes',
  opcional: 'Opcional',
} as const;

/** The rule of a stage or group, in words. */
export const describeRegla = (grupo: GrupoDeRuta): string => {
  const { regla } = grupo;
  if (regla.tipo !== 'n') return REGLA[regla.tipo];
  return `${regla.n} de ${obligatorias(grupo).length}`;
};

const lista = (textos: readonly string[]): string =>
  new Intl.ListFormat('es-MX', { type: 'conjunction' }).format(textos);

const cambiosDeNodo = (
  antes: Nodo,
  despues: Nodo,
  { nombrar, viejo }: { nombrar: (id: string) => string; viejo: (id: string) => string },
): string[] => {
  const found: string[] = [];
  const aqui = nombrar(despues.id);
  const mayuscula = aqui.charAt(0).toLocaleUpperCase('es-MX') + aqui.slice(1);
  if (antes.parte.tipo === 'grupo' && despues.parte.tipo === 'grupo') {
    const [a, d] = [antes.parte, despues.parte];
    if (a.titulo !== d.titulo) found.push(`«${a.titulo}» se llama ahora «${d.titulo}».`);
    const [pedia, pide] = [describeRegla(a).toLowerCase(), describeRegla(d).toLowerCase()];
    // By its words: the same rule may be kept with its parts in another order.
    if (pedia !== pide) found.push(`De ${aqui} se pedía: ${pedia}; ahora: ${pide}.`);
    if ((a.texto ?? '') !== (d.texto ?? '')) found.push(`Cambió la explicación de ${aqui}.`);
  }
  const [de, a] = [antes.dentroDe.at(-1)?.clave, despues.dentroDe.at(-1)?.clave];
  if (de !== a) {
    const desde = de === undefined ? 'ser una etapa' : viejo(de);
    found.push(
      a === undefined
        ? `${mayuscula} pasa a ser una etapa.`
        : `${mayuscula} pasa de ${desde} a ${nombrar(a)}.`,
    );
  }
  const quita = antes.parte.requiere.filter((one) => !despues.parte.requiere.includes(one));
  const pone = despues.parte.requiere.filter((one) => !antes.parte.requiere.includes(one));
  if (pone.length > 0) found.push(`${mayuscula} ahora requiere ${lista(pone.map(nombrar))}.`);
  if (quita.length > 0) found.push(`${mayuscula} ya no requiere ${lista(quita.map(viejo))}.`);
  return found;
};

/** What another version says differently, in sentences; none when both say the same. */
export const compararRutas = (
  antes: DefinicionRuta,
  despues: DefinicionRuta,
  cursos: Nombres,
): string[] => {
  const found: string[] = [];
  if (antes.nombre !== despues.nombre) {
    found.push(`La ruta se llamaba «${antes.nombre}»; ahora se llama «${despues.nombre}».`);
  }
  if (antes.descripcion !== despues.descripcion) found.push('Cambió la descripción.');
  if (antes.dirigidaA !== despues.dirigidaA) found.push('Cambió a quién se dirige.');
  if (antes.enOrden !== despues.enOrden) {
    found.push(
      despues.enOrden
        ? 'Las etapas ahora van en orden: cada una se abre al completar las anteriores.'
        : 'Las etapas ya no van en orden.',
    );
  }
  const [nombrar, viejo] = [createNombrar(despues, cursos), createNombrar(antes, cursos)];
  const [was, is] = [recorrer(antes), recorrer(despues)].map(
    (nodos) => new Map(nodos.map((nodo) => [nodo.id, nodo])),
  ) as [Map<string, Nodo>, Map<string, Nodo>];
  for (const [id, nodo] of is) {
    const before = was.get(id);
    if (before) {
      found.push(...cambiosDeNodo(before, nodo, { nombrar, viejo }));
      continue;
    }
    const en = nodo.dentroDe.at(-1);
    const donde = en ? ` en ${nombrar(en.clave)}` : '';
    const requiere = nodo.parte.requiere.map(nombrar);
    found.push(
      `Se agrega ${nombrar(id)}${donde}${requiere.length > 0 ? `, que requiere ${lista(requiere)}` : ''}.`,
    );
  }
  for (const id of was.keys()) if (!is.has(id)) found.push(`Se quita ${viejo(id)}.`);
  const order = (definicion: DefinicionRuta, other: Map<string, Nodo>) =>
    definicion.etapas.map(({ clave }) => clave).filter((clave) => other.has(clave));
  if (order(antes, is).join() !== order(despues, was).join()) {
    found.push('Cambió el orden de las etapas.');
  }
  return found;
};
