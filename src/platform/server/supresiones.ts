/**
 * What becomes of what the portal keeps of a person when the cancellation of their data is carried out: each feature says
 * it of its own tables (`supresiones` of its manifest), and nobody else knows. The server does not start while a column
 * leads to a person or an account and nobody says it (docs/decisions/0062).
 */
import { type RawBuilder, sql } from 'kysely';
import type { Conservacion } from '../shared/conservacion.ts';
import { type Camino, esDe, selectColumnasDeTitular, type Titular } from './aportes.ts';
import type { Db, Trx } from './db/index.ts';
import type { Statement } from './db/together.ts';
import type { Notificaciones } from './notificaciones/index.ts';

/** How many rows there are: those that are erased, and those that are kept. */
export type Recuento = { readonly borra: number; readonly conserva: number };

export type Supresion = {
  /** Of the category, for the record of what was done. */
  readonly id: string;
  /** What people read of it. */
  readonly titulo: string;
  /** The columns that lead to a person, as `tabla.columna`, that it answers for. The first one's table is its own. */
  readonly columnas: readonly string[];
  /** On what ground something of it is kept. */
  readonly fundamento?: Conservacion;
  /** What it keeps has to say whose it is: the file stays, blocked. */
  readonly identifica?: boolean;
  readonly count: (trx: Trx, titular: Titular) => Promise<Recuento>;
  /**
   * Does it; gives the objects of the store that no row refers to any more. `queda`: the file stays, blocked. `alFinal`:
   * for what is written after the history, in the order in which locks are taken (the seats of an edition).
   */
  readonly perform: (trx: Trx, titular: Titular, now: Suprimiendo) => Promise<readonly string[]>;
};

/** What is known while it is done. */
export type Suprimiendo = {
  /** For letters to others whom it concerns (a referee who is not to write any more): they go with the transaction. */
  readonly notificaciones: Pick<Notificaciones, 'notify'>;
  readonly queda: boolean;
  readonly ahora: Date;
  readonly alFinal: (statements: readonly Statement<unknown>[]) => void;
};

/** Columns that lead to a person and of which nothing is done: each with why. */
export type SinSupresion = Readonly<Record<string, string>>;

declare module './feature.ts' {
  interface Slots {
    /** What becomes of what a feature keeps of a person whose data are cancelled. */
    supresiones: Supresion;
    /** What leads to a person and goes by itself with something else. */
    sinSupresion: SinSupresion;
  }
}

type Tabla = Pick<Supresion, 'id' | 'titulo' | 'fundamento' | 'identifica'> & {
  readonly tabla: string;
  readonly por: readonly Camino[];
  /** Which rows are kept, as a condition on `t`; without it none is. */
  readonly conserva?: RawBuilder<boolean> | 'todo';
  /** What the rows that are kept say from now on: SQL by column, on the row itself. */
  readonly deja?: Readonly<Record<string, string>>;
  /** The column that names the file and is emptied in what is kept, when the file does not stay. */
  readonly suelta?: string;
  /** Where the bytes are of a row that goes. */
  readonly objetos?: (fila: Record<string, unknown>) => readonly unknown[];
};

/** What becomes of the rows of a table that are somebody's: they go, but for those that are kept. */
export const supresionDeTabla = (declared: Tabla): Supresion => {
  const { tabla, por, conserva, deja = {}, suelta, objetos, ...said } = declared;
  const kept =
    typeof conserva === 'object' ? conserva : sql<boolean>`${sql.lit(conserva === 'todo')}`;
  const mine = (titular: Titular) =>
    sql.join(
      por.map((camino) => esDe(camino, 't', titular)),
      sql` or `,
    );
  return {
    ...said,
    columnas: por.map(({ columna }) => `${tabla}.${columna}`),
    async count(trx, titular) {
      const { rows } = await sql<Recuento>`
        select count(*) filter (where not (${kept}))::int as borra,
          count(*) filter (where ${kept})::int as conserva
        from ${sql.table(tabla)} t where (${mine(titular)})`.execute(trx);
      return rows[0]!;
    },
    async perform(trx, titular, { queda }) {
      const { rows } = await sql<{ fila: Record<string, unknown> }>`
        delete from ${sql.table(tabla)} t where (${mine(titular)}) and not (${kept})
        returning to_jsonb(t) as fila`.execute(trx);
      const sets = [
        ...Object.entries(deja),
        ...(suelta !== undefined && !queda ? [[suelta, 'null'] as const] : []),
      ].map(([columna, texto]) => sql`${sql.ref(columna)} = ${sql.raw(texto)}`);
      if (conserva && sets.length > 0) {
        await sql`update ${sql.table(tabla)} t set ${sql.join(sets)}
          where (${mine(titular)})`.execute(trx);
      }
      return rows
        .flatMap(({ fila }) => objetos?.(fila) ?? [])
        .filter((one): one is string => typeof one === 'string');
    },
  };
};

/** Refuses to start while something leads to a person and nobody says what becomes of it. */
export const requireSupresiones = async (
  db: Db,
  supresiones: readonly Pick<Supresion, 'columnas'>[],
  sinSupresion: readonly SinSupresion[],
): Promise<void> => {
  const said = new Set([
    'personas_todas.id',
    ...supresiones.flatMap(({ columnas }) => columnas),
    ...sinSupresion.flatMap((one) => Object.keys(one)),
  ]);
  const missing = (await selectColumnasDeTitular(db)).filter((columna) => !said.has(columna));
  if (missing.length > 0) {
    throw new Error(
      `Nobody says what becomes of these columns when somebody's data are cancelled: ${missing.join(', ')}. Declare a Supresion (platform/server/supresiones.ts), or why there is none (sinSupresion), and give it in the feature's server/feature.ts.`,
    );
  }
};

/** These, each after those whose rows point to its own. */
export const inOrder = async (
  trx: Trx,
  supresiones: readonly Supresion[],
): Promise<readonly Supresion[]> => {
  const { rows } = await sql<{ hija: string; madre: string }>`
    select distinct h.relname::text as hija, m.relname::text as madre
    from pg_constraint k join pg_class h on h.oid = k.conrelid join pg_class m on m.oid = k.confrelid
    where k.contype = 'f' and h.oid <> m.oid and h.relnamespace = current_schema()::regnamespace`.execute(
    trx,
  );
  const tablaOf = ({ columnas }: Supresion) => columnas[0]!.split('.')[0]!;
  const byTable = Map.groupBy(supresiones, tablaOf);
  const done = new Set<string>();
  const ordered: Supresion[] = [];
  const visit = (tabla: string): void => {
    if (done.has(tabla)) return;
    done.add(tabla);
    for (const { hija, madre } of rows) if (madre === tabla) visit(hija);
    ordered.push(...(byTable.get(tabla) ?? []));
  };
  for (const tabla of byTable.keys()) visit(tabla);
  return ordered;
};
