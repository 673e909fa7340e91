import type { Tema } from '../contract.ts';
import type { DatosDeCurso } from './contract.ts';

/** What a course says, in the order of its form, with the word of each. */
export const CAMPOS_DE_CURSO = {
  clave: 'Clave',
  nombre: 'Nombre',
  tipoId: 'Tipo',
  modalidadId: 'Modalidad',
  areaId: 'Área',
  horas: 'Horas',
  creditos: 'Créditos',
  objetivo: 'Objetivo',
  temario: 'Temario',
  requisitos: 'Requisitos',
} as const satisfies Record<keyof DatosDeCurso, string>;
export type CampoDeCurso = keyof typeof CAMPOS_DE_CURSO;

const MAX_TEXTO = 5000;
const CLAVE = /^[A-Z0-9][A-Z0-9._-]{1,29}$/;

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** As it is kept: no blanks around, the key in capitals, no empty unit. */
export const normaliseCurso = (datos: DatosDeCurso): DatosDeCurso => ({
  ...datos,
  clave: oneLine(datos.clave).toUpperCase(),
  nombre: oneLine(datos.nombre),
  objetivo: datos.objetivo.trim(),
  requisitos: datos.requisitos.trim(),
  temario:
    datos.temario
      ?.map(({ titulo, contenido }) => ({ titulo: oneLine(titulo), contenido: contenido.trim() }))
      .filter(({ titulo, contenido }) => titulo !== '' || contenido !== '') ?? null,
});

/** What is wrong with a course as it would be kept, by field. */
export const checkCurso = (given: DatosDeCurso): Partial<Record<CampoDeCurso, string>> => {
  const datos = normaliseCurso(given);
  const { horas, creditos } = datos;
  return {
    ...(!CLAVE.test(datos.clave) && {
      clave: 'Escriba una clave de 2 a 30 letras, cifras, puntos o guiones, como AMP-101.',
    }),
    ...(datos.nombre.length < 3 && { nombre: 'Escriba el nombre del curso.' }),
    ...(datos.nombre.length > 250 && { nombre: 'Escriba un nombre de hasta 250 caracteres.' }),
    ...(!datos.tipoId && { tipoId: 'Elija el tipo.' }),
    ...(!datos.modalidadId && { modalidadId: 'Elija la modalidad.' }),
    ...(!datos.areaId && { areaId: 'Elija el área.' }),
    ...((horas === null || !Number.isInteger(horas) || horas < 1 || horas > 5000) && {
      horas: 'Escriba las horas: un número entero de 1 a 5000.',
    }),
    ...(creditos !== null &&
      (!(creditos >= 0 && creditos <= 999) || Math.round(creditos * 100) !== creditos * 100) && {
        creditos: 'Escriba los créditos: un número de 0 a 999, con dos decimales cuando más.',
      }),
    ...(datos.objetivo.length > MAX_TEXTO && {
      objetivo: `Escriba un objetivo de hasta ${MAX_TEXTO} caracteres.`,
    }),
    ...(datos.requisitos.length > MAX_TEXTO && {
      requisitos: `Escriba requisitos de hasta ${MAX_TEXTO} caracteres.`,
    }),
    ...wrongTemario(datos.temario ?? []),
  };
};

const wrongTemario = (temario: readonly Tema[]): { temario?: string } => {
  const nameless = temario.findIndex(({ titulo }) => titulo === '');
  if (nameless >= 0) return { temario: `Escriba el título de la unidad ${nameless + 1}.` };
  if (temario.length > 100) return { temario: 'Escriba hasta 100 unidades.' };
  return temario.some(({ titulo, contenido }) => titulo.length > 250 || contenido.length > 3000)
    ? { temario: 'Escriba títulos de hasta 250 caracteres y contenidos de hasta 3000.' }
    : {};
};

/** A course as one of its versions says it, what it takes from the catalogs by name. */
export type VersionDicha = {
  clave: string;
  nombre: string;
  tipo: string;
  modalidad: string;
  area: string;
  horas: number;
  creditos: number | null;
  objetivo: string;
  /** Null: it cannot be read. */
  temario: readonly Tema[] | null;
  requisitos: string;
};

