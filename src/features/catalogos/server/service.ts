import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { searchPage, selectLike } from '../../../platform/server/db/search.ts';
import type { Nombrar } from '../../../platform/server/historial/index.ts';
import { refuseFields } from '../../../platform/shared/errors.ts';
import { fold, wordsOf } from '../../../platform/shared/search.ts';
import type { NonWorkingDay } from '../../../platform/shared/working-days.ts';
import type { CatalogoUso } from '../cambios/server/service.ts';
import type { Item } from '../contract.ts';
import { type CatalogoId, catalogoOf } from '../definiciones/rules.ts';
import { nombrarItem } from '../historial.ts';
import type { Valor } from '../rules.ts';
import {
  countItems,
  type ItemRow,
  selectActivos,
  selectAnywhere,
  selectByClaves,
  selectByIds,
  selectByIdsHeld,
  selectByNombres,
  selectItems,
  selectOfrecidos,
} from './data.ts';
import { presentAll } from './present.ts';

export type { CatalogoUso, ItemRow };

/** The non-working days of the calendar, for whoever counts a deadline. */
export const readDiasInhabiles = async (db: Db): Promise<NonWorkingDay[]> =>
  (await selectActivos(db, 'dias-inhabiles')).map(({ clave, datos }) => ({
    desde: clave,
    hasta: typeof datos.hasta === 'string' ? datos.hasta : clave,
  }));

/** The catalogs of a tree, from the leaves up to the roots. */
export const chainOf = (id: CatalogoId): CatalogoId[] => [
  ...new Set([id, ...(catalogoOf(id).padres ?? []).flatMap(chainOf)]),
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What items are called in the history, by their id. */
export const nombrarItems: Nombrar = async (db, ids) => {
  const rows = await selectByIds(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(rows.map((row) => [row.id, nombrarItem(row)]));
};

/** What records of other features point to, by id, as it is called today and whatever it hangs from. */
export const readItems = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Item>> =>
  new Map((await presentAll(db, await selectByIds(db, ids))).map((item) => [item.id, item]));

/** What records may point to, by id: of which catalog it is, and whether it is offered. */
export type Elegibles = ReadonlyMap<
  string,
  { catalogo: CatalogoId; clave: string; nombre: string; ofrecido: boolean }
>;

const elegiblesOf = async (db: Db | Trx, rows: readonly ItemRow[]): Promise<Elegibles> => {
  const ofrecidos = await selectOfrecidos(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, catalogo, clave, nombre }) => [
      id,
      { catalogo, clave, nombre, ofrecido: ofrecidos.has(id) },
    ]),
  );
};

/** What records are to point to, if it is there still when they are written. */
export const readElegibles = async (db: Db | Trx, ids: readonly string[]): Promise<Elegibles> =>
  elegiblesOf(db, await selectByIds(db, ids));

/** What records are to point to: not deleted before the transaction ends. */
export const holdItems = async (trx: Trx, ids: readonly string[]): Promise<Elegibles> =>
  elegiblesOf(trx, await selectByIdsHeld(trx, ids));

/** What may be chosen of a catalog, in its order. */
export const readOfrecidos = selectActivos;

/** These items as rows, active or not. */
export const readItemRows = selectByIds;

const add = (to: Map<string, ItemRow[]>, key: string, row: ItemRow) =>
  to.set(key, [...(to.get(key) ?? []), row]);

/**
 * The items that these texts name, by text: those with that key; else those with that name, whatever its
 * case, accents and spaces; of several with one name those that are offered.
 */
export const selectNamed = async (
  db: Db,
  targets: readonly CatalogoId[],
  texts: readonly string[],
): Promise<Map<string, ItemRow[]>> => {
  const byText = new Map<string, ItemRow[]>();
  for (const row of await selectByClaves(db, targets, texts)) add(byText, row.clave, row);
  const names = texts.filter((text) => !byText.has(text));
  const byName = new Map<string, ItemRow[]>();
  for (const row of await selectByNombres(db, targets, names)) {
    add(byName, fold(row.nombre), row);
  }
  for (const name of names) {
    const rows = byName.get(fold(name)) ?? [];
    const active = rows.filter(({ activo }) => activo);
    byText.set(name, active.length > 0 ? active : rows);
  }
  return byText;
};

