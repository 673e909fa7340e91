import { searchIn } from '../../../platform/shared/search.ts';

/**
 * Every catalog of the portal, declared as data. A new one is an entry here (and, when it comes
 * with data, in ../reference.json): the screen, the search, the import and the export follow.
 */
export const CATALOGO_IDS = [
  'entidades',
  'circuitos',
  'residencias',
  'organos',
  'tipos-organo',
  'dias-inhabiles',
  'categorias',
  'niveles',
  'instituciones',
  'tipos-documento',
  'motivos-rechazo',
  'motivos-vinculacion',
  'tipos-actividad',
  'modalidades',
  'areas',
  'sedes',
  'firmantes',
] as const;
export type CatalogoId = (typeof CATALOGO_IDS)[number];

/** Characters at most of what an item is looked for by: the longest name that comes with the portal has 215. */
export const MAX_BUSQUEDA = 300;

/** One datum of an item besides its key and its name. */
export type Campo = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'reference';
  readonly required?: boolean;
  /** Most characters of a text (default 200), or the largest number. */
  readonly max?: number;
  /** The smallest number. */
  readonly min?: number;
  /** No two items of the catalog may say the same. */
  readonly unique?: boolean;
  readonly hint?: string;
  /** Catalog that a reference points to. */
  readonly catalogo?: CatalogoId;
  /** A column of the list. */
  readonly columna?: boolean;
};

export type Catalogo = {
  readonly id: CatalogoId;
  readonly titulo: string;
  readonly singular: string;
  readonly plural: string;
  readonly femenino?: boolean;
  readonly grupo: 'Adscripción' | 'Personas' | 'Oferta académica' | 'Calendario y emisión';
  /** What it is for, in one sentence. */
  readonly descripcion: string;
  /** The natural key: what an import matches by. */
  readonly clave: { label: string; kind?: 'text' | 'date'; hint?: string };
  readonly nombre?: { label: string; hint?: string };
  readonly campos: readonly Campo[];
  /** Catalogs whose items may be its parent, the nearest first: the catalog is a tree. */
  readonly padres?: readonly CatalogoId[];
};

const CLAVE = { label: 'Clave', hint: 'Corta y sin espacios: con ella se reconoce al importar.' };

