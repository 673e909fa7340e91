/**
 * Imports while they write, all or nothing (docs/decisions/0020): rows of `importaciones`, and what others
 * who write to the same lists must say.
 */
import { type Generated, type Selectable, sql } from 'kysely';
import { CallError } from '../../shared/errors.ts';
import type { EstadoDe } from '../../shared/estados.ts';
import { IMPORTACION } from '../../shared/importaciones.ts';
import { TRABAJO } from '../../shared/trabajos.ts';
import { inGrupo, mayTake } from '../db/estados.ts';
import type { Db, Trx } from '../db/index.ts';

type EstadoImportacion = EstadoDe<typeof IMPORTACION>;

type Importaciones = {
  id: string;
  hoja: string;
  estado: Generated<EstadoImportacion>;
  actor_uid: string;
  cambios: Generated<number>;
  cursor: string | null;
  cifras: string;
  creado_en: Generated<Date>;
};

declare module '../db/index.ts' {
  interface Tables {
    importaciones: Importaciones;
  }
}

/** Figures of an import: rows read, rows with a warning, and what becomes of them. */
export type Cifras = {
  leidas: number;
  avisos: number;
  nuevas: number;
  cambiadas: number;
  sinCambio: number;
};

export type Importacion = Omit<Selectable<Importaciones>, 'cifras'> & { cifras: Partial<Cifras> };

const BUSY =
  'Se está terminando de importar esta lista. Inténtelo de nuevo en unos segundos: no se perdió nada.';

const lockOf = (hoja: string) => sql`hashtext(${`importar ${hoja}`})`;

const lockShared = async (trx: Trx, hojas: readonly string[]): Promise<void> => {
  for (const hoja of [...hojas].sort()) {
    await sql`select pg_advisory_xact_lock_shared(728012, ${lockOf(hoja)})`.execute(trx);
  }
};

const requireNoneDecided = async (trx: Trx, hojas: readonly string[]): Promise<void> => {
  const decided = await trx
    .selectFrom('importaciones')
    .select('id')
    .where('hoja', 'in', hojas)
    .where('estado', '=', 'decidida')
    .limit(1)
    .executeTakeFirst();
  if (decided) throw new CallError('UNAVAILABLE', BUSY);
};

/**
 * Whoever writes to a list says so first, in the same transaction: an import of it (or of one whose rows
 * point to it) that is being prepared looks again before it is decided.
 * @throws {CallError} UNAVAILABLE while one that is decided is put in its place: some seconds.
 */
export const touchHojas = async (trx: Trx, hojas: readonly string[]): Promise<void> => {
  // An import that begins waits for whoever is writing, and so does not miss the change.
  await lockShared(trx, hojas);
  await trx
    .updateTable('importaciones')
    .set({ cambios: sql<number>`cambios + 1` })
    .where('hoja', 'in', hojas)
    .where(mayTake(IMPORTACION, 'decidir'))
    .execute();
  await requireNoneDecided(trx, hojas);
};

/**
 * The same of a list whose imports know by themselves what became of what they had looked at (`isCurrent`): none is decided
 * until the transaction ends.
 * @throws {CallError} as `touchHojas`.
 */
export const holdHojas = async (trx: Trx, hojas: readonly string[]): Promise<void> => {
  await lockShared(trx, hojas);
  await requireNoneDecided(trx, hojas);
};

/**
 * Waits for whoever writes to the list and said so, and lets nobody begin until the transaction ends: what an import looks
 * at before it decides is then true.
 */
export const settleWriters = async (trx: Trx, hoja: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728012, ${lockOf(hoja)})`.execute(trx);
};

/** Begins to write; false while another import of the list does. */
export const beginImportacion = async (
  trx: Trx,
  nueva: { id: string; hoja: string; actorUid: string },
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(728012, ${lockOf(nueva.hoja)})`.execute(trx);
  const row = await trx
    .insertInto('importaciones')
    .values({ id: nueva.id, hoja: nueva.hoja, actor_uid: nueva.actorUid, cifras: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const findImportacion = async (db: Db | Trx, id: string): Promise<Importacion | null> =>
  ((await db.selectFrom('importaciones').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Importacion
    | undefined) ?? null;

/** The row, held until the transaction ends: whoever changes what it stands for waits. */
export const lockImportacion = async (trx: Trx, id: string): Promise<Importacion | null> =>
  ((await trx
    .selectFrom('importaciones')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as Importacion | undefined) ?? null;

export const updateImportacion = async (
  trx: Db | Trx,
  id: string,
  set: {
    paso?: 'descartar' | 'decidir' | 'terminar';
    cambios?: number;
    cursor?: string | null;
    cifras?: Cifras;
  },
): Promise<void> => {
  const { cifras, paso, ...rest } = set;
  let query = trx
    .updateTable('importaciones')
    .set({
      ...rest,
      ...(paso && { estado: IMPORTACION.pasos[paso].a }),
      ...(cifras && { cifras: JSON.stringify(cifras) }),
    })
    .where('id', '=', id);
  if (paso) query = query.where(mayTake(IMPORTACION, paso));
  await query.execute();
};

export const deleteImportacion = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('importaciones').where('id', '=', id).execute();
};

/** Imports that nobody works on: their job ended, or is no longer there. */
export const selectAbandonadas = async (db: Db): Promise<Importacion[]> =>
  (await db
    .selectFrom('importaciones')
    .selectAll()
    .where(
      sql<boolean>`not exists (select from trabajos_visibles v
        where v.id = importaciones.id and ${inGrupo(TRABAJO, 'vivos', 'v.estado')})`,
    )
    .execute()) as unknown as Importacion[];

/** Imports that are to be done whatever happens, and are not yet. */
export const selectDecididas = async (db: Db): Promise<Importacion[]> =>
  (await db
    .selectFrom('importaciones')
    .selectAll()
    .where('estado', '=', 'decidida')
    .execute()) as unknown as Importacion[];

/** The job is done, whoever did it: its next run finds so. */
export const markDone = async (trx: Trx, id: string): Promise<void> => {
  await sql`insert into trabajos_partidas (trabajo_id, clave)
    select id, 'escribir' from trabajos_visibles where id = ${id} on conflict do nothing`.execute(
    trx,
  );
};
