import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    vistas: {
      id: Generated<string>;
      uid: string;
      lista: string;
      nombre: string;
      parametros: string;
      ocultas: ColumnType<string[] | null, string | null, string | null>;
      predeterminada: boolean;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
  }
}

/** What somebody keeps of a list. */
export type VistaGuardada = {
  lista: string;
  nombre: string;
  parametros: string;
  ocultas: readonly string[] | null;
  predeterminada: boolean;
};

const COLUMNS = ['id', 'lista', 'nombre', 'parametros', 'ocultas', 'predeterminada'] as const;

/** One at a time saves or deletes views of an account: their number, names and which opens hang together. */
export const lockVistas = async (trx: Trx, uid: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728014, hashtext(${uid}))`.execute(trx);
};

export const selectVistas = (db: Db, uid: string) =>
  db
    .selectFrom('vistas')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .orderBy('lista')
    .orderBy(sql`orden_natural(nombre) collate "C"`)
    .orderBy('id')
    .execute();

export type VistaRow = Awaited<ReturnType<typeof selectVistas>>[number];

/** The list opens as another view, or as at first. */
export const clearPredeterminada = async (
  trx: Trx,
  { uid, lista }: { uid: string; lista: string },
): Promise<void> => {
  await trx
    .updateTable('vistas')
    .set({ predeterminada: false })
    .where('uid', '=', uid)
    .where('lista', '=', lista)
    .where('predeterminada', '=', true)
    .execute();
};

const written = ({ ocultas, ...vista }: VistaGuardada) => ({
  ...vista,
  ocultas: ocultas && JSON.stringify(ocultas),
});

export const insertVista = (trx: Trx, uid: string, vista: VistaGuardada): Promise<VistaRow> =>
  trx
    .insertInto('vistas')
    .values({ uid, ...written(vista) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const updateVista = (
  trx: Trx,
  uid: string,
  id: string,
  vista: VistaGuardada,
): Promise<VistaRow> =>
  trx
    .updateTable('vistas')
    .set({ ...written(vista), actualizado_en: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const deleteVistaOf = (trx: Trx, uid: string, id: string): Promise<VistaRow | undefined> =>
  trx
    .deleteFrom('vistas')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