const DEFINICIONES: Record<CatalogoId, Omit<Catalogo, 'id'>> = {
  entidades: {
    titulo: 'Entidades federativas',
    singular: 'entidad',
    plural: 'entidades',
    femenino: true,
    grupo: 'Adscripción',
    descripcion: 'Los 32 estados y el nacimiento en el extranjero, con la clave que usa la CURP.',
    clave: { label: 'Clave CURP', hint: 'Dos letras, como en la CURP.' },
    campos: [
      { key: 'abreviatura', label: 'Abreviatura', kind: 'text', max: 10, columna: true },
      { key: 'inegi', label: 'Clave INEGI', kind: 'text', max: 2, unique: true, columna: true },
      { key: 'iso', label: 'Código ISO 3166-2', kind: 'text', max: 6, unique: true },
      { key: 'nombreOficial', label: 'Nombre oficial', kind: 'text' },
    ],
  },
  circuitos: {
    titulo: 'Circuitos judiciales',
    singular: 'circuito',
    plural: 'circuitos',
    grupo: 'Adscripción',
    descripcion: 'Los circuitos en que se divide el territorio; de ellos cuelgan las residencias.',
    clave: { label: 'Número', hint: 'Con cifras: 1, 2, 3…' },
    campos: [
      { key: 'romano', label: 'Romano', kind: 'text', max: 8, columna: true },
      {
        key: 'entidad',
        label: 'Entidad',
        kind: 'reference',
        catalogo: 'entidades',
        columna: true,
      },
      { key: 'nota', label: 'Nota', kind: 'text', max: 300 },
    ],
  },
  residencias: {
    titulo: 'Residencias',
    singular: 'residencia',
    plural: 'residencias',
    femenino: true,
    grupo: 'Adscripción',
    descripcion: 'Las ciudades en que residen los órganos de cada circuito.',
    clave: { label: 'Clave', hint: 'Circuito y ciudad, por ejemplo 2-toluca.' },
    nombre: { label: 'Ciudad' },
    campos: [],
    padres: ['circuitos'],
  },
  organos: {
    titulo: 'Órganos jurisdiccionales',
    singular: 'órgano',
    plural: 'órganos',
    grupo: 'Adscripción',
    descripcion:
      'Juzgados y tribunales, por circuito y residencia. Los concluidos están inactivos.',
    clave: { label: 'Clave SISE', hint: 'El número del órgano en SISE.' },
    campos: [
      { key: 'tipo', label: 'Tipo', kind: 'reference', catalogo: 'tipos-organo' },
      // Its name says them: the column is offered, not shown.
      { key: 'materias', label: 'Materias', kind: 'text' },
    ],
    padres: ['residencias', 'circuitos'],
  },
  'tipos-organo': {
    titulo: 'Tipos de órgano',
    singular: 'tipo de órgano',
    plural: 'tipos de órgano',
    grupo: 'Adscripción',
    descripcion:
      'Qué clase de órgano es: jurisdiccional, de disciplina, de administración, auxiliar.',
    clave: CLAVE,
    campos: [
      { key: 'clase', label: 'Clase', kind: 'text', max: 40, columna: true },
      { key: 'siglas', label: 'Siglas', kind: 'text', max: 15 },
      { key: 'nota', label: 'Nota', kind: 'text', max: 300 },
    ],
  },
  'dias-inhabiles': {
    titulo: 'Días inhábiles',
    singular: 'día inhábil',
    plural: 'días inhábiles',
    grupo: 'Calendario y emisión',
    descripcion:
      'Con ellos se cuentan los plazos; sábados y domingos no se anotan. Los periodos de vacaciones y las suspensiones de labores los fija la escuela: agréguelos con su primer y último día.',
    clave: { label: 'Fecha', kind: 'date', hint: 'El primer día, si es un periodo.' },
    nombre: { label: 'Motivo' },
    campos: [
      {
        key: 'hasta',
        label: 'Último día',
        kind: 'date',
        hint: 'Solo si es un periodo.',
        columna: true,
      },
    ],
  },
  categorias: {
    titulo: 'Categorías y cargos',
    singular: 'categoría',
    plural: 'categorías',
    femenino: true,
    grupo: 'Personas',
    descripcion: 'Cargos electos, categorías de la carrera judicial y otros puestos usuales.',
    clave: CLAVE,
    campos: [
      { key: 'grupo', label: 'Grupo', kind: 'text', max: 60, columna: true },
      { key: 'organo', label: 'Dónde se ocupa', kind: 'text', columna: true },
      { key: 'femenino', label: 'En femenino', kind: 'text' },
      { key: 'masculino', label: 'En masculino', kind: 'text' },
    ],
  },
  niveles: {
    titulo: 'Niveles educativos',
    singular: 'nivel',
    plural: 'niveles',
    grupo: 'Personas',
    descripcion: 'Del menor al mayor: su orden decide qué nivel alcanza un requisito.',
    clave: CLAVE,
    campos: [{ key: 'tipo', label: 'Tipo', kind: 'text', max: 60, columna: true }],
  },
  instituciones: {
    titulo: 'Instituciones',
    singular: 'institución',
    plural: 'instituciones',
    femenino: true,
    grupo: 'Personas',
    descripcion: 'Dónde se trabaja o se estudió, cuando no es un órgano jurisdiccional.',
    clave: CLAVE,
    campos: [
      { key: 'grupo', label: 'Grupo', kind: 'text', max: 60, columna: true },
      { key: 'entidad', label: 'Entidad', kind: 'reference', catalogo: 'entidades' },
    ],
  },
  'tipos-documento': {
    titulo: 'Tipos de documento',
    singular: 'tipo de documento',
    plural: 'tipos de documento',
    grupo: 'Personas',
    descripcion: 'Lo que una persona guarda en su expediente y una plantilla puede pedir.',
    clave: CLAVE,
    campos: [
      {
        key: 'sensible',
        label: 'Puede llevar datos sensibles',
        kind: 'boolean',
        columna: true,
      },
      { key: 'meses', label: 'Vigencia en meses', kind: 'number', min: 1, max: 600 },
      { key: 'nota', label: 'Nota', kind: 'text', max: 300 },
    ],
  },
  'motivos-rechazo': {
    titulo: 'Motivos de rechazo de documentos',
    singular: 'motivo de rechazo',
    plural: 'motivos de rechazo',
    grupo: 'Personas',
    descripcion:
      'Por qué no se valida un documento: lo lee su titular, y debe decirle qué hacer para que sí.',
    clave: CLAVE,
    nombre: { label: 'Motivo', hint: 'Una frase completa: qué falta y qué debe enviar.' },
    campos: [],
  },
  'motivos-vinculacion': {
    titulo: 'Motivos para no confirmar un expediente',
    singular: 'motivo para no confirmar',
    plural: 'motivos para no confirmar',
    grupo: 'Personas',
    descripcion:
      'Por qué no se entrega un expediente a quien lo pide: lo lee esa persona, y debe decirle qué hacer.',
    clave: CLAVE,
    nombre: { label: 'Motivo', hint: 'Una frase completa: qué falta y qué debe hacer.' },
    campos: [],
  },
  'tipos-actividad': {
    titulo: 'Tipos de actividad',
    singular: 'tipo de actividad',
    plural: 'tipos de actividad',
    grupo: 'Oferta académica',
    descripcion: 'Cursos, talleres, posgrados… y el documento con que se acreditan.',
    clave: CLAVE,
    campos: [
      { key: 'acredita', label: 'Se acredita con', kind: 'text', columna: true },
      {
        key: 'posgrado',
        label: 'Es un posgrado',
        kind: 'boolean',
        columna: true,
        hint: 'Se ingresa por convocatoria, con presolicitud y solicitud.',
      },
    ],
  },
  modalidades: {
    titulo: 'Modalidades',
    singular: 'modalidad',
    plural: 'modalidades',
    femenino: true,
    grupo: 'Oferta académica',
    descripcion: 'Cómo se asiste a una actividad.',
    clave: CLAVE,
    campos: [],
  },
  areas: {
    titulo: 'Áreas',
    singular: 'área',
    plural: 'áreas',
    femenino: true,
    grupo: 'Oferta académica',
    descripcion: 'Los campos en que se agrupa la oferta de cursos.',
    clave: CLAVE,
    campos: [],
  },
  sedes: {
    titulo: 'Sedes',
    singular: 'sede',
    plural: 'sedes',
    femenino: true,
    grupo: 'Oferta académica',
    descripcion: 'Dónde se imparte una edición.',
    clave: CLAVE,
    campos: [
      {
        key: 'entidad',
        label: 'Entidad',
        kind: 'reference',
        catalogo: 'entidades',
        columna: true,
      },
      { key: 'domicilio', label: 'Domicilio', kind: 'text', max: 300 },
      { key: 'cupo', label: 'Cupo de referencia', kind: 'number', min: 1, max: 10_000 },
    ],
  },
  firmantes: {
    titulo: 'Firmantes',
    singular: 'firmante',
    plural: 'firmantes',
    grupo: 'Calendario y emisión',
    descripcion: 'Quiénes firman constancias, diplomas y certificados.',
    clave: CLAVE,
    campos: [
      { key: 'cargo', label: 'Cargo', kind: 'text', required: true, columna: true },
      {
        key: 'tratamiento',
        label: 'Tratamiento',
        kind: 'text',
        max: 12,
        hint: 'Dra., Mtro., Lic.',
      },
    ],
  },
};

