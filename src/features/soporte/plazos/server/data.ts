import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { uidDe } from '../../../identidad/server/reading.ts';
import { CONVERSACION, type EstadoConversacion } from '../../estados.ts';

type Vencida = { id: string; actualizado_en: Date; anunciada_en: Date | null };

/** Conversations of a state that nobody has touched since a moment, the oldest first. */
export const selectQuietas = async (
  db: Db,
  { estado, antes, limite }: { estado: EstadoConversacion; antes: Date; limite: number },
): Promise<Vencida[]> => {
  const { rows } = await sql<Vencida>`
    select id, actualizado_en, anunciada_en from soporte_conversaciones
    where ${inEstado(CONVERSACION, 'estado', estado)} and actualizado_en < ${antes}
    order by actualizado_en, id limit ${limite}`.execute(db);
  return rows;
};

/** Says that its person was told that it will be resolved; false when they were. */
export const setAnunciada = async (trx: Trx, id: string, ahora: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('soporte_conversaciones')
    .set({ anunciada_en: ahora })
    .where('id', '=', id)
    .where(sql<boolean>`(anunciada_en is null or anunciada_en < actualizado_en)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Conversations that somebody attends, with who. */
type Atendida = { id: string; agente_uid: string; actualizado_en: Date };

export const selectAtendidas = async (db: Db): Promise<Atendida[]> => {
  const { rows } = await sql<Atendida>`
    select id, agente_uid, actualizado_en from soporte_conversaciones
    where agente_uid is not null and ${inGrupo(CONVERSACION, 'abiertas', 'estado')} order by id`.execute(
    db,
  );
  return rows;
};

export type Ausente = {
  id: string;
  folio: string;
  persona_id: string;
  uid: string;
  ultimo: number;
};

const noLeida: RawBuilder<boolean> = sql<boolean>`k.ultimo > coalesce(l.leido_hasta, 0)`;

/**
 * Conversations whose person has an answer of the school that they did not read, written before `antes`; never again for the same
 * absence, nor before a day.
 */
export const selectAusentes = async (
  db: Db,
  { antes, unDia, limite }: { antes: Date; unDia: Date; limite: number },
): Promise<Ausente[]> => {
  const { rows } = await sql<Ausente>`
    select k.id, k.folio, k.persona_id, u.uid, k.ultimo from soporte_conversaciones k
    cross join lateral (select ${uidDe('k.persona_id')} as uid) u
    left join soporte_lecturas l on l.conversacion_id = k.id and l.uid = u.uid
    where u.uid is not null and ${noLeida} and (l.avisado_en is null or l.avisado_en < ${unDia})
      and exists (select from soporte_mensajes m where m.conversacion_id = k.id and m.n > coalesce(l.leido_hasta, 0)
        and m.autor <> 'persona' and m.creado_en < ${antes} and m.creado_en > coalesce(l.avisado_en, '-infinity'))
    order by k.actualizado_en, k.id limit ${limite}`.execute(db);
  return rows;
};

/** Marks the absence as told; false when another process did, or it was read meanwhile. */
export const takeAusente = async (
  trx: Trx,
  { id, uid, unDia, ahora }: { id: string; uid: string; unDia: Date; ahora: Date },
): Promise<boolean> => {
  const { rows } = await sql<{ uid: string }>`
    insert into soporte_lecturas as l (conversacion_id, uid, leido_hasta, leido_en, avisado_en)
    select k.id, ${uid}, 0, ${ahora}, ${ahora} from soporte_conversaciones k where k.id = ${id}
    on conflict (conversacion_id, uid) do update set avisado_en = ${ahora}
      where (l.avisado_en is null or l.avisado_en < ${unDia})
        and l.leido_hasta < (select k.ultimo from soporte_conversaciones k where k.id = ${id})
    returning l.uid`.execute(trx);
  return rows.length === 1;
};

/** Closed ones whose transcript was not made, and those whose text is to be deleted. */
export const selectSinPdf = (db: Db, limite: number) =>
  db
    .selectFrom('soporte_conversaciones')
    .select('id')
    .where(inEstado(CONVERSACION, 'estado', 'cerrada'))
    .where('pdf_sha256', 'is', null)
    .where('borrada_en', 'is', null)
    .orderBy('cerrada_en')
    .limit(limite)
    .execute();

/** Deletes the text of conversations that closed before a moment: the figures stay. Gives how many. */
export const deleteTextos = async (trx: Trx, antes: Date, ahora: Date): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update soporte_conversaciones set borrada_en = ${ahora}, asunto = 'Conversación concluida', contexto = null
    where ${inEstado(CONVERSACION, 'estado', 'cerrada')} and cerrada_en < ${antes} and borrada_en is null
    returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`update soporte_mensajes set texto = '', sellado = null where conversacion_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`delete from soporte_notas where conversacion_id = any(${ids}::uuid[])`.execute(trx);
  return ids.length;
};
