import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type RawBuilder,
  sql,
} from 'kysely';
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
      /** The affair whose parties may not see it listed; null: whoever administers mail sees it. */
      reserva: string | null;
    };
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

/** Writes a message; it is due at once, also when somebody's clock is moved. */
export const insertCorreo = async (
  trx: Trx,
  mail: {
    id: string;
    medio: Medio;
    para: string;
    asunto: string;
    contenido: Content;
    urgente: boolean;
  },
  now: Date,
  vence_en: Date,
): Promise<void> => {
  await sql`insert into correos (id, medio, para, asunto, contenido, urgente, estado, proximo, vence_en)
    values (${mail.id}, ${mail.medio}, ${mail.para}, ${mail.asunto}, ${JSON.stringify(mail.contenido)}::text::jsonb, ${mail.urgente},
      ${CORREO.pasos.escribir.a}, least(${now}::timestamptz, now()), ${vence_en})`.execute(trx);
};

/** How the server is; undefined while it is well. */
export const findServidor = (db: Db, medio: Medio) =>
  db
    .selectFrom('correos_servidor')
    .select(['desde', 'ultima', 'fallas', 'hasta', 'respuesta'])
    .where('medio', '=', medio)
    .executeTakeFirst();

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

/**
 * How many wait by a way, which for longest and since when, and how many were given up and are kept; only of those that meet a condition
 * on `correos`.
 */
export const countCorreos = async (
  db: Db,
  medio: Medio,
  visibles: RawBuilder<boolean> = sql`true`,
) => {
  const de = sql`medio = ${sql.lit(medio)} and ${visibles}`;
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
