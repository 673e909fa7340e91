import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import {
  asEntero,
  asFecha,
  asSiNo,
  asText,
  type CellParser,
} from '../../../platform/server/sheets/cells.ts';
import {
  type Column,
  defineSheet,
  rowError,
  type Sheet,
  SheetProblems,
  type SheetRow,
} from '../../../platform/server/sheets/define.ts';
import { elegidas } from '../../../platform/shared/lotes.ts';
import type { RowProblem } from '../../../platform/shared/sheets.ts';
import { recordCambio } from '../../auditoria/server/handlers.ts';
import * as write from '../cambios/server/data.ts';
import { CATALOGOS, type Campo, type Catalogo, catalogoOf } from '../definiciones/rules.ts';
import { filtrosItems } from '../lote/contract.ts';
import { canEditCatalogos } from '../policy.ts';
import { camposDe, changedFields, checkItem, type Valor, type Valores } from '../rules.ts';
import * as data from './data.ts';
import { valoresOf } from './present.ts';

/** References by key; null is an empty cell. */
type Fila = Record<string, Valor>;

const PARSERS: Record<Campo['kind'], (campo: Campo) => CellParser> = {
  text: ({ max }) => asText(max === undefined ? {} : { max }),
  number: ({ min, max }) => asEntero(min, max),
  date: () => asFecha(),
  boolean: () => asSiNo(),
  reference: () => asText({ max: 40 }),
};

const EXAMPLES: Record<Campo['kind'], string | number> = {
  text: 'Texto',
  number: 10,
  date: '16/09/2026',
  boolean: 'No',
  reference: 'La clave',
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
    hint: kind === 'reference' ? `La clave, del catálogo de ${of}.` : (hint ?? ''),
    ...(kind === 'date' && { format: (value: unknown) => new Date(`${value}T00:00:00Z`) }),
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
  /** What a cell of a reference means. */
  find: (campo: Campo, clave: Valor) => data.ItemRow | undefined;
};

/** What these rows name: their own items, and those that they point to. */
const load = async (
  db: Db,
  catalogo: Catalogo,
  rows: readonly SheetRow<Fila>[],
): Promise<Loaded> => {
  const claves = rows.map(({ valores }) => String(valores.clave));
  const items = await data.selectByClaves(db, [catalogo.id], claves);
  const found = new Map<string, data.ItemRow>();
  for (const campo of camposDe(catalogo)) {
    const targets = targetsOf(catalogo, campo);
    if (targets.length === 0) continue;
    const named = rows.flatMap(({ valores: v }) => (v[campo.key] ? [String(v[campo.key])] : []));
    for (const row of await data.selectByClaves(db, targets, [...new Set(named)])) {
      found.set(`${campo.key} ${row.clave}`, row);
    }
  }
  return {
    items: new Map(items.map((item) => [item.clave, item])),
    find: (campo, clave) => found.get(`${campo.key} ${clave}`),
  };
};

/** What the item will say: what the row says, and what it said where the row is empty. */
const merge = (catalogo: Catalogo, row: SheetRow<Fila>, { items, find }: Loaded): Valores => {
  const item = items.get(String(row.valores.clave));
  const before: Valores = item ? valoresOf(item) : {};
  return Object.fromEntries(
    camposDe(catalogo).map((campo) => {
      const given = row.valores[campo.key] ?? null;
      if (given === null) {
        return [campo.key, before[campo.key] ?? (campo.kind === 'boolean' ? false : null)];
      }
      return [campo.key, campo.kind === 'reference' ? (find(campo, given)?.id ?? null) : given];
    }),
  );
};

