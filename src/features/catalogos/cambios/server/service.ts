import { type Db, isForeignKeyViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { readHistorialDe, recordCambio } from '../../../../platform/server/historial/index.ts';
import { touchHojas } from '../../../../platform/server/hojas/importaciones.ts';
import { changedFields } from '../../../../platform/shared/conflict.ts';
import { CallError, refuseFields } from '../../../../platform/shared/errors.ts';
import type { NombresDeCuentas } from '../../../trabajos/server/service.ts';
import type * as contract from '../../contract.ts';
import {
  type Catalogo,
  type CatalogoId,
  catalogoOf,
  hijosDe,
  hojaDe,
  referenciasA,
} from '../../definiciones/rules.ts';
import { MESSAGES } from '../../errors.ts';
import { itemPath } from '../../routes.ts';
import { camposDe, checkItem, type Valores } from '../../rules.ts';
import * as data from '../../server/data.ts';
import { presentOne, valoresOf } from '../../server/present.ts';
import * as write from './data.ts';

/**
 * Where another feature uses a catalog, as it says in its manifest (`usosDeCatalogo`): an item that any of them uses
 * is not deleted.
 */
export type CatalogoUso = {
  readonly catalogo: CatalogoId;
  /** True: its records know it by its key, which then cannot change while they do. */
  readonly porClave: boolean;
  /** How many records use it, "3 cursos", and the first of them. */
  readonly find: (
    db: Db,
    item: { id: string; clave: string },
  ) => Promise<{ n: number } & Omit<contract.Uso, 'cuantos'>>;
};

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** Where a feature uses the catalogs. */
    usosDeCatalogo: CatalogoUso;
  }
}

export const NO_SUCH = new CallError('NOT_FOUND', 'Ese elemento ya no existe en el catálogo.');

/** An import of this catalog, or of one whose items point to its, takes notice of what is changed here. */
const touch = (trx: Trx, catalogo: CatalogoId): Promise<void> =>
  touchHojas(
    trx,
    [
      catalogo,
      ...hijosDe(catalogo).map(({ id }) => id),
      ...referenciasA(catalogo).map((one) => one.catalogo.id),
    ].map(hojaDe),
  );

const requireItem = async (trx: Trx, id: string): Promise<data.ItemRow> => {
  const row = await write.lockItem(trx, id);
  if (!row) throw NO_SUCH;
  return row;
};

const record = (
  trx: Trx,
  row: { id: string; catalogo: string },
  accion: 'agregar' | 'editar' | 'desactivar' | 'reactivar' | 'ordenar' | 'borrar',
  antes: Record<string, unknown> | null,
  despues: Record<string, unknown> | null,
): Promise<void> =>
  recordCambio(trx, `catalogo.${accion}`, {
    id: row.id,
    antes: antes && { catalogo: row.catalogo, ...antes },
    despues: despues && { catalogo: row.catalogo, ...despues },
  });

const pick = (valores: Valores, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, valores[key] ?? null]));

/** Says, for a second editor, what was saved since the version they started from. */
const conflictOf = async (
  db: Db,
  row: data.ItemRow,
  desde: number,
  nombresDeCuentas: NombresDeCuentas,
): Promise<CallError> => {
  const notes = await readHistorialDe(db, 'catalogo', row.id);
  const since = notes.filter(({ despues }) => Number(despues?.version) > desde).reverse();
  const antes: Record<string, unknown> = {};
  for (const note of since) {
    for (const [key, value] of Object.entries(note.antes ?? {})) {
      if (!(key in antes)) antes[key] = value;
    }
  }
  const ahora: Record<string, unknown> = { ...valoresOf(row), activo: row.activo };
  const last = since.at(-1);
  const uids = last?.actorUid ? [last.actorUid] : [];
  const previo: contract.CambioPrevio = {
    actual: await presentOne(db, row),
    cambios: Object.keys(antes)
      .filter((campo) => campo in ahora && antes[campo] !== ahora[campo])
      .map((campo) => ({ campo, antes: antes[campo], despues: ahora[campo] })),
    quien: last?.nombre || ((await nombresDeCuentas(db, uids)).get(uids[0] ?? '') ?? null),
    momento: row.actualizado_en.toISOString(),
  };
  return new CallError('ABORTED', MESSAGES['cambio-previo'], { code: 'cambio-previo', ...previo });
};

