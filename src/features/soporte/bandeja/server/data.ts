import { sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { CONVERSACION } from '../../estados.ts';

/** The one that has waited longest, not of that person, held; undefined: none waits, or others are taking those that do. */
export const lockSiguiente = async (
  trx: Trx,
  personaId: string | null,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from soporte_conversaciones
    where ${inEstado(CONVERSACION, 'estado', 'enEspera')} and persona_id is distinct from ${personaId}::uuid
    order by espera_desde, id limit 1 for update skip locked`.execute(trx);
  return rows[0]?.id;
};

/** How many open conversations each of these accounts attends. */
export const countAtendidas = async (
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ uid: string; n: number }>`
    select agente_uid as uid, count(*)::int as n from soporte_conversaciones
    where agente_uid = any(${uids}::text[]) and ${inGrupo(CONVERSACION, 'abiertas', 'estado')} group by agente_uid`.execute(
    db,
  );
  return new Map(rows.map(({ uid, n }) => [uid, n]));
};

/** Earlier conversations of a person, but one. */
export const selectAnteriores = async (db: Db, personaId: string, menos: string) =>
  db
    .selectFrom('soporte_conversaciones')
    .select(['id', 'folio', 'asunto', 'estado', 'creado_en'])
    .where('persona_id', '=', personaId)
    .where('id', '<>', menos)
    .orderBy('creado_en', 'desc')
    .limit(20)
    .execute();
