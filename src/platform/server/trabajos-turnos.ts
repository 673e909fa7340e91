/** Whose turn a job of the tray is: how many one person may have waiting, and who comes before whom. */
import { sql } from 'kysely';
import { CallError } from '../shared/errors.ts';
import { TRABAJO } from '../shared/trabajos.ts';
import { inEstado, inGrupo } from './db/estados.ts';
import type { Db, Trx } from './db/index.ts';
import type { Trabajo } from './progress.ts';

/** Jobs that one person may have waiting or under way. */
const MOST_EACH = 20;

const tooMany = () =>
  new CallError(
    'RESOURCE_EXHAUSTED',
    `Ya tiene ${MOST_EACH} trabajos en espera, que es lo más que se puede. Espere a que termine alguno o cancele los que no necesite.`,
    { code: 'demasiados-trabajos' },
  );

/** Until `trx` ends no other job of that person takes its turn. */
export const holdOwner = async (trx: Trx, propietario: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728013, hashtext(${propietario}))`.execute(trx);
};

/**
 * A place in the queue of a kind: turns go round the people, so that who asks for much does not stand in
 * everybody's way (start-time fair queueing: each one's next comes one round after their last, and nobody
 * begins before the round that is being served).
 * @throws {CallError} RESOURCE_EXHAUSTED when they have as many as one may.
 */
export const takeTurn = async (
  trx: Trx,
  { id, tipo, propietario }: Pick<Trabajo, 'id' | 'tipo' | 'propietario'>,
): Promise<number> => {
  await holdOwner(trx, propietario);
  const { rows } = await sql<{ suyos: number; ultimo: number | null; ronda: number }>`
    select
      count(*) filter (where propietario = ${propietario})::int as suyos,
      max(turno) filter (where propietario = ${propietario} and tipo = ${tipo}) as ultimo,
      coalesce(
        max(turno) filter (where ${inEstado(TRABAJO, 'estado', 'enCurso')} and tipo = ${tipo}),
        min(turno) filter (where tipo = ${tipo}), 0) as ronda
    from trabajos_visibles
    where ${inGrupo(TRABAJO, 'vivos')} and id <> ${id}`.execute(trx);
  const { suyos, ultimo, ronda } = rows[0]!;
  if (suyos >= MOST_EACH) throw tooMany();
  return Math.max(ronda, ultimo === null ? 0 : ultimo + 1);
};

/** @throws {CallError} RESOURCE_EXHAUSTED when somebody has as many as one may. */
export const requireRoom = async (db: Db, propietario: string): Promise<void> => {
  const { suyos } = await db
    .selectFrom('trabajos_visibles')
    .select(sql<number>`count(*)::int`.as('suyos'))
    .where('propietario', '=', propietario)
    .where(inGrupo(TRABAJO, 'vivos'))
    .executeTakeFirstOrThrow();
  if (suyos >= MOST_EACH) throw tooMany();
};

/** What the tray calls a job of that owner's; undefined: there is none. */
export const findTitulo = async (
  db: Db,
  { id, propietario }: Pick<Trabajo, 'id' | 'propietario'>,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('trabajos_visibles')
    .select('titulo')
    .where('id', '=', id)
    .where('propietario', '=', propietario)
    .executeTakeFirst();
  return row?.titulo;
};

/** A row of the tray, with its place among those of its kind that wait (1: the next); null: it does not wait. */
export type EnBandeja = Trabajo & { lugar: number | null };

/** That place, of the row `v`. */
export const LUGAR = sql<number | null>`case when ${inEstado(TRABAJO, 'v.estado', 'enCola')} then (
  select count(*)::int + 1 from trabajos_visibles antes
  where ${inEstado(TRABAJO, 'antes.estado', 'enCola')} and antes.tipo = v.tipo
    and (antes.turno, antes.creado_en, antes.id) < (v.turno, v.creado_en, v.id)) end`.as('lugar');
