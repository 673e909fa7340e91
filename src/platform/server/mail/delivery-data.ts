import { sql } from 'kysely';
import { type CausaCorreo, CORREO, type Medio } from '../../shared/correos.ts';
import { inEstado, mayTake } from '../db/estados.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Content } from './compose.ts';

/** A mail that this process is to send. */
export type Claimed = {
  id: string;
  para: string;
  asunto: string;
  contenido: Content | null;
  intentos: number;
  creado_en: Date;
  vence_en: Date;
};

/*
 * What is only the queue's own bookkeeping commits without waiting for the disk: after a crash of the
 * database a mail is sent once more, with the same Message-ID.
 */
const unhurried = sql`(select set_config('synchronous_commit', 'off', true) as s) as sin_espera`;

/**
 * Takes up to `limit` mails that are due for a process, passing over those of other processes and of
 * some domains. While the server takes nothing: none until its pause is over, then one.
 */
export const claimCorreos = async (
  db: Db,
  {
    medio,
    process,
    leaseSeconds,
    now,
    limit,
    except,
  }: {
    medio: Medio;
    process: string;
    leaseSeconds: number;
    now: Date;
    limit: number;
    except: string[];
  },
): Promise<Claimed[]> => {
  // Materialised: looked for once, or a plan that looks again would take more than the limit.
  const { rows } = await sql<Claimed & { urgente: boolean }>`
    with debidos as materialized (
      select id from correos
      where ${inEstado(CORREO, 'estado', 'pendiente')} and medio = ${sql.lit(medio)} and proximo <= ${now}
        and (reservado_hasta is null or reservado_hasta < now())
        and lower(substring(para from '[^@]*$')) <> all(${except}::text[])
        and not exists (select 1 from correos_servidor where medio = ${medio} and hasta > ${now})
      order by urgente desc, proximo
      limit case when exists (select 1 from correos_servidor where medio = ${medio}) then 1 else ${limit}::int end
      for update skip locked)
    update correos c set reservado_por = ${process},
      reservado_hasta = now() + make_interval(secs => ${leaseSeconds})
    from debidos, ${unhurried}
    where c.id = debidos.id
    returning c.id, c.para, c.asunto, c.contenido, c.intentos, c.creado_en, c.vence_en, c.urgente`.execute(
    db,
  );
  return rows.sort((a, b) => Number(b.urgente) - Number(a.urgente));
};

/** This process is still at it. */
export const renewCorreos = async (
  db: Db,
  { process, leaseSeconds, ids }: { process: string; leaseSeconds: number; ids: readonly string[] },
): Promise<void> => {
  await sql`update correos
    set reservado_hasta = now() + make_interval(secs => ${leaseSeconds}) from ${unhurried}
    where id = any(${ids}::uuid[]) and reservado_por = ${process}`.execute(db);
};

/** Lets go of what was taken and not begun; all that is taken, without ids (of every process). */
export const releaseCorreos = async (
  db: Db,
  which: { process: string; ids: readonly string[] } | { all: Medio },
): Promise<void> => {
  let query = db
    .updateTable('correos')
    .set({ reservado_por: null, reservado_hasta: null })
    .where('estado', '=', 'pendiente')
    .where('reservado_por', 'is not', null);
  query =
    'all' in which
      ? query.where('medio', '=', which.all)
      : query
          .where('reservado_por', '=', which.process)
          .where(sql<boolean>`id = any(${which.ids}::uuid[])`);
  await query.execute();
};

/** They are in the local mailbox, whole. */
export const markKept = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  await sql`update correos set estado = ${CORREO.pasos.guardar.a}, enviado_en = ${now}, intentos = intentos + 1,
      causa = null, respuesta = null, reservado_por = null, reservado_hasta = null
    from ${unhurried} where id = any(${ids}::uuid[]) and ${mayTake(CORREO, 'guardar')}`.execute(db);
};

/**
 * The mail server took them: what they said goes, and their addresses and the server (if `begun`, when
 * the latest of them began, is after its last failure) are known to be well. Gives whether the server
 * was thought not to be.
 */
