/**
 * What the portal keeps of a person, for them: each feature says what its tables hold of somebody (`aportes` of its
 * manifest), and nobody else knows. The server does not start while a column leads to a person or an account and
 * nobody says what is given of it, or why nothing is (docs/decisions/0057).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/index.ts';
import type { Services } from './services.ts';

/** Whose data: the ids of their file (and of those merged into it), of their accounts, and the addresses of these. */
export type Titular = {
  readonly personaIds: readonly string[];
  readonly uids: readonly string[];
  readonly correos: readonly string[];
  /** Whether one of the accounts is of the staff: what it uploads may be of others. */
  readonly personal: boolean;
};

/** A file that goes with a row: how it is called, and where its bytes are. */
export type ArchivoAportado = { nombre: string; objeto: string; sha256: string };

export type Fila = {
  /** The row, by its columns; what it says of somebody else is taken out. */
  readonly datos: Readonly<Record<string, unknown>>;
  readonly archivos?: readonly ArchivoAportado[];
};

export type Aporte = {
  /** What its file is called in the copy, without extension: `documentos`. */
  readonly id: string;
  /** What people read above it. */
  readonly titulo: string;
  /** The columns that lead to a person, as `tabla.columna`, that it answers for. */
  readonly columnas: readonly string[];
  /** Labels of the columns that do not read well by themselves. */
  readonly campos?: Readonly<Record<string, string>>;
  /** What of these rows is kept and not given, and why, as people read it. */
  readonly reservas?: readonly string[];
  /** All rows of somebody, block by block. */
  readonly read: (services: Services, titular: Titular) => AsyncIterable<readonly Fila[]>;
};

/** Columns that lead to a person and of which nothing is given: each with why. */
export type SinAporte = Readonly<Record<string, string>>;

declare module './feature.ts' {
  interface Slots {
    /** What a feature keeps of a person, for the copy of their data. */
    aportes: Aporte;
    /** What names a person and is not theirs to be given (somebody else's record, which they wrote as staff). */
    sinAporte: SinAporte;
  }
}

/** How a row is somebody's: by a column of their file's id, their account's, their address, or by a row that is theirs. */
export type Camino =
  | { readonly columna: string; readonly es: 'persona' | 'cuenta' | 'correo' }
  | {
      readonly columna: string;
      readonly es: { readonly tabla: string; readonly id: string; readonly por: Camino };
    };

type Tabla = Pick<Aporte, 'id' | 'titulo' | 'campos' | 'reservas'> & {
  readonly tabla: string;
  readonly por: readonly Camino[];
  /** Only those rows: a condition on `t`, and the order is by its key anyway. */
  readonly solo?: string;
  /** Columns that are not given: secrets, places of the store, what other columns say already. */
  readonly sin?: readonly string[];
  readonly archivos?: (
    fila: Record<string, unknown>,
    titular: Titular,
  ) => readonly ArchivoAportado[];
  /** What is told besides what the row says, of a whole block. */
  readonly completa?: (
    services: Services,
    filas: readonly Record<string, unknown>[],
  ) => Promise<readonly Record<string, unknown>[]>;
};

const BLOCK = 500;

/** Whether the row that `alias` is of is somebody's, by that way. */
export const esDe = (camino: Camino, alias: string, titular: Titular): RawBuilder<boolean> => {
  const { personaIds, uids, correos } = titular;
  const column = sql.ref(`${alias}.${camino.columna}`);
  if (camino.es === 'persona') return sql<boolean>`${column} = any(${personaIds}::uuid[])`;
  if (camino.es === 'cuenta') return sql<boolean>`${column} = any(${uids}::text[])`;
  if (camino.es === 'correo') return sql<boolean>`lower(${column}) = any(${correos}::text[])`;
  const { tabla, id, por } = camino.es;
  const inner = esDe(por, `${alias}p`, titular);
  return sql<boolean>`${column} in (select ${sql.ref(`${alias}p.${id}`)}
    from ${sql.table(tabla)} ${sql.ref(`${alias}p`)} where ${inner})`;
};

/** The columns of a table's primary key, with their types. */
const keyOf = async (db: Db, tabla: string) => {
  const { rows } = await sql<{ columna: string; tipo: string }>`
    select a.attname as columna, format_type(a.atttypid, null) as tipo
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${tabla}::regclass and i.indisprimary
    order by array_position(i.indkey::int2[], a.attnum)`.execute(db);
  return rows;
};

