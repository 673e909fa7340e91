import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../../platform/server/db/search.ts';

type Query = Search & {
  pendiente?: 'sinCurp' | 'discrepancias' | undefined;
  orden: 'nombre' | 'creadoEn';
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

const COLUMNS = { nombre: 'nombre_completo', creadoEn: 'creado_en' } as const;

const WAITS = {
  sinCurp: sql<boolean>`curp is null`,
  discrepancias: sql<boolean>`(discrepancias <> '{}' and discrepancias_revisadas_en is null)`,
} as const;

const filtered = (db: Db, { pendiente, ...search }: Search & Pick<Query, 'pendiente'>) => {
  const query = db.selectFrom('personas').where(hasWords('busqueda', search));
  return pendiente ? query.where(WAITS[pendiente]) : query;
};

export const countPersonas = async (db: Db, query: Query): Promise<number> => {
  const row = await filtered(db, query)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export const selectPersonas = (db: Db, query: Query) =>
  filtered(db, query)
    .select([
      'id',
      'clave',
      'nombre_completo',
      'creado_en',
      WAITS.sinCurp.as('sin_curp'),
      WAITS.discrepancias.as('por_revisar'),
    ])
    .$if(query.parecida === true, (like) =>
      like.orderBy(likenessOf(['busqueda'], query.busqueda), 'desc'),
    )
    .orderBy(COLUMNS[query.orden], query.descendente ? 'desc' : 'asc')
    .orderBy('id')
    .limit(query.porPagina)
    .offset((query.pagina - 1) * query.porPagina)
    .execute();

/** How many files wait for each thing. */
export const countPendientes = (db: Db) =>
  db
    .selectFrom('personas')
    .select([
      sql<number>`count(*) filter (where ${WAITS.sinCurp})`.as('sinCurp'),
      sql<number>`count(*) filter (where ${WAITS.discrepancias})`.as('discrepancias'),
    ])
    .executeTakeFirstOrThrow();
