import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { searchAll } from '../../../platform/server/db/search.ts';
import { recordCambios } from '../../../platform/server/historial/index.ts';
import {
  asEntero,
  asFecha,
  asSiNo,
  asText,
  type CellParser,
} from '../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineHoja,
  type Hoja,
  HojaProblems,
  type HojaRow,
  type HojaWriter,
  type ImportRun,
  type RowEffect,
  rowError,
} from '../../../platform/server/hojas/define.ts';
import { changedFields } from '../../../platform/shared/conflict.ts';
import { diaEnCelda, formatFecha } from '../../../platform/shared/dates.ts';
import type { Opcion, RowProblem } from '../../../platform/shared/hojas.ts';
import { elegidas } from '../../../platform/shared/lotes.ts';
import * as write from '../cambios/server/data.ts';
import { CATALOGOS, type Campo, type Catalogo, catalogoOf, hojaDe } from '../definiciones/rules.ts';
import { filtrosItems } from '../lote/contract.ts';
import { canEditCatalogos } from '../policy.ts';
import { camposDe, checkItem, type Valor, type Valores } from '../rules.ts';
import * as data from './data.ts';
import { valoresOf } from './present.ts';
import { referenceProblem, selectNamed, selectSimilar } from './service.ts';

/** References by key; null is an empty cell. */
type Fila = Record<string, Valor>;

const PARSERS: Record<Campo['kind'], (campo: Campo) => CellParser> = {
  text: ({ max }) => asText(max === undefined ? {} : { max }),
  number: ({ min, max }) => asEntero(min, max),
  date: () => asFecha(),
  boolean: () => asSiNo(),
  // A key or a name.
  reference: () => asText({ max: 250 }),
};

const EXAMPLES: Record<Campo['kind'], string | number> = {
  text: 'Texto',
  number: 10,
  date: '16/09/2026',
  boolean: 'No',
  reference: 'La clave o el nombre',
};

const targetsOf = (catalogo: Catalogo, { key, catalogo: target }: Campo) =>
  key === 'padre' ? (catalogo.padres ?? []) : target ? [target] : [];

const columnOf = (catalogo: Catalogo, campo: Campo): Column => {
  const { key, label, kind, required, unique, hint } = campo;
  const targets = targetsOf(catalogo, campo);
  const of = targets.map((id) => catalogoOf(id).titulo.toLowerCase()).join(' o ');
  return {
    key,
    header: label,
    ...(label !== 'Clave' && key === 'clave' && { synonyms: ['clave'] }),
    ...(required && { required }),
    ...(unique && { unique }),
    parse: PARSERS[kind](campo),
    example: EXAMPLES[kind],
    hint: kind === 'reference' ? `La clave o el nombre, del catálogo de ${of}.` : (hint ?? ''),
    ...(kind === 'date' && { format: (value: unknown) => diaEnCelda(String(value)) }),
    ...(kind === 'boolean' && { format: (value: unknown) => (value ? 'Sí' : 'No') }),
    ...(key === 'nombre' && { width: 60 }),
  };
};

const ACTIVO: Column = {
  key: 'activo',
  header: 'Activo',
  parse: asSiNo(),
  example: 'Sí',
  hint: 'No: deja de ofrecerse. Vacío: como estaba.',
  format: (value) => (value ? 'Sí' : 'No'),
};

type Loaded = {
  /** The item of each key that the catalog already has. */
  items: ReadonlyMap<string, data.ItemRow>;
  /** What a cell of a reference may mean: the items with that key, or else with that name. */
  find: (campo: Campo, text: Valor) => readonly data.ItemRow[];
};

