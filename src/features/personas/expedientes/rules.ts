import { fold, wordsOf } from '../../../platform/shared/search.ts';
import { FALTAS } from '../completitud/rules.ts';
import { readTelefono } from '../contactos/rules.ts';

/** What of a file waits for staff: that it gets its CURP, or that somebody looks at what disagrees with it. */
export const PENDIENTES = ['sinCurp', 'curpDeclarada', 'discrepancias'] as const;
export const CUENTA = ['con', 'sin'] as const;
/** How complete a file is, or what it lacks (`falta-` and the key of the exigencia). */
export const COMPLETITUD: readonly string[] = [
  'completo',
  'incompleto',
  ...FALTAS.map(({ clave }) => `falta-${clave}`),
];
/** That some document of the person is in that state; or that none was ever sent. */
export const DOCUMENTOS = ['pendiente', 'rechazado', 'vencido', 'validado', 'ninguno'] as const;

export type FiltrosPersonas = {
  busqueda?: string | undefined;
  pendiente?: (typeof PENDIENTES)[number] | undefined;
  cuenta?: (typeof CUENTA)[number] | undefined;
  completitud?: string | undefined;
  documentos?: (typeof DOCUMENTOS)[number] | undefined;
  /** Ids of items: where the person works now. */
  circuito?: string | undefined;
  organo?: string | undefined;
  categoria?: string | undefined;
};

/** How an item of a catalog is called among the facets of the directory: the database's `directorio_faceta`. */
export const facetaDe = (item: string): string => `r${item.slice(-12).toLowerCase()}`;

const PENDIENTE: Record<(typeof PENDIENTES)[number], string> = {
  sinCurp: 'sin-curp',
  curpDeclarada: 'curp-declarada',
  discrepancias: 'por-revisar',
};

/** What the directory must say of whoever the filters show. Pure. */
export const facetasDe = (filtros: FiltrosPersonas): string[] => {
  const { pendiente, cuenta, completitud, documentos, circuito, organo, categoria } = filtros;
  return [
    pendiente && PENDIENTE[pendiente],
    cuenta && `${cuenta}-cuenta`,
    completitud,
    documentos && `doc-${documentos}`,
    ...[circuito, organo, categoria].map((id) => id && facetaDe(id)),
  ].filter((one) => one !== undefined);
};

/** The digits of a number as the directory keeps a telephone, if a text is made like one; however it is parted. */
const digitsOf = (text: string): string | null => {
  if (!/^[\d\s+().-]{4,}$/.test(text)) return null;
  const read = readTelefono(text);
  const digits = 'valor' in read ? read.valor.replace(/^\+52(?=\d{10}$)/, '') : text;
  return digits.replace(/\D/g, '');
};

/** One thing that is looked for. */
export type Buscado = {
  /** Folded. */
  readonly texto: string;
  /** In the name and the key: anywhere, only where a word begins, or not at all. */
  readonly enNombre: 'parte' | 'inicio' | null;
  /** Whether what else somebody is known by may begin with it. */
  readonly enClaves: boolean;
};

/** Where a word is looked for. */
export const buscadoOf = (texto: string): Buscado => ({
  texto,
  enNombre: texto.includes('@') ? null : texto.length < 3 ? 'inicio' : 'parte',
  enClaves: /[\d@]/.test(texto),
});

/**
 * What a text of the search box looks for: all of one of these lists. Words; or a number, written with blanks,
 * parentheses and the country's code as people write telephones. Pure.
 */
export const buscadosDe = (busqueda = ''): Buscado[][] => {
  const words = wordsOf(busqueda);
  if (words.length === 0) return [];
  const literal = words.map(buscadoOf);
  const number = digitsOf(fold(busqueda));
  return number === null || number === words.join()
    ? [literal]
    : [literal, [{ ...buscadoOf(number), enNombre: null }]];
};