const quoted = (text: string): string => `«${text}»`;
const list = new Intl.ListFormat('es');

const pasoDe = (que: string, antes: string, despues: string, plural = false): string =>
  `${que} ${plural ? 'pasaron' : 'pasó'} de ${antes} a ${despues}.`;

const cambiosDeTexto = (antes: string, despues: string, que: string, genero: 'o' | 'os') => {
  const se = genero === 'o' ? 'Se agregó' : 'Se agregaron';
  const sin = genero === 'o' ? 'Se quitó' : 'Se quitaron';
  const otro = genero === 'o' ? 'Cambió' : 'Cambiaron';
  if (antes === despues) return [];
  if (antes === '') return [`${se} ${que}.`];
  return [despues === '' ? `${sin} ${que}.` : `${otro} ${que}.`];
};

type Temario = VersionDicha['temario'];

const cambiosDeTemario = (antes: Temario, despues: Temario): string[] => {
  if (despues === null) return antes ? ['El temario de esta versión no se puede leer.'] : [];
  if (antes === null) return ['Se escribió otra vez el temario, que no se podía leer.'];
  const de = new Map(antes.map((tema) => [tema.titulo, tema]));
  const a = new Map(despues.map((tema) => [tema.titulo, tema]));
  const nuevas = despues.filter(({ titulo }) => !de.has(titulo)).map(({ titulo }) => titulo);
  const quitadas = antes.filter(({ titulo }) => !a.has(titulo)).map(({ titulo }) => titulo);
  const otras = despues.filter(({ titulo, contenido }) => {
    const was = de.get(titulo);
    return was !== undefined && was.contenido !== contenido;
  });
  const kept = (of: readonly Tema[], other: ReadonlyMap<string, Tema>) =>
    of.flatMap(({ titulo }) => (other.has(titulo) ? [titulo] : [])).join('\n');
  return [
    ...(nuevas.length > 0 ? [`Al temario se agregó ${list.format(nuevas.map(quoted))}.`] : []),
    ...(quitadas.length > 0 ? [`Del temario se quitó ${list.format(quitadas.map(quoted))}.`] : []),
    ...(otras.length > 0
      ? [`En el temario cambió lo que se ve en ${list.format(otras.map((t) => quoted(t.titulo)))}.`]
      : []),
    ...(kept(antes, a) !== kept(despues, de) ? ['Cambió el orden del temario.'] : []),
  ];
};

/** What a course says now that it did not say before, a sentence each. */
export const describeCambiosDeCurso = (antes: VersionDicha, despues: VersionDicha): string[] => {
  const texto = (que: string, key: 'clave' | 'nombre' | 'tipo' | 'modalidad' | 'area') =>
    antes[key] === despues[key] ? [] : [pasoDe(que, quoted(antes[key]), quoted(despues[key]))];
  const creditos = (n: number | null) => (n === null ? 'ninguno' : String(n));
  return [
    ...texto('La clave', 'clave'),
    ...texto('El nombre', 'nombre'),
    ...texto('El tipo', 'tipo'),
    ...texto('La modalidad', 'modalidad'),
    ...texto('El área', 'area'),
    ...(antes.horas === despues.horas
      ? []
      : [pasoDe('Las horas', String(antes.horas), String(despues.horas), true)]),
    ...(antes.creditos === despues.creditos
      ? []
      : [pasoDe('Los créditos', creditos(antes.creditos), creditos(despues.creditos), true)]),
    ...cambiosDeTexto(antes.objetivo, despues.objetivo, 'el objetivo', 'o'),
    ...cambiosDeTemario(antes.temario, despues.temario),
    ...cambiosDeTexto(antes.requisitos, despues.requisitos, 'los requisitos', 'os'),
  ];
};

/** How a value of a course's field is told apart from another: units by what they say. */
export const comparables = (datos: DatosDeCurso): Record<CampoDeCurso, string | number | null> => ({
  ...datos,
  temario:
    datos.temario &&
    JSON.stringify(datos.temario.map(({ titulo, contenido }) => [titulo, contenido])),
});
