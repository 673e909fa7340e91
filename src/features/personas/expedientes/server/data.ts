import { sql } from 'kysely';
import { estimateRows } from '../../../../platform/server/db/cursor.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../../platform/server/db/search.ts';
import { normaliseEmail } from '../../../identidad/rules.ts';
import { correoDe, personaDeCorreo } from '../../../identidad/server/reading.ts';
import type { CUENTA, PENDIENTES } from '../contract.ts';

export type Filtros = Search & {
  pendiente?: (typeof PENDIENTES)[number] | undefined;
  cuenta?: (typeof CUENTA)[number] | undefined;
};

type From = { after: string | null; descendente: boolean; limit: number };

const POR_REVISAR = sql<boolean>`(cardinality(personas.discrepancias) > 0
  and personas.discrepancias_revisadas_en is null)`;
const CORREO_DE_CUENTA = correoDe('personas.id');

const WAITS = {
  sinCurp: sql<boolean>`personas.curp is null`,
  curpDeclarada: sql<boolean>`personas.curp_declarada is not null`,
  discrepancias: POR_REVISAR,
} as const;

const filtered = (db: Db, { pendiente, cuenta, ...search }: Filtros) => {
  let query = db.selectFrom('personas');
  const text = search.busqueda?.trim() ?? '';
  if (text.includes('@')) {
    const address = normaliseEmail(text);
    query = query.where(
      sql<boolean>`(personas.correo_conocido = ${address}
        or personas.id = ${personaDeCorreo(address)})`,
    );
  } else if (text) query = query.where(hasWords('personas.busqueda', search));
  if (pendiente) query = query.where(WAITS[pendiente]);
  if (cuenta === 'con') query = query.where(CORREO_DE_CUENTA, 'is not', null);
  if (cuenta === 'sin') query = query.where(CORREO_DE_CUENTA, 'is', null);
  return query;
};

/** About how many rows a query has; null: nobody knows. */
export const estimatePersonas = (db: Db, filtros: Filtros): Promise<number | null> =>
  estimateRows(db, 'personas_todas', filtered(db, filtros).select('personas.id'));

const listed = (db: Db, filtros: Filtros) =>
  filtered(db, filtros).select([
    'personas.id',
    'personas.clave',
    'personas.curp',
    'personas.nombre_completo',
    'personas.correo_conocido',
    'personas.curp_declarada',
    'personas.creado_en',
    POR_REVISAR.as('por_revisar'),
    CORREO_DE_CUENTA.as('correo_cuenta'),
  ]);

/** By name, after the person with an id (null: from the beginning). */
export const selectPersonas = (db: Db, filtros: Filtros, { after, descendente, limit }: From) =>
  listed(db, filtros)
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`personas.busqueda ${sql.raw(descendente ? '<' : '>')}
          (select a.busqueda from personas a where a.id = ${after})`,
      ),
    )
    .orderBy('personas.busqueda', descendente ? 'desc' : 'asc')
    .limit(limit)
    .execute();

/** Those that look like the words, the likest first: only inside `selectLike`. */
export const selectPersonasLike = (db: Db, filtros: Filtros, limit: number) =>
  listed(db, filtros)
    .orderBy(likenessOf(['personas.busqueda'], filtros.busqueda), 'desc')
    .orderBy('personas.busqueda')
    .limit(limit)
    .execute();

/** How many files wait for each thing. */
export const countPendientes = (db: Db) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from personas where ${WAITS.sinCurp})`.as('sinCurp'),
      sql<number>`(select count(*) from personas where ${WAITS.discrepancias})`.as('discrepancias'),
    ])
    .executeTakeFirstOrThrow();

const exported = (db: Db, filtros: Filtros) =>
  filtered(db, filtros).select([
    'personas.id',
    'personas.clave',
    'personas.curp',
    'personas.nombre',
    'personas.apellido_paterno as apellidoPaterno',
    'personas.apellido_materno as apellidoMaterno',
    'personas.fecha_nacimiento as fechaNacimiento',
    'personas.sexo',
    'personas.entidad_nacimiento as entidad',
    'personas.correo_conocido as correo',
  ]);

/** A block of the people that the filters show, by key, after one of them: for what reads them all. */
export const selectPersonasAfter = (db: Db, filtros: Filtros, clave: string, limit: number) =>
  exported(db, filtros)
    .where('personas.clave', '>', clave)
    .orderBy('personas.clave')
    .limit(limit)
    .execute();

/** The same of those that look like the words, the likest first: only inside `searchAll`. */
export const selectPersonasAlike = (db: Db, filtros: Filtros & { porPagina: number }) =>
  exported(db, filtros)
    .orderBy(likenessOf(['personas.busqueda'], filtros.busqueda), 'desc')
    .orderBy('personas.busqueda')
    .limit(filtros.porPagina)
    .execute();

export type FilaPersona = Awaited<ReturnType<typeof selectPersonasAfter>>[number];

export type PersonaListadaRow = Awaited<ReturnType<typeof selectPersonas>>[number];
