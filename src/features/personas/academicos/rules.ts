import type { FieldErrors } from '../../../platform/shared/errors.ts';
import type { Apartado, Leido, Valores } from '../apartados/rules.ts';

/** The number of a cédula profesional: 5 to 8 digits (the oldest are short), however it is spaced. */
export const readCedula = (texto: string): Leido => {
  const valor = texto.replace(/[\s.,-]/g, '');
  return /^[1-9]\d{4,7}$/.test(valor)
    ? { valor }
    : { problema: 'La cédula profesional lleva de 5 a 8 cifras, por ejemplo 12345678.' };
};

const readLiga = (texto: string): Leido => {
  try {
    const url = new URL(texto);
    if (url.protocol === 'https:' || url.protocol === 'http:') return { valor: url.href };
  } catch {
    // Not an address: said below.
  }
  return {
    problema: 'Escriba la dirección completa, por ejemplo https://revista.example/articulo.',
  };
};

const periodoProblems = ({ inicio = null, termino = null }: Valores): FieldErrors =>
  inicio !== null && termino !== null && String(termino) < String(inicio)
    ? { termino: 'Terminó antes de empezar. Revise las dos fechas.' }
    : {};

/** Whether a study was finished, with or without its title. */
export const isConcluido = ({ estado }: Valores): boolean =>
  estado === 'concluido' || estado === 'titulado';

const MCER = [
  { value: 'A1', label: 'A1, acceso' },
  { value: 'A2', label: 'A2, plataforma' },
  { value: 'B1', label: 'B1, umbral' },
  { value: 'B2', label: 'B2, avanzado' },
  { value: 'C1', label: 'C1, dominio operativo' },
  { value: 'C2', label: 'C2, maestría' },
  { value: 'materna', label: 'Lengua materna' },
] as const;

const IDIOMAS = [
  { value: 'ingles', label: 'Inglés' },
  { value: 'frances', label: 'Francés' },
  { value: 'aleman', label: 'Alemán' },
  { value: 'italiano', label: 'Italiano' },
  { value: 'portugues', label: 'Portugués' },
  { value: 'nahuatl', label: 'Náhuatl' },
  { value: 'maya', label: 'Maya' },
  { value: 'mixteco', label: 'Mixteco' },
  { value: 'zapoteco', label: 'Zapoteco' },
  { value: 'tseltal', label: 'Tseltal' },
  { value: 'tsotsil', label: 'Tsotsil' },
  { value: 'otomi', label: 'Otomí' },
  { value: 'lsm', label: 'Lengua de Señas Mexicana' },
  { value: 'otro', label: 'Otro' },
] as const;