/** What these rows name: their own items, and those that they point to. */
const load = async (
  db: Db,
  catalogo: Catalogo,
  rows: readonly HojaRow<Fila>[],
): Promise<Loaded> => {
  const claves = rows.map(({ valores }) => String(valores.clave));
  const items = await data.selectByClaves(db, [catalogo.id], claves);
  const found = new Map<string, Map<string, data.ItemRow[]>>();
  for (const campo of camposDe(catalogo)) {
    const targets = targetsOf(catalogo, campo);
    if (targets.length === 0) continue;
    const named = rows.flatMap(({ valores: v }) => (v[campo.key] ? [String(v[campo.key])] : []));
    found.set(campo.key, await selectNamed(db, targets, [...new Set(named)]));
  }
  return {
    items: new Map(items.map((item) => [item.clave, item])),
    find: (campo, text) => found.get(campo.key)?.get(String(text)) ?? [],
  };
};

/** What the item will say: what the row says, and what it said where the row is empty. */
const merge = (catalogo: Catalogo, row: HojaRow<Fila>, { items, find }: Loaded): Valores => {
  const item = items.get(String(row.valores.clave));
  const before: Valores = item ? valoresOf(item) : {};
  return Object.fromEntries(
    camposDe(catalogo).map((campo) => {
      const given = row.valores[campo.key] ?? null;
      if (given === null) {
        return [campo.key, before[campo.key] ?? (campo.kind === 'boolean' ? false : null)];
      }
      return [campo.key, campo.kind === 'reference' ? (find(campo, given)[0]?.id ?? null) : given];
    }),
  );
};

/** Which items already say what these rows say in fields where no two may say the same. */
const selectRepeated = async (db: Db, catalogo: Catalogo, rows: readonly HojaRow<Fila>[]) => {
  const unique = camposDe(catalogo).filter(({ key, unique }) => unique && key !== 'clave');
  const found = new Map<string, Awaited<ReturnType<typeof data.selectSame>>>();
  for (const { key } of unique) {
    const values = rows.flatMap(({ valores }) => valores[key] ?? []);
    found.set(key, await data.selectSame(db, catalogo.id, key, [...new Set(values)]));
  }
  return found;
};

const problemsOf = async (
  db: Db,
  catalogo: Catalogo,
  rows: readonly HojaRow<Fila>[],
  loaded: Loaded,
): Promise<RowProblem[]> => {
  const problems: RowProblem[] = [];
  const same = await selectRepeated(db, catalogo, rows);
  for (const row of rows) {
    const item = loaded.items.get(String(row.valores.clave));
    const before: Valores = item ? valoresOf(item) : {};
    const wrong = new Set<string>();
    for (const campo of camposDe(catalogo).filter(({ kind }) => kind === 'reference')) {
      const text = row.valores[campo.key] ?? null;
      if (text === null) continue;
      const found = loaded.find(campo, text);
      const bad = referenceProblem(found, before[campo.key] ?? null);
      if (!bad) continue;
      wrong.add(campo.key);
      const duda = found.length === 1 ? {} : { duda: true as const };
      problems.push({ ...rowError(row, campo.key, bad), ...duda });
    }
    const { errores } = checkItem(catalogo, merge(catalogo, row, loaded));
    for (const [key, message] of Object.entries(errores)) {
      if (!wrong.has(key)) problems.push(rowError(row, key, message));
    }
    for (const [key, others] of same) {
      const value = row.valores[key] ?? null;
      const other = others.find(({ id, valor }) => valor === value && id !== item?.id);
      if (other) problems.push(rowError(row, key, `«${other.nombre}» ya tiene ese dato.`));
    }
  }
  return problems;
};

/** What a row makes of its item. */
const effectOf = (catalogo: Catalogo, row: HojaRow<Fila>, loaded: Loaded) => {
  const before = loaded.items.get(String(row.valores.clave));
  const now: Valores = {
    ...merge(catalogo, row, loaded),
    activo: row.valores.activo ?? before?.activo ?? true,
  };
  return { before, now, changed: before ? changedFields(estadoOf(before), now) : [] };
};

const estadoOf = (row: data.ItemRow): Valores => ({ ...valoresOf(row), activo: row.activo });