/** What an item points to must exist, be of the right catalog and (when it is chosen now) active. */
const checkReferences = async (
  trx: Trx,
  catalogo: Catalogo,
  valores: Valores,
  before: Valores,
): Promise<Record<string, string>> => {
  const errores: Record<string, string> = {};
  const fields = camposDe(catalogo).filter(({ kind }) => kind === 'reference');
  const ids = fields.flatMap(({ key }) => {
    const id = valores[key];
    if (typeof id !== 'string') return [];
    if (/^[0-9a-f-]{36}$/i.test(id)) return [id];
    errores[key] = 'Elija una opción de la lista.';
    return [];
  });
  const held = new Map((await write.holdItems(trx, ids)).map((row) => [row.id, row]));
  const offered = await data.selectOfrecidos(trx, ids);
  for (const { key, catalogo: target } of fields) {
    const id = valores[key];
    if (typeof id !== 'string' || errores[key]) continue;
    const row = held.get(id);
    const allowed = key === 'padre' ? catalogo.padres : [target];
    if (!row || !allowed?.includes(row.catalogo))
      errores[key] = 'Esa opción ya no existe. Elija otra.';
    else if (!offered.has(row.id) && before[key] !== id) {
      errores[key] = row.activo
        ? `«${row.nombre}» depende de algo que está inactivo: elija otra opción o reactívelo.`
        : `«${row.nombre}» está inactivo: elija otra opción o reactívelo.`;
    }
  }
  return errores;
};

const checkUnique = async (
  trx: Trx,
  catalogo: Catalogo,
  id: string | null,
  valores: Valores,
): Promise<Record<string, string>> => {
  const errores: Record<string, string> = {};
  for (const { key, label, unique } of camposDe(catalogo)) {
    const value = valores[key];
    if (!unique || value === null || value === undefined) continue;
    const same = await data.findSame(trx, catalogo.id, key, value, id);
    if (same) errores[key] = `«${same.nombre}» ya tiene ese dato en «${label}». Escriba otro.`;
  }
  return errores;
};

/** A key by which records know the item stays while they do. */
const checkClave = async (
  db: Db,
  row: data.ItemRow,
  valores: Valores,
  usos: readonly CatalogoUso[],
): Promise<Record<string, string>> => {
  if (valores.clave === row.clave) return {};
  for (const uso of usos.filter((one) => one.porClave && one.catalogo === row.catalogo)) {
    const { n, texto } = await uso.find(db, row);
    if (n > 0) return { clave: `Por esta clave lo reconocen ${texto}: no se puede cambiar.` };
  }
  return {};
};

/** Adds an item to a catalog, or edits the version of one that whoever edits it had. */
export const saveItemCatalogo = async (
  trx: Trx,
  input: {
    catalogo: CatalogoId;
    id: string | null;
    version: number | null;
    valores: Valores;
  },
  usos: readonly CatalogoUso[],
  nombresDeCuentas: NombresDeCuentas,
): Promise<contract.Item> => {
  const catalogo = catalogoOf(input.catalogo);
  await write.lockCatalogo(trx, catalogo.id);
  await touch(trx, catalogo.id);
  const row = input.id === null ? null : await requireItem(trx, input.id);
  if (row && row.catalogo !== catalogo.id) throw NO_SUCH;
  if (row && row.version !== input.version) {
    throw await conflictOf(trx, row, input.version ?? 0, nombresDeCuentas);
  }
  const { valores, errores } = checkItem(catalogo, input.valores);
  const before = row ? valoresOf(row) : {};
  const problems = {
    ...(await checkReferences(trx, catalogo, valores, before)),
    ...(await checkUnique(trx, catalogo, input.id, valores)),
    ...(row && (await checkClave(trx, row, valores, usos))),
    ...errores,
  };
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
  const changed = changedFields(before, valores);
  if (row && changed.length === 0) return presentOne(trx, row);
  if (valores.clave !== row?.clave) await write.dropHidden(trx, catalogo.id, String(valores.clave));
  const saved = row
    ? await write.updateItem(trx, row.id, write.toItemData(valores))
    : await write.insertItem(trx, catalogo.id, write.toItemData(valores));
  await record(trx, saved, row ? 'editar' : 'agregar', row && pick(before, changed), {
    ...pick(valores, changed),
    version: saved.version,
  });
  return presentOne(trx, saved);
};

