import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { type CatalogoId, catalogoOf } from '../definiciones/rules.ts';
import reference from '../reference.json' with { type: 'json' };
import { searchText, type Valor } from '../rules.ts';

type Cell = string | number | null;
type Table = { columnas: readonly string[]; filas: readonly (readonly Cell[])[] };

type Seed = {
  catalogo: CatalogoId;
  clave: string;
  nombre: string;
  /** `catalogo/clave` of its parent. */
  padre: string | null;
  activo: boolean;
  /** References still by key. */
  datos: Record<string, Valor>;
};

const readSeeds = (tables: Record<string, Table>): Seed[] =>
  Object.entries(tables).flatMap(([name, { columnas, filas }]) => {
    const catalogo = catalogoOf(name as CatalogoId);
    return filas.map((fila) => {
      const { clave, nombre, padre, activo, ...rest } = Object.fromEntries(
        columnas.map((columna, i) => [columna, fila[i] ?? null]),
      );
      const datos = Object.fromEntries(
        catalogo.campos.map(({ key, kind }) => [
          key,
          kind === 'boolean' ? rest[key] === 1 : (rest[key] ?? null),
        ]),
      );
      return {
        catalogo: catalogo.id,
        clave: String(clave),
        nombre: String(nombre),
        padre: padre === undefined || padre === null ? null : String(padre),
        activo: activo !== 0,
        datos,
      };
    });
  });

// Catalogs that others point to come first, so that their ids are known.
const FIRST: readonly CatalogoId[] = ['entidades', 'tipos-organo', 'circuitos', 'residencias'];
const rank = ({ catalogo }: Seed) =>
  (FIRST.indexOf(catalogo) + FIRST.length + 1) % (FIRST.length + 1);

/**
 * Writes the reference data that this database has not been given yet, and nothing else: an item
 * that was edited stays as it is, one that was deleted does not return. Gives how many it wrote.
 */
const sow = async (trx: Trx, seeds: readonly Seed[]): Promise<number> => {
  const known = await trx.selectFrom('catalogo_semillas').selectAll().execute();
  const sown = new Set(known.map(({ catalogo, clave }) => `${catalogo}/${clave}`));
  const fresh = seeds.filter(({ catalogo, clave }) => !sown.has(`${catalogo}/${clave}`));
  if (fresh.length === 0) return 0;

  const existing = await trx
    .selectFrom('catalogo_items')
    .select(['id', 'catalogo', 'clave', 'orden'])
    .execute();
  const ids = new Map(existing.map(({ id, catalogo, clave }) => [`${catalogo}/${clave}`, id]));
  const last = new Map<string, number>();
  for (const { catalogo, orden } of existing) {
    last.set(catalogo, Math.max(last.get(catalogo) ?? 0, orden));
  }
  const rows = [...fresh]
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ catalogo, clave }) => !ids.has(`${catalogo}/${clave}`))
    .map(({ catalogo, clave, nombre, padre, activo, datos }) => {
      const id = crypto.randomUUID();
      ids.set(`${catalogo}/${clave}`, id);
      const orden = (last.get(catalogo) ?? 0) + 1;
      last.set(catalogo, orden);
      const values = { ...datos };
      for (const campo of catalogoOf(catalogo).campos) {
        const key = values[campo.key];
        if (campo.catalogo && key) values[campo.key] = ids.get(`${campo.catalogo}/${key}`) ?? null;
      }
      return {
        id,
        catalogo,
        clave,
        nombre,
        padre_id: padre === null ? null : (ids.get(padre) ?? null),
        datos: values,
        busqueda: searchText(clave, nombre, datos),
        orden,
        activo,
      };
    });
  await sql`insert into catalogo_items
      (id, catalogo, clave, nombre, padre_id, datos, busqueda, orden, activo)
    select id, catalogo, clave, nombre, padre_id, datos, busqueda, orden, activo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, catalogo text, clave text,
      nombre text, padre_id uuid, datos jsonb, busqueda text, orden int, activo bool)
    on conflict (catalogo, clave) do nothing`.execute(trx);
  await sql`insert into catalogo_semillas (catalogo, clave)
    select catalogo, clave from jsonb_to_recordset(${JSON.stringify(
      fresh.map(({ catalogo, clave }) => ({ catalogo, clave })),
    )}::jsonb) as r(catalogo text, clave text)
    on conflict do nothing`.execute(trx);
  return rows.length;
};

/** The base catalogs, in any mode; at every start, in a few milliseconds once they are there. */
export const seedCatalogos = (db: Db): Promise<number> =>
  db.transaction().execute((trx) => sow(trx, readSeeds(reference.base as Record<string, Table>)));

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** How many items. */
    catalogos: number;
  }
}

/** Fictional venues and signatories, for a demonstration. */
export const seedCatalogosDemo = (trx: Trx): Promise<number> =>
  sow(trx, readSeeds(reference.demo as Record<string, Table>));