/** Who of the staff did something is not the person's datum: that it was the school is. */
const QUIEN = /^[a-z]+_por$/;
const PERSONAL = 'personal de la escuela';

/** The rows of a table that are somebody's, with all their columns but those that are left out. */
export const aporteDeTabla = (declared: Tabla): Aporte => {
  const { tabla, por, sin = [], archivos, completa, solo, ...said } = declared;
  const clean = (fila: Record<string, unknown>, { uids }: Titular) =>
    Object.fromEntries(
      Object.entries(fila).flatMap(([columna, valor]) => {
        if (sin.includes(columna)) return [];
        const somebody = QUIEN.test(columna) && typeof valor === 'string';
        const other = somebody && !uids.includes(valor) && !valor.includes('@');
        return [[columna, other ? PERSONAL : valor]];
      }),
    );
  return {
    ...said,
    columnas: [...new Set(por.map(({ columna }) => `${tabla}.${columna}`))],
    async *read(services, titular) {
      const { db } = services;
      const key = await keyOf(db, tabla);
      const order = sql.join(key.map(({ columna }) => sql.ref(`t.${columna}`)));
      const mine = sql.join(
        por.map((camino) => esDe(camino, 't', titular)),
        sql` or `,
      );
      let last: Record<string, unknown> | undefined;
      for (;;) {
        const after = last
          ? sql`and (${order}) > (${sql.join(
              key.map(({ columna, tipo }) => sql`${String(last![columna])}::${sql.raw(tipo)}`),
            )})`
          : sql``;
        const { rows } = await sql<{ fila: Record<string, unknown> }>`
          select to_jsonb(t) as fila from ${sql.table(tabla)} t
          where (${mine}) ${solo ? sql`and (${sql.raw(solo)})` : sql``} ${after}
          order by ${order} limit ${BLOCK}`.execute(db);
        if (rows.length === 0) return;
        last = rows.at(-1)!.fila;
        const filas = rows.map(({ fila }) => fila);
        const more = (await completa?.(services, filas)) ?? [];
        yield filas.map((fila, i) => ({
          datos: { ...clean(fila, titular), ...more[i] },
          ...(archivos && { archivos: archivos(fila, titular) }),
        }));
        if (rows.length < BLOCK) return;
      }
    },
  };
};

/**
 * Every column that leads to a person, as `tabla.columna`: those that name a file or an account, and those of other
 * tables that point to a row of such a one. Who did something to a record (`…_por`) is not whose it is: what one did is
 * in the history.
 */
export const selectColumnasDeTitular = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ columna: string }>`
    with recursive columnas as (
      select c.oid as tabla, c.relname || '.' || a.attname as columna, a.attname as nombre, a.attnum as n
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped
    ), directas as (
      select * from columnas k
      where k.nombre not like '%\\_por' and (
        k.nombre like '%persona_id' or k.nombre like '%uid' or k.nombre in ('propietario', 'para')
        or exists (
          select 1 from pg_constraint f where f.contype = 'f' and f.conrelid = k.tabla
            and f.confrelid in ('personas_todas'::regclass, 'cuentas'::regclass) and k.n = any(f.conkey)))
    ), todas as (
      select tabla, columna from directas
      union
      select k.tabla, k.columna from todas t
        join pg_constraint f on f.contype = 'f' and f.confrelid = t.tabla
        join columnas k on k.tabla = f.conrelid and k.n = any(f.conkey)
      where f.conrelid not in (select tabla from directas)
    )
    select distinct columna from todas order by 1`.execute(db);
  return rows.map(({ columna }) => columna);
};

/** Refuses to start while something leads to a person and nobody says what of it they are given. */
export const requireAportes = async (
  db: Db,
  aportes: readonly Pick<Aporte, 'columnas'>[],
  sinAporte: readonly SinAporte[],
): Promise<void> => {
  const said = new Set([
    ...aportes.flatMap(({ columnas }) => columnas),
    ...sinAporte.flatMap((one) => Object.keys(one)),
  ]);
  const missing = (await selectColumnasDeTitular(db)).filter((columna) => !said.has(columna));
  if (missing.length > 0) {
    throw new Error(
      `Nobody says what a person is given of these columns: ${missing.join(', ')}. Declare an Aporte (platform/server/aportes.ts), or why there is none (sinAporte), and give it in the feature's server/feature.ts.`,
    );
  }
};
