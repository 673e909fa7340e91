import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { CATALOGO_IDS, MAX_BUSQUEDA } from './definiciones/rules.ts';

const id = z.uuid();
const catalogo = z.enum(CATALOGO_IDS);
/** A value as somebody sends it, and as it is read whatever was allowed when it was written. */
const valor = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);
const valorLeido = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Another item, as an item that points to it shows it. */
const referencia = z.object({
  id,
  catalogo,
  clave: z.string(),
  nombre: z.string(),
  activo: z.boolean(),
});
export type Referencia = z.infer<typeof referencia>;

const item = z.object({
  id,
  catalogo,
  clave: z.string(),
  nombre: z.string(),
  /** From the root to its parent; empty in a catalog that is not a tree. */
  ruta: z.array(referencia),
  /** `clave`, `nombre`, `padre` and the catalog's own fields; references by id. */
  valores: z.record(z.string(), valorLeido),
  /** What its references point to, by field. */
  referencias: z.record(z.string(), referencia),
  activo: z.boolean(),
  /** Place in its catalog. */
  orden: z.number(),
  /** Grows with each change; saving asks for the one that was edited. */
  version: z.number(),
  /** ISO instant. */
  actualizadoEn: z.string(),
});
export type Item = z.infer<typeof item>;

export const listCatalogos = callable({
  name: 'listCatalogos',
  summary: 'Los catálogos del portal y cuántos elementos tiene cada uno.',
  input: z.null(),
  output: z.array(z.object({ id: catalogo, activos: z.number(), inactivos: z.number() })),
});

export const listItemsCatalogo = callable({
  name: 'listItemsCatalogo',
  summary: 'Los elementos de un catálogo, por páginas, con búsqueda. Los inactivos, solo a Admin.',
  input: z.strictObject({
    catalogo,
    /** Part of the key, the name or its data, or a whole name, however long; accents and case do not count. */
    busqueda: z.string().max(MAX_BUSQUEDA).optional(),
    /** Only those that hang from this item, at any depth. */
    padreId: id.optional(),
    estado: z.enum(['activos', 'inactivos', 'todos']).default('activos'),
    orden: z.enum(['orden', 'clave', 'nombre', 'actualizadoEn']).default('orden'),
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    total: z.number(),
    filas: z.array(item),
    /** Nothing has all the words: these only look like them. */
    parecidas: z.boolean(),
  }),
});

export const listHallazgosCatalogos = callable({
  name: 'listHallazgosCatalogos',
  summary:
    'Los elementos de todos los catálogos que tienen unas palabras, los más parecidos primero (Admin).',
  input: z.strictObject({ busqueda: z.string().trim().min(3).max(100) }),
  output: z.array(item),
});

export const listRamasCatalogo = callable({
  name: 'listRamasCatalogo',
  summary: 'Lo que cuelga de un elemento en el árbol de un catálogo, con cuántos hay debajo.',
  input: z.strictObject({
    /** The catalog of the leaves: its tree is asked for. */
    catalogo,
    /** Null: the roots. */
    padreId: id.nullable(),
    estado: z.enum(['activos', 'todos']).default('activos'),
  }),
  output: z.array(z.object({ item, debajo: z.number() })),
});

export const getItemCatalogo = callable({
  name: 'getItemCatalogo',
  summary: 'Un elemento de un catálogo, esté activo o no.',
  input: z.strictObject({ id }),
  output: item,
});

export const saveItemCatalogo = callable({
  name: 'saveItemCatalogo',
  summary:
    'Agrega un elemento, o guarda uno sobre la versión que se editó; si ya no es la actual responde ABORTED y dice qué cambió (Admin).',
  input: z.strictObject({
    catalogo,
    /** Null: a new one. */
    id: id.nullable(),
    /** The version that was edited; null for a new one. */
    version: z.int32().nullable(),
    valores: z.record(z.string().max(40), valor).meta({ maxProperties: 60 }),
  }),
  output: item,
});

/** What changed in an item since the version that somebody edits, in `details` of ABORTED. */
export type CambioPrevio = {
  actual: Item;
  cambios: { campo: string; antes: unknown; despues: unknown }[];
  quien: string | null;
  /** ISO instant. */
  momento: string;
};

export const setActivoItemCatalogo = callable({
  name: 'setActivoItemCatalogo',
  summary: 'Desactiva un elemento (deja de ofrecerse) o lo reactiva (Admin).',
  input: z.strictObject({ id, activo: z.boolean() }),
  output: item,
});

export const reorderItemsCatalogo = callable({
  name: 'reorderItemsCatalogo',
  summary: 'Pone un elemento antes de otro de su misma rama, o al final (Admin).',
  input: z.strictObject({ id, antesDe: id.nullable() }),
  output: z.object({ ok: z.literal(true) }),
});

const uso = z.object({
  /** "3 residencias", "12 ediciones". */
  texto: z.string(),
  cuantos: z.number(),
  /** The first of them, and where each is seen (null: nowhere yet). */
  ejemplos: z.array(z.object({ texto: z.string(), enlace: z.string().nullable() })),
});

export const getUsoItemCatalogo = callable({
  name: 'getUsoItemCatalogo',
  summary: 'Dónde se usa un elemento de un catálogo (Admin).',
  input: z.strictObject({ id }),
  output: z.object({ usos: z.array(uso) }),
});
export type Uso = z.infer<typeof uso>;

export const deleteItemCatalogo = callable({
  name: 'deleteItemCatalogo',
  summary: 'Borra un elemento que no se usa; si se usa, dice dónde (Admin).',
  input: z.strictObject({ id, version: z.int32() }),
  output: z.object({ ok: z.literal(true) }),
});
