import { type ColumnType, type Generated, type GeneratedAlways, sql } from 'kysely';
import type { ClaseOpcional } from '../../shared/avisos.ts';
import { type CausaCorreo, CORREO, type EstadoCorreo, type Medio } from '../../shared/correos.ts';
import { inEstado, mayTake } from '../db/estados.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Content } from './compose.ts';

declare module '../db/index.ts' {
  interface Tables {
    correos: {
      id: string;
      /** By which way it goes: `para` is an address, or a telephone (E.164). */
      medio: Generated<Medio>;
      para: string;
      asunto: string;
      /** What it says. Null once sent by SMTP: mails carry one-time links and are not kept. */
      contenido: ColumnType<Content | null, string | null, null>;
      estado: EstadoCorreo;
      creado_en: Generated<Date>;
      enviado_en: Date | null;
      /** Somebody waits in front of the screen for it. */
      urgente: Generated<boolean>;
      /** Once delivered or given up, nothing of it is remembered. */
      olvidar: Generated<boolean>;
      intentos: Generated<number>;
      /** Not before; by the portal's clock, like `vence_en`: tried until then. */
      proximo: Generated<Date>;
      vence_en: Generated<Date>;
      /** The process that is sending it and its term, by the database's clock. */
      reservado_por: string | null;
      reservado_hasta: Date | null;
      causa: CausaCorreo | null;
      respuesta: string | null;
      fallido_en: Date | null;
      /** Address and subject, folded: what it is looked for by. */
      busqueda: GeneratedAlways<string>;
    };
    /** Kinds of mail that an account finds in the portal only. */
    correos_apagados: { uid: string; clase: ClaseOpcional; desde: Date };
    correos_rechazos: { direccion: string; desde: Date; respuesta: string | null };
    correos_servidor: {
      medio: Medio;
      /** Since when the server takes nothing, when it was tried last, and when it will be next. */
      desde: Date;
      ultima: Date;
      fallas: Generated<number>;
      hasta: Date;
      respuesta: string | null;
    };
  }
}

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

/** Writes a mail, unless that account switched its kind off; it is due at once, also when somebody's clock is moved. */
export const insertCorreo = (
  trx: Trx,
  mail: {
    id: string;
    medio: Medio;
    para: string;
    asunto: string;
    contenido: Content;
    urgente: boolean;
    olvidar?: boolean;
  },
  now: Date,
  vence_en: Date,
  unless?: { uid: string; clase: ClaseOpcional },
) =>
  trx
    .insertInto('correos')
    .columns([
      'id',
      'medio',
      'para',
      'asunto',
      'contenido',
      'urgente',
      'olvidar',
      'estado',
      'proximo',
      'vence_en',
    ])
    .expression(
      trx
        .selectNoFrom([
          sql<string>`${mail.id}::uuid`.as('id'),
          sql<Medio>`${mail.medio}::text`.as('medio'),
          sql<string>`${mail.para}::text`.as('para'),
          sql<string>`${mail.asunto}::text`.as('asunto'),
          sql<string>`${JSON.stringify(mail.contenido)}::jsonb`.as('contenido'),
          sql<boolean>`${mail.urgente}::boolean`.as('urgente'),
          sql<boolean>`${mail.olvidar ?? false}::boolean`.as('olvidar'),
          sql<EstadoCorreo>`${CORREO.pasos.escribir.a}::text`.as('estado'),
          sql<Date>`least(${now}::timestamptz, now())`.as('proximo'),
          sql<Date>`${vence_en}::timestamptz`.as('vence_en'),
        ])
        .$if(unless !== undefined, (query) =>
          query.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('correos_apagados')
                  .select('uid')
                  .where('uid', '=', unless?.uid ?? '')
                  .where('clase', '=', unless?.clase ?? ('' as ClaseOpcional)),
              ),
            ),
          ),
        ),
    );

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

/** How the server is; undefined while it is well. */
export const findServidor = (db: Db, medio: Medio) =>
  db
    .selectFrom('correos_servidor')
    .select(['desde', 'ultima', 'fallas', 'hasta', 'respuesta'])
    .where('medio', '=', medio)
    .executeTakeFirst();

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

/**
 * Sends again what was given up, or at once what waits; what is being sent just now, and what was sent
 * (its text is gone), stays as it is. Gives which.
 */
export const resendCorreos = async (
  trx: Trx,
  ids: readonly string[],
  now: Date,
  vence_en: Date,
): Promise<string[]> => {
  const rows = await trx
    .updateTable('correos')
    .set({
      estado: CORREO.pasos.reenviar.a,
      fallido_en: null,
      proximo: sql<Date>`least(${now}::timestamptz, now())`,
      vence_en,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    // The code of a message to a telephone is over by then: its person asks for another.
    .where('medio', '=', 'correo')
    .where(mayTake(CORREO, 'reenviar'))
    .where('contenido', 'is not', null)
    .where(sql<boolean>`(reservado_hasta is null or reservado_hasta < now())`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Takes away what was given up. Gives which. */
export const discardCorreos = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('correos')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(mayTake(CORREO, 'descartar'))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** How many wait by a way, which for longest and since when, and how many were given up and are kept. */
export const countCorreos = async (db: Db, medio: Medio) => {
  const de = sql`medio = ${sql.lit(medio)}`;
  const { rows } = await sql<{
    esperan: number;
    masAntiguo: string | null;
    desde: Date | null;
    fallidos: number;
  }>`
    select (select count(*)::int from correos where ${inEstado(CORREO, 'estado', 'pendiente')} and ${de}) as esperan,
      e.id as "masAntiguo", e.creado_en as desde,
      (select count(*)::int from correos where ${inEstado(CORREO, 'estado', 'fallido')} and ${de}) as fallidos
    from (select 1) as uno left join lateral (
      select id, creado_en from correos where ${inEstado(CORREO, 'estado', 'pendiente')} and ${de}
      order by creado_en limit 1
    ) e on true`.execute(db);
  return rows[0]!;
};

/** The newest of the local mailbox. */
export const selectMailbox = (db: Db, medios: readonly Medio[]) =>
  db
    .selectFrom('correos')
    .select(['id', 'medio', 'para', 'asunto', 'contenido', 'creado_en', 'enviado_en'])
    .where('medio', 'in', medios)
    .where('estado', '=', 'enviado')
    .orderBy('creado_en', 'desc')
    .limit(200)
    .execute();

/** Removes what nobody asks for any more. */
export const deleteOldCorreos = async (
  db: Db,
  {
    sentBefore,
    failedBefore,
    codesBefore,
  }: { sentBefore: Date; failedBefore: Date; codesBefore: Date },
): Promise<void> => {
  await db
    .deleteFrom('correos')
    .where((eb) =>
      eb.or([
        eb('estado', '=', 'enviado').and('enviado_en', '<', sentBefore),
        eb('estado', '=', 'fallido').and('fallido_en', '<', failedBefore),
        eb('medio', '=', 'telefono').and('vence_en', '<', codesBefore),
        // Whoever it was written to has had their data cancelled.
        eb('estado', '<>', 'pendiente').and('olvidar', '=', true),
      ]),
    )
    .execute();
};