export const markSent = async (
  db: Db,
  { medio, ids, now, begun }: { medio: Medio; ids: readonly string[]; now: Date; begun: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    with enviados as (
      update correos set estado = ${CORREO.pasos.enviar.a}, enviado_en = ${now}, intentos = intentos + 1,
        contenido = null, causa = null, respuesta = null, fallido_en = null,
        reservado_por = null, reservado_hasta = null
      from ${unhurried} where id = any(${ids}::uuid[]) and ${mayTake(CORREO, 'enviar')}
      returning para
    ), aceptados as (
      delete from correos_rechazos where direccion in (select para from enviados)
    )
    delete from correos_servidor where medio = ${medio} and ultima <= ${begun} returning 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** The server answered about a mail that was begun after its last failure. Gives whether it was down. */
export const markServerWell = async (db: Db, medio: Medio, begun: Date): Promise<boolean> => {
  const gone = await db
    .deleteFrom('correos_servidor')
    .where('medio', '=', medio)
    .where('ultima', '<=', begun)
    .returning('medio')
    .executeTakeFirst();
  return gone !== undefined;
};

/** The server is well again: whatever only waited for it need wait no longer. */
export const wakeCorreos = async (db: Db, medio: Medio, now: Date): Promise<void> => {
  await db
    .updateTable('correos')
    .set({ proximo: now })
    .where('medio', '=', medio)
    .where('estado', '=', 'pendiente')
    .where('causa', '=', 'servidor')
    .where('proximo', '>', now)
    .execute();
};

type Failure = { id: string; causa: CausaCorreo; respuesta: string };

/** Will be tried again at `proximo`; `counts`: it was this mail's own try. */
export const markWaiting = async (
  trx: Trx,
  process: string,
  { id, causa, respuesta, proximo, counts }: Failure & { proximo: Date; counts: boolean },
): Promise<void> => {
  await trx
    .updateTable('correos')
    .set({
      proximo,
      causa,
      respuesta,
      ...(counts && { intentos: sql<number>`intentos + 1` }),
      reservado_por: null,
      reservado_hasta: null,
    })
    .where('id', '=', id)
    .where(mayTake(CORREO, 'esperar'))
    .where('reservado_por', '=', process)
    .execute();
};

const GIVEN_UP = { reservado_por: null, reservado_hasta: null } as const;

/** Will not be tried again. Gives whether it was this process's to say so. */
export const markFailed = async (
  trx: Trx,
  process: string,
  { id, causa, respuesta }: Failure,
  now: Date,
): Promise<boolean> => {
  const row = await trx
    .updateTable('correos')
    .set({
      estado: CORREO.pasos.abandonar.a,
      fallido_en: now,
      causa,
      respuesta,
      intentos: sql<number>`intentos + 1`,
      ...GIVEN_UP,
    })
    .where('id', '=', id)
    .where(mayTake(CORREO, 'abandonar'))
    .where('reservado_por', '=', process)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Gives up those whose term is over while the server takes nothing. Gives which. */
export const expireCorreos = async (
  trx: Trx,
  medio: Medio,
  respuesta: string,
  now: Date,
): Promise<string[]> => {
  const rows = await trx
    .updateTable('correos')
    .set({
      estado: CORREO.pasos.abandonar.a,
      fallido_en: now,
      causa: 'servidor',
      respuesta,
      ...GIVEN_UP,
    })
    .where('medio', '=', medio)
    .where(mayTake(CORREO, 'abandonar'))
    .where('vence_en', '<=', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Remembers that an address refuses mail. */
export const insertRechazo = async (
  trx: Trx,
  direccion: string,
  respuesta: string,
  now: Date,
): Promise<void> => {
  await trx
    .insertInto('correos_rechazos')
    .values({ direccion, desde: now, respuesta })
    .onConflict((conflict) => conflict.column('direccion').doUpdateSet({ respuesta }))
    .execute();
};

/**
 * The server took nothing: `pause` says for how long (seconds) nothing is sent, by how many times in a
 * row it is. Several lanes that find it out at the same time are one time (`counted`). Gives until when.
 */
export const recordServerFailure = async (
  trx: Trx,
  {
    medio,
    now,
    respuesta,
    pause,
  }: { medio: Medio; now: Date; respuesta: string; pause: (failures: number) => number },
): Promise<{ counted: boolean; first: boolean; hasta: Date }> => {
  const until = (failures: number) => new Date(now.getTime() + pause(failures) * 1000);
  const first = await trx
    .insertInto('correos_servidor')
    .values({ medio, desde: now, ultima: now, hasta: until(1), respuesta })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hasta')
    .executeTakeFirst();
  if (first) return { counted: true, first: true, hasta: first.hasta };
  const known = await trx
    .selectFrom('correos_servidor')
    .select(['fallas', 'hasta'])
    .where('medio', '=', medio)
    .forUpdate()
    .executeTakeFirst();
  // Meanwhile another process delivered something: this was a failure among successes.
  if (!known) return { counted: false, first: false, hasta: until(1) };
  if (known.hasta > now) return { counted: false, first: false, hasta: known.hasta };
  const fallas = known.fallas + 1;
  const hasta = until(fallas);
  await trx
    .updateTable('correos_servidor')
    .set({ fallas, ultima: now, hasta, respuesta })
    .where('medio', '=', medio)
    .execute();
  return { counted: true, first: false, hasta };
};

/** The server is tried at once instead of after its pause. */
export const endPause = async (trx: Db | Trx, medio: Medio, now: Date): Promise<void> => {
  await trx
    .updateTable('correos_servidor')
    .set({ hasta: now })
    .where('medio', '=', medio)
    .where('hasta', '>', now)
    .execute();
};