/** All catalogs, in the order in which they are shown. */
export const CATALOGOS: readonly Catalogo[] = CATALOGO_IDS.map((id) => ({
  id,
  ...DEFINICIONES[id],
}));

export const catalogoOf = (id: CatalogoId): Catalogo => ({ id, ...DEFINICIONES[id] });

/** The catalog of that name, when there is one. */
export const findCatalogo = (id: string | null): Catalogo | undefined =>
  CATALOGOS.find((catalogo) => catalogo.id === id);

/** The catalogs whose title has those words, the best first. */
export const searchCatalogos = (texto: string): readonly Catalogo[] =>
  searchIn(CATALOGOS, ({ titulo }) => titulo, texto).filas;

/** Catalogs whose items may hang from this one's. */
export const hijosDe = (id: CatalogoId): readonly Catalogo[] =>
  CATALOGOS.filter(({ padres }) => padres?.includes(id));

/** The fields, in other catalogs, that may point to this one's items. */
export const referenciasA = (id: CatalogoId): readonly { catalogo: Catalogo; campo: Campo }[] =>
  CATALOGOS.flatMap((catalogo) =>
    catalogo.campos.filter((campo) => campo.catalogo === id).map((campo) => ({ catalogo, campo })),
  );

/** The list as it is imported and exported. */
export const hojaDe = (id: CatalogoId): string => `catalogo-${id}`;