/** Deactivates an item, or offers it again. */
export const setOneActivo = async (
  trx: Trx,
  { id, activo }: { id: string; activo: boolean },
): Promise<contract.Item> => {
  const row = await requireItem(trx, id);
  if (row.activo === activo) return presentOne(trx, row);
  await touch(trx, row.catalogo);
  const saved = await write.updateActivo(trx, id, activo);
  await record(
    trx,
    row,
    activo ? 'reactivar' : 'desactivar',
    { activo: row.activo },
    { activo, version: saved.version },
  );
  return presentOne(trx, saved);
};

/** Where an item is used: what hangs from it, what points to it, and other features' records. */
export const readUsos = async (
  db: Db,
  row: data.ItemRow,
  usos: readonly CatalogoUso[],
): Promise<contract.Uso[]> => {
  const found: contract.Uso[] = [];
  const items = async (
    catalogo: Catalogo,
    rows: Promise<data.ItemUsando[]>,
    say: (n: number) => string,
  ) => {
    const some = await rows;
    const [first] = some;
    if (!first) return;
    const ejemplos = some.map(({ clave, nombre }) => ({
      texto: nombre,
      enlace: itemPath(catalogo.id, clave),
    }));
    found.push({ cuantos: first.n, texto: `${first.n} ${say(first.n)}`, ejemplos });
  };
  for (const catalogo of hijosDe(row.catalogo)) {
    const { singular, plural } = catalogo;
    await items(catalogo, data.findHijos(db, catalogo.id, row.id), (n) =>
      n === 1 ? `${singular} que depende de él` : `${plural} que dependen de él`,
    );
  }
  for (const { catalogo, campo } of referenciasA(row.catalogo)) {
    await items(
      catalogo,
      data.findReferencias(db, catalogo.id, campo.key, row.id),
      (n) => `${n === 1 ? catalogo.singular : catalogo.plural}, en «${campo.label}»`,
    );
  }
  for (const uso of usos.filter(({ catalogo }) => catalogo === row.catalogo)) {
    const { n, ...said } = await uso.find(db, row);
    if (n > 0) found.push({ cuantos: n, ...said });
  }
  return found;
};

const enUso = (usos: readonly contract.Uso[]) =>
  new CallError('FAILED_PRECONDITION', MESSAGES['en-uso'], { code: 'en-uso', usos });

/** Puts an item before another of its branch, or last (null). */
export const reorder = async (
  trx: Trx,
  { id, antesDe }: { id: string; antesDe: string | null },
): Promise<void> => {
  const [row] = await data.selectByIds(trx, [id]);
  if (!row) throw NO_SUCH;
  const rows = await write.lockHermanos(trx, row.catalogo, row.padre_id);
  const others = rows.filter((one) => one.id !== id);
  const at = antesDe === null ? others.length : others.findIndex((o) => o.id === antesDe);
  if (at < 0) {
    throw new CallError('FAILED_PRECONDITION', 'La lista cambió. Vuelva a cargarla y repita.');
  }
  const wanted = [...others.slice(0, at), { id }, ...others.slice(at)];
  // The places are those that the branch has; only equal ones are pushed apart.
  let previous = 0;
  const placed = wanted.map((one, i) => {
    previous = Math.max(rows[i]?.orden ?? 0, previous + 1);
    return { id: one.id, orden: previous };
  });
  const before = new Map(rows.map((one) => [one.id, one.orden]));
  const moved = placed.filter((one) => before.get(one.id) !== one.orden);
  await write.updateOrden(trx, moved);
  if (moved.length > 0) {
    const from = rows.findIndex((one) => one.id === id) + 1;
    await record(trx, row, 'ordenar', { lugar: from }, { lugar: at + 1 });
  }
};

/** Deletes an item that nothing uses, as whoever deletes it saw it. */
export const remove = async (
  trx: Trx,
  { id, version }: { id: string; version: number },
  usos: readonly CatalogoUso[],
  nombresDeCuentas: NombresDeCuentas,
): Promise<void> => {
  const row = await requireItem(trx, id);
  if (row.version !== version) throw await conflictOf(trx, row, version, nombresDeCuentas);
  await touch(trx, row.catalogo);
  const found = await readUsos(trx, row, usos);
  if (found.length > 0) throw enUso(found);
  // Whoever begins to use it now waits for this, or this finds it used.
  await write.removeItem(trx, id).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? enUso([]) : error;
  });
  await record(trx, row, 'borrar', { ...valoresOf(row), activo: row.activo }, null);
};