/** How many the search of the whole portal shows. */
const MAX_FOUND = 8;

/** The items of any catalog that have these words, or look like them when none has. */
export const findInCatalogos = async (db: Db, busqueda: string): Promise<ItemRow[]> => {
  const query = { busqueda, pagina: 1, porPagina: MAX_FOUND };
  const found = await selectAnywhere(db, query);
  return found.length > 0 ? found : selectLike(db, query, selectAnywhere);
};

/** How many are offered for a text that names none, or several. */
const MAX_SIMILAR = 5;

/**
 * The offered items that a text may mean which names none, or several: those of that name; else those with its
 * words, or words like them; else those with a word like its longest.
 */
export const selectSimilar = async (
  db: Db,
  targets: readonly CatalogoId[],
  texts: readonly string[],
): Promise<Map<string, ItemRow[]>> => {
  const named = await selectNamed(db, targets, texts);
  const look = async (busqueda: string) => {
    const found: ItemRow[] = [];
    for (const catalogo of targets) {
      const query = {
        catalogo,
        busqueda,
        estado: 'activos',
        orden: 'nombre',
        descendente: false,
        pagina: 1,
        porPagina: MAX_SIMILAR,
      } as const;
      found.push(...(await searchPage(db, query, countItems, selectItems)).rows);
    }
    return found;
  };
  const similar = new Map<string, ItemRow[]>();
  for (const text of texts) {
    const several = (named.get(text) ?? []).filter(({ activo }) => activo);
    const words = wordsOf(text);
    const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
    let found = several.length > 1 ? several : await look(text);
    if (found.length === 0 && words.length > 1) found = await look(longest);
    similar.set(text, found.slice(0, MAX_SIMILAR));
  }
  return similar;
};

/** Keys that are named when several items have one name. */
const MAX_NAMED = 5;

/** What is wrong with a cell that means these items; `before` is what the item points to. */
export const referenceProblem = (found: readonly ItemRow[], before: Valor): string | null => {
  const [target] = found;
  if (!target) return 'Ningún elemento tiene esa clave ni ese nombre.';
  if (found.length > 1) {
    const claves = found.map(({ clave }) => `«${clave}»`).sort((a, b) => a.localeCompare(b, 'es'));
    const more = claves.length > MAX_NAMED ? [`${claves.length - MAX_NAMED} más`] : [];
    const list = new Intl.ListFormat('es').format([...claves.slice(0, MAX_NAMED), ...more]);
    return `${found.length} elementos se llaman así: ${list}. Escriba la clave del que corresponde.`;
  }
  return !target.activo && before !== target.id
    ? `«${target.nombre}» está inactivo: elija otro o reactívelo.`
    : null;
};

/**
 * The items that records name, by key or by name, field by field, for records that are to point to them. One that is
 * inactive is not chosen any more; what has it already (`tiene`, its id) keeps it. Gives what each record chose.
 *
 * @throws {CallError} INVALID_ARGUMENT, with what is wrong in `details.fields`, of a record that is asked for.
 */
export const chooseItems = async <K extends string>(
  db: Db,
  campos: Readonly<Record<K, CatalogoId>>,
  records: readonly Readonly<Record<NoInfer<K>, string>>[],
  tiene?: Readonly<Partial<Record<NoInfer<K>, string>>>,
): Promise<(record: Readonly<Record<NoInfer<K>, string>>) => Record<K, ItemRow>> => {
  const named = new Map<K, Map<string, ItemRow[]>>();
  for (const [campo, catalogo] of Object.entries(campos) as [K, CatalogoId][]) {
    const textos = new Set(records.map((record) => record[campo]));
    named.set(campo, await selectNamed(db, [catalogo], [...textos]));
  }
  return (record) => {
    const chosen = [...named].map(([campo, items]) => {
      const found = items.get(record[campo]) ?? [];
      const problem = referenceProblem(found, tiene?.[campo] ?? null);
      if (problem === null) return [campo, found[0]!];
      throw refuseFields({ [campo]: problem });
    });
    return Object.fromEntries(chosen) as Record<K, ItemRow>;
  };
};