const problemsOf = async (
  db: Db,
  catalogo: Catalogo,
  rows: readonly SheetRow<Fila>[],
  loaded: Loaded,
): Promise<RowProblem[]> => {
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const item = loaded.items.get(String(row.valores.clave));
    const before: Valores = item ? valoresOf(item) : {};
    const wrong = new Set<string>();
    for (const campo of camposDe(catalogo).filter(({ kind }) => kind === 'reference')) {
      const clave = row.valores[campo.key] ?? null;
      if (clave === null) continue;
      const target = loaded.find(campo, clave);
      const bad = !target
        ? `Ningún elemento tiene esa clave. Use la clave, no el nombre.`
        : !target.activo && before[campo.key] !== target.id
          ? `«${target.nombre}» está inactivo: elija otro o reactívelo.`
          : null;
      if (!bad) continue;
      wrong.add(campo.key);
      problems.push(rowError(row, campo.key, bad));
    }
    const { errores } = checkItem(catalogo, merge(catalogo, row, loaded));
    for (const [key, message] of Object.entries(errores)) {
      if (!wrong.has(key)) problems.push(rowError(row, key, message));
    }
    for (const { key, unique } of camposDe(catalogo)) {
      const value = row.valores[key] ?? null;
      if (!unique || key === 'clave' || value === null) continue;
      const same = await data.findSame(db, catalogo.id, key, value, item?.id ?? null);
      if (same) problems.push(rowError(row, key, `«${same.nombre}» ya tiene ese dato.`));
    }
  }
  return problems;
};

const writeRow = async (
  trx: Trx,
  catalogo: Catalogo,
  row: SheetRow<Fila>,
  loaded: Loaded,
  ctx: { actorUid: string },
): Promise<'nuevas' | 'cambiadas' | 'sinCambio'> => {
  const before = loaded.items.get(String(row.valores.clave));
  const valores = merge(catalogo, row, loaded);
  const was: Valores = before ? { ...valoresOf(before), activo: before.activo } : {};
  const now: Valores = { ...valores, activo: row.valores.activo ?? before?.activo ?? true };
  const changed = changedFields(was, now);
  if (before && changed.length === 0) return 'sinCambio';
  const others = changed.filter((key) => key !== 'activo');
  let saved = before;
  if (!before) saved = await write.insertItem(trx, catalogo.id, write.toItemData(valores));
  else if (others.length > 0)
    saved = await write.updateItem(trx, before.id, write.toItemData(valores));
  if (saved!.activo !== now.activo) {
    saved = await write.updateActivo(trx, saved!.id, now.activo === true);
  }
  const pick = (from: Valores) => Object.fromEntries(changed.map((k) => [k, from[k] ?? null]));
  await recordCambio(trx, {
    actorUid: ctx.actorUid,
    accion: `catalogo.${before ? 'editar' : 'agregar'}`,
    entidad: 'catalogo',
    entidadId: saved!.id,
    antes: before ? { catalogo: catalogo.id, ...pick(was) } : null,
    despues: { catalogo: catalogo.id, ...pick(now), version: saved!.version },
    motivo: 'Importación',
  });
  return before ? 'cambiadas' : 'nuevas';
};

const BLOCK = 500;
const filtros = filtrosItems.extend(elegidas);

const sheetOf = (catalogo: Catalogo): Sheet =>
  defineSheet<Fila, z.output<typeof filtros>>({
    id: `catalogo-${catalogo.id}`,
    title: catalogo.titulo.toLowerCase(),
    policy: canEditCatalogos,
    columns: [...camposDe(catalogo).map((campo) => columnOf(catalogo, campo)), ACTIVO],

    async checkRows(rows, { db }) {
      return problemsOf(db, catalogo, rows, await load(db, catalogo, rows));
    },

    async importRows(trx, { blocks }, ctx) {
      await write.lockCatalogo(trx, catalogo.id);
      const figures = { nuevas: 0, cambiadas: 0, sinCambio: 0 };
      for await (const staged of blocks()) {
        const rows = staged as readonly SheetRow<Fila>[];
        const loaded = await load(trx, catalogo, rows);
        // The catalogs may have changed since the preview.
        const problems = await problemsOf(trx, catalogo, rows, loaded);
        if (problems.some(({ nivel }) => nivel === 'error')) throw new SheetProblems(problems);
        for (const row of rows) figures[await writeRow(trx, catalogo, row, loaded, ctx)] += 1;
      }
      return figures;
    },

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
      let after: data.ItemRow | null = null;
      for (;;) {
        const rows: data.ItemRow[] = await data.selectItemsAfter(db, query, after);
        if (rows.length === 0) return;
        after = rows.at(-1)!;
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
export const catalogosSheets: readonly Sheet[] = CATALOGOS.map(sheetOf);