/** What somebody studied, speaks, has written and teaches. */
export const ACADEMICOS = [
  {
    id: 'estudio',
    parte: 'academicos',
    titulo: 'Estudios',
    uno: 'un estudio',
    lead: 'Empiece por el más reciente.',
    vacio: 'Sin estudios registrados.',
    max: 20,
    nombre: ['programa', 'institucion'],
    porFecha: ({ termino, inicio }) => String(termino ?? inicio ?? ''),
    noRepite: ['nivel', 'programa', 'institucion'],
    campos: [
      { key: 'nivel', label: 'Nivel', kind: 'referencia', catalogo: 'niveles', required: true },
      {
        key: 'programa',
        label: 'Programa',
        kind: 'texto',
        required: true,
        max: 150,
        hint: 'Como lo dice el título: Licenciatura en Derecho.',
      },
      { key: 'institucion', label: 'Institución', kind: 'texto', required: true, max: 150 },
      {
        key: 'estado',
        label: 'Estado',
        kind: 'opcion',
        required: true,
        opciones: [
          { value: 'curso', label: 'En curso' },
          { value: 'concluido', label: 'Concluido, sin título' },
          { value: 'titulado', label: 'Titulado' },
          { value: 'trunco', label: 'Trunco' },
        ],
      },
      { key: 'inicio', label: 'Inicio', kind: 'fecha' },
      {
        key: 'termino',
        label: 'Término',
        kind: 'fecha',
        required: isConcluido,
        soloSi: ({ estado }) => estado !== 'curso',
      },
      {
        key: 'promedio',
        label: 'Promedio',
        kind: 'numero',
        min: 0,
        max: 10,
        decimales: 2,
        hint: 'De 0 a 10.',
        soloSi: ({ estado }) => estado !== 'trunco',
      },
      {
        key: 'cedula',
        label: 'Cédula profesional',
        kind: 'texto',
        max: 15,
        lee: readCedula,
        soloSi: ({ estado }) => estado === 'titulado',
        teclado: 'numeric',
      },
      {
        key: 'documento',
        label: 'Documento que lo comprueba',
        kind: 'documento',
        hint: 'El título, la cédula o el certificado, de los documentos del expediente.',
      },
    ],
    problemas: periodoProblems,
  },
  {
    id: 'idioma',
    parte: 'academicos',
    titulo: 'Idiomas',
    uno: 'un idioma',
    vacio: 'Todavía no hay idiomas anotados.',
    max: 15,
    nombre: ['otro', 'idioma'],
    noRepite: ['idioma', 'otro'],
    campos: [
      { key: 'idioma', label: 'Idioma', kind: 'opcion', required: true, opciones: IDIOMAS },
      {
        key: 'otro',
        label: 'Cuál',
        kind: 'texto',
        required: true,
        max: 60,
        soloSi: ({ idioma }) => idioma === 'otro',
      },
      {
        key: 'nivel',
        label: 'Nivel',
        kind: 'opcion',
        required: true,
        opciones: MCER,
        hint: 'Del Marco Común Europeo de Referencia (MCER).',
      },
      {
        key: 'certificado',
        label: 'Certificado',
        kind: 'texto',
        max: 100,
        hint: 'Si tiene uno: TOEFL iBT 95, DELF B2…',
      },
    ],
  },
  {
    id: 'curso',
    parte: 'academicos',
    titulo: 'Cursos en otras instituciones',
    uno: 'un curso',
    vacio: 'Todavía no hay cursos anotados. Los de esta escuela no se anotan aquí.',
    max: 60,
    nombre: ['nombre'],
    porFecha: ({ termino }) => String(termino ?? ''),
    noRepite: ['nombre', 'institucion', 'termino'],
    campos: [
      { key: 'nombre', label: 'Curso', kind: 'texto', required: true, max: 200 },
      { key: 'institucion', label: 'Institución', kind: 'texto', required: true, max: 150 },
      { key: 'horas', label: 'Horas', kind: 'numero', min: 1, max: 5000 },
      { key: 'termino', label: 'Término', kind: 'fecha', required: true },
    ],
  },
  {
    id: 'publicacion',
    parte: 'academicos',
    titulo: 'Publicaciones',
    uno: 'una publicación',
    vacio: 'Todavía no hay publicaciones anotadas.',
    max: 60,
    nombre: ['titulo'],
    porFecha: ({ anio }) => String(anio ?? ''),
    noRepite: ['titulo', 'anio'],
    campos: [
      { key: 'titulo', label: 'Título', kind: 'texto', required: true, max: 200 },
      {
        key: 'clase',
        label: 'Tipo',
        kind: 'opcion',
        required: true,
        opciones: [
          { value: 'libro', label: 'Libro' },
          { value: 'capitulo', label: 'Capítulo de libro' },
          { value: 'articulo', label: 'Artículo' },
          { value: 'tesis', label: 'Tesis' },
          { value: 'otra', label: 'Otra' },
        ],
      },
      { key: 'donde', label: 'Editorial o revista', kind: 'texto', max: 150 },
      { key: 'anio', label: 'Año', kind: 'numero', required: true, min: 1950, max: 2100 },
      {
        key: 'liga',
        label: 'Dirección en internet',
        kind: 'texto',
        max: 300,
        lee: readLiga,
        teclado: 'url',
      },
    ],
  },
  {
    id: 'docencia',
    parte: 'academicos',
    titulo: 'Docencia',
    uno: 'una materia impartida',
    vacio: 'Todavía no hay docencia anotada.',
    max: 60,
    nombre: ['materia'],
    actual: ({ termino }) => (termino ?? null) === null,
    porFecha: ({ inicio }) => String(inicio ?? ''),
    noRepite: ['materia', 'institucion', 'inicio'],
    campos: [
      { key: 'materia', label: 'Materia', kind: 'texto', required: true, max: 150 },
      { key: 'institucion', label: 'Institución', kind: 'texto', required: true, max: 150 },
      { key: 'inicio', label: 'Desde', kind: 'fecha', required: true },
      { key: 'termino', label: 'Hasta', kind: 'fecha', hint: 'Vacío si la imparte todavía.' },
    ],
    problemas: periodoProblems,
  },
] as const satisfies readonly Apartado[];
