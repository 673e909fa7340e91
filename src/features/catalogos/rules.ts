import { formatFecha, isFecha } from '../../platform/shared/dates.ts';
import type { FieldErrors } from '../../platform/shared/errors.ts';
import { fold } from '../../platform/shared/search.ts';
import type { Item } from './contract.ts';
import type { Campo, Catalogo } from './definiciones/rules.ts';

export type Valor = string | number | boolean | null;
/** What an item says: `clave`, `nombre`, `padre` (id of its parent) and its catalog's own fields. */
export type Valores = Readonly<Record<string, Valor>>;

/** Every field of a catalog's items, in the order of the form. */
export const camposDe = (catalogo: Catalogo): readonly Campo[] => [
  {
    key: 'clave',
    label: catalogo.clave.label,
    kind: catalogo.clave.kind ?? 'text',
    required: true,
    max: 40,
    unique: true,
    ...(catalogo.clave.hint && { hint: catalogo.clave.hint }),
  },
  {
    key: 'nombre',
    label: catalogo.nombre?.label ?? 'Nombre',
    kind: 'text',
    required: true,
    max: 250,
    ...(catalogo.nombre?.hint && { hint: catalogo.nombre.hint }),
  },
  ...(catalogo.padres?.[0]
    ? [
        {
          key: 'padre',
          label: 'Depende de',
          kind: 'reference',
          catalogo: catalogo.padres[0],
          required: true,
        } as const,
      ]
    : []),
  ...catalogo.campos,
];

/** Trims texts; an empty one, or one that was not given, is null. */
const clean = (value: Valor | undefined): Valor =>
  typeof value === 'string'
    ? value.normalize('NFC').replace(/\s+/g, ' ').trim() || null
    : (value ?? null);

const problemOf = (campo: Campo, value: Valor): string | null => {
  const { label, kind, max = kind === 'number' ? 1_000_000 : 200, min = 0 } = campo;
  if (value === null) {
    if (!campo.required) return null;
    return kind === 'reference' ? `Elija uno en «${label}».` : `Escriba un dato en «${label}».`;
  }
  if (kind === 'boolean') {
    return typeof value === 'boolean' ? null : `«${label}» es sí o no.`;
  }
  if (kind === 'number') {
    return typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
      ? null
      : `«${label}» es un número entre ${min} y ${max}.`;
  }
  if (typeof value !== 'string') return `«${label}» es un texto.`;
  if (kind === 'date') {
    return isFecha(value) ? null : `La fecha de «${label}» no existe: revise día, mes y año.`;
  }
  return [...value].length > max
    ? `«${label}» lleva ${max} caracteres como máximo; tiene ${[...value].length}.`
    : null;
};

/**
 * Cleans what was written and says what is wrong with it, by field. Keys that the catalog does not
 * have are dropped.
 */
export const checkItem = (
  catalogo: Catalogo,
  given: Readonly<Record<string, Valor | undefined>>,
): { valores: Valores; errores: FieldErrors } => {
  const valores: Record<string, Valor> = {};
  const errores: FieldErrors = {};
  for (const campo of camposDe(catalogo)) {
    const value = clean(given[campo.key]);
    valores[campo.key] = campo.kind === 'boolean' ? (value ?? false) : value;
    const problem = problemOf(campo, valores[campo.key] ?? null);
    if (problem) errores[campo.key] = problem;
  }
  const { clave, hasta } = valores;
  if (typeof hasta === 'string' && typeof clave === 'string' && !errores.hasta && hasta < clave) {
    errores.hasta = 'El último día es anterior al primero.';
  }
  return { valores, errores };
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** What an item is found by: its key, its name and its texts (not the ids of what it points to). */
export const searchText = (clave: string, nombre: string, datos: Valores): string => {
  const texts = Object.values(datos).filter((v) => typeof v === 'string' && !UUID.test(v));
  return fold([clave, nombre, ...texts].join(' '));
};

/** What an item says in a field, to be read. */
export const textOf = (item: Item, { key, kind }: Pick<Campo, 'key' | 'kind'>): string => {
  const value = item.valores[key] ?? null;
  if (value === null) return '';
  if (kind === 'reference') return item.referencias[key]?.nombre ?? '';
  if (kind === 'boolean') return value ? 'Sí' : 'No';
  if (kind === 'date') return formatFecha(String(value));
  return String(value);
};

/** "Segundo Circuito › Toluca". */
export const rutaOf = (item: Item): string => item.ruta.map(({ nombre }) => nombre).join(' › ');

/** One level of a tree, as the server gives it. */
type Ramas = readonly { readonly item: Pick<Item, 'id' | 'catalogo'> }[];

/** The items of a catalog that its tree shows, from top to bottom: those of the branches that are open all the way. */
export const hojasALaVista = (
  catalogo: string,
  abiertas: ReadonlySet<string>,
  ramasDe: (padreId: string | null) => Ramas | undefined,
  padreId: string | null = null,
): string[] =>
  (ramasDe(padreId) ?? []).flatMap(({ item }) => {
    if (item.catalogo === catalogo) return [item.id];
    return abiertas.has(item.id) ? hojasALaVista(catalogo, abiertas, ramasDe, item.id) : [];
  });