/** What writing the rows would do, with the cells that would change as people read them. */
const effectsOf = async (
  db: Db,
  catalogo: Catalogo,
  rows: readonly HojaRow<Fila>[],
  loaded: Loaded,
): Promise<RowEffect[]> => {
  const effects = rows.map((row) => ({ row, ...effectOf(catalogo, row, loaded) }));
  const fields = camposDe(catalogo);
  const ids = effects.flatMap(({ before, now, changed }) =>
    fields
      .filter(({ key, kind }) => kind === 'reference' && changed.includes(key))
      .flatMap(({ key }) => [before && estadoOf(before)[key], now[key]].flatMap((id) => id ?? [])),
  );
  const named = await data.selectByIds(db, [...new Set(ids.map(String))]);
  const names = new Map(named.map(({ id, nombre }) => [id, nombre]));
  const read = (key: string, value: Valor): string => {
    const kind = fields.find((campo) => campo.key === key)?.kind ?? 'boolean';
    if (value === null) return '';
    if (kind === 'reference') return names.get(String(value)) ?? '';
    if (kind === 'boolean') return value ? 'Sí' : 'No';
    return kind === 'date' ? formatFecha(String(value)) : String(value);
  };
  return effects.map(({ row: { fila }, before, now, changed }): RowEffect => {
    if (!before) return { fila, efecto: 'nueva' };
    if (changed.length === 0) return { fila, efecto: 'igual' };
    const was = estadoOf(before);
    const celdas = changed.map((columna) => ({
      columna,
      antes: read(columna, was[columna] ?? null),
      despues: read(columna, now[columna] ?? null),
    }));
    return { fila, efecto: 'cambia', nombre: before.nombre, celdas };
  });
};

const opcionOf = ({ clave, nombre }: data.ItemRow): Opcion => ({
  valor: clave,
  texto: `${nombre} (${clave})`,
});

const toImportado = ({ activo, ...valores }: Valores): write.ItemImportado => ({
  ...write.toItemData(valores),
  activo: activo === true,
});

/** How far an import is: the history of new items, that of changed ones, and these put in their place. */
const NEW = 'agregar ';
const CHANGED = 'editar ';
const APPLIED = 'poner ';

const after = (cursor: string | null, prefix: string): string | null =>
  cursor?.startsWith(prefix) ? cursor.slice(prefix.length) : null;

const pick = (from: Valores, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));

const recordAll = async (
  trx: Trx,
  { actorUid, cursor, id }: ImportRun & { cursor: string | null },
  limit: number,
): Promise<string | null> => {
  if (cursor?.startsWith(APPLIED)) return null;
  const comun = { actorUid, motivo: 'Importación', peticionId: id };
  if (!cursor?.startsWith(CHANGED)) {
    const rows = await write.selectHidden(trx, {
      importacion: id,
      after: after(cursor, NEW),
      limit,
    });
    const notes = rows.map((row) => {
      const ahora = estadoOf(row);
      const despues = { catalogo: row.catalogo, ...pick(ahora, changedFields({}, ahora)) };
      return { id: row.id, despues: { ...despues, version: row.version } };
    });
    await recordCambios(trx, 'catalogo.agregar', notes, comun);
    if (rows.length > 0) return NEW + rows.at(-1)!.id;
  }
  const pairs = await write.selectCambios(trx, {
    importacion: id,
    after: after(cursor, CHANGED),
    limit,
  });
  const notes = pairs.map(({ antes, despues }) => {
    const [was, now] = [estadoOf(antes), estadoOf(despues)];
    const changed = changedFields(was, now);
    const { catalogo, version } = despues;
    return {
      id: antes.id,
      antes: { catalogo, ...pick(was, changed) },
      despues: { catalogo, ...pick(now, changed), version },
    };
  });
  await recordCambios(trx, 'catalogo.editar', notes, comun);
  return pairs.length > 0 ? CHANGED + pairs.at(-1)!.antes.id : null;
};

const writerOf = (catalogo: Catalogo): HojaWriter => ({
  async write(trx, given, { id }) {
    const rows = given as readonly HojaRow<Fila>[];
    const loaded = await load(trx, catalogo, rows);
    // The catalogs may have changed since they were checked.
    const problems = await problemsOf(trx, catalogo, rows, loaded);
    if (problems.some(({ nivel }) => nivel === 'error')) throw new HojaProblems(problems);
    const nuevas: write.ItemImportado[] = [];
    const cambios: (write.ItemImportado & { id: string })[] = [];
    const iguales: string[] = [];
    for (const row of rows) {
      const { before, now, changed } = effectOf(catalogo, row, loaded);
      if (!before) nuevas.push(toImportado(now));
      else if (changed.length === 0) iguales.push(before.id);
      else cambios.push({ ...toImportado(now), id: before.id });
    }
    await write.insertHidden(trx, id, catalogo.id, nuevas);
    await write.saveCambios(trx, id, cambios, iguales);
    return {
      nuevas: nuevas.length,
      cambiadas: cambios.length,
      sinCambio: iguales.length,
      efectos: await effectsOf(trx as Db, catalogo, rows, loaded),
    };
  },
  record: recordAll,
  async apply(trx, { id, cursor }, limit) {
    const last = await write.applyCambios(trx, {
      importacion: id,
      after: after(cursor, APPLIED),
      limit,
    });
    return last === null ? null : APPLIED + last;
  },
  async discard(trx, { id, cursor }, limit) {
    const unseen = (prefix: string) => ({ importacion: id, after: after(cursor, prefix), limit });
    if (!cursor?.startsWith(NEW)) {
      const last = await write.deleteCambios(trx, unseen(CHANGED));
      if (last !== null) return CHANGED + last;
    }
    const last = await write.deleteHidden(trx, unseen(NEW));
    return last === null ? null : NEW + last;
  },
});

const BLOCK = 500;
const filtros = filtrosItems.extend(elegidas);

const hojaOf = (catalogo: Catalogo): Hoja =>
  defineHoja<Fila, z.output<typeof filtros>>({
    id: hojaDe(catalogo.id),
    title: catalogo.titulo.toLowerCase(),
    policy: canEditCatalogos,
    columns: [...camposDe(catalogo).map((campo) => columnOf(catalogo, campo)), ACTIVO],

    async checkRows(rows, { db }) {
      const loaded = await load(db, catalogo, rows);
      return {
        problems: await problemsOf(db, catalogo, rows, loaded),
        efectos: await effectsOf(db, catalogo, rows, loaded),
      };
    },

    async suggest(columna, textos, { db }) {
      const campo = camposDe(catalogo).find(({ key }) => key === columna);
      const targets = campo ? targetsOf(catalogo, campo) : [];
      const similar = await selectSimilar(db, targets, textos);
      return new Map([...similar].map(([texto, items]) => [texto, items.map(opcionOf)]));
    },

    writer: writerOf(catalogo),

    filters: filtros,
    shownFilters: ['estado'],

    async *exportRows(shown, { db }) {
      const query: data.ItemsQuery = {
        catalogo: catalogo.id,
        ...shown,
        orden: 'orden',
        descendente: false,
        pagina: 1,
        porPagina: BLOCK,
      };
      const after = (on: Db, last: data.ItemRow | null) => data.selectItemsAfter(on, query, last);
      for await (const rows of searchAll(db, query, after, data.selectItems)) {
        const all = rows.map((row) => ({ ...valoresOf(row), activo: row.activo }));
        const references = camposDe(catalogo).filter(({ kind }) => kind === 'reference');
        const ids = all.flatMap((v: Valores) =>
          references.flatMap(({ key }) => (v[key] ? [String(v[key])] : [])),
        );
        const named = await data.selectByIds(db, [...new Set(ids)]);
        const claves = new Map(named.map(({ id, clave }) => [id, clave]));
        yield all.map((v: Valores) => ({
          ...v,
          ...Object.fromEntries(
            references.map(({ key }) => [key, claves.get(String(v[key])) ?? null]),
          ),
        }));
      }
    },
  });

/** How each catalog is imported and exported. Rows are matched by key; empty cells change nothing. */
export const catalogosHojas: readonly Hoja[] = CATALOGOS.map(hojaOf);
