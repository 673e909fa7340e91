import { type Generated, sql } from 'kysely';
import type { ClaseCorreo, ClaseOpcional, ModoAviso } from '../../shared/avisos.ts';
import type { Db, Trx } from '../db/index.ts';

declare module '../db/index.ts' {
  interface Tables {
    /** What happened to an account's person, for the bell. */
    notificaciones: {
      id: string;
      uid: string;
      clase: ClaseCorreo;
      clave: string | null;
      titulo: string;
      enlace: string | null;
      /** How many of the same key came before it was read. */
      cuantas: Generated<number>;
      creado_en: Date;
      leida_en: Date | null;
      resumida_en: Date | null;
    };
    /** By which way an optional kind reaches an account; without a row, by the one of its declaration. */
    avisos_elegidos: { uid: string; clase: ClaseOpcional; modo: ModoAviso; desde: Date };
    /** Texts of letters as an Admin wrote them; without text, that of the code is in force again. */
    cartas_textos: {
      clave: string;
      version: number;
      asunto: string | null;
      cuerpo: string | null;
      escrito_en: Date;
      escrito_por: string;
    };
  }
}

/** One message as the statement takes it. `id`: of its notification; null: it has none. */
export type Written = {
  n: number;
  id: string | null;
  uid: string | null;
  clase: string;
  clave: string | null;
  titulo: string;
  enlace: string | null;
  creado_en: Date;
  /** How it comes without a choice; null: always by mail. */
  omision: ModoAviso | null;
  /** Rows of `correos`. */
  cartas: readonly object[];
};

/** A letter that was written, or a notification that was (`uid`). */
type Result = { id: string; uid: string | null; creado_en: Date | null };

/**
 * Writes notifications and letters in one statement. A notification adds to the unread one of the same key; a letter of an
 * optional kind is written when its account has that kind by mail.
 */
export const insertAvisos = async (trx: Trx, written: readonly Written[]): Promise<Result[]> => {
  const { rows } = await sql<Result>`
    with m as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb) as m(n int, id uuid, uid text, clase text, clave text,
        titulo text, enlace text, creado_en timestamptz, omision text, cartas jsonb)
    ), avisadas as (
      insert into notificaciones as a (id, uid, clase, clave, titulo, enlace, creado_en)
      select distinct on (m.uid, coalesce(m.clave, m.id::text)) m.id, m.uid, m.clase, m.clave, m.titulo, m.enlace, m.creado_en
      from m join cuentas c on c.uid = m.uid where m.id is not null order by m.uid, coalesce(m.clave, m.id::text), m.n desc
      on conflict (uid, clave) where leida_en is null do update set cuantas = a.cuantas + 1, clase = excluded.clase,
        titulo = excluded.titulo, enlace = excluded.enlace, creado_en = excluded.creado_en, resumida_en = null
      returning a.id, a.uid, a.creado_en
    ), cartas as (
      insert into correos (id, medio, para, asunto, contenido, urgente, olvidar, reserva, estado, proximo, vence_en)
      select c.id, c.medio, c.para, c.asunto, c.contenido, c.urgente, c.olvidar, c.reserva, c.estado, least(c.proximo, now()), c.vence_en
      from m cross join jsonb_to_recordset(m.cartas) as c(id uuid, medio text, para text, asunto text, contenido jsonb, urgente boolean,
        olvidar boolean, reserva text, estado text, proximo timestamptz, vence_en timestamptz)
      where m.omision is null or coalesce(
        (select e.modo from avisos_elegidos e where e.uid = m.uid and e.clase = m.clase), m.omision) = 'correo'
      returning id
    )
    select id, uid, creado_en from avisadas union all select id, null, null from cartas`.execute(
    trx,
  );
  return rows;
};

/** Which of these notifications are there as they were written: their transaction was committed. */
export const selectWritten = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('notificaciones')
    .select(['id', 'uid', 'creado_en'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();

/** Accounts that were told something since an instant, and when last. */
export const selectSince = (db: Db, desde: Date) =>
  db
    .selectFrom('notificaciones')
    .select(['uid', sql<Date>`max(creado_en)`.as('en')])
    .where('creado_en', '>', desde)
    .groupBy('uid')
    .execute();

/** The texts in force that are not the code's. */
export const selectTextosVigentes = async (db: Db | Trx) => {
  const { rows } = await sql<{ clave: string; asunto: string; cuerpo: string }>`
    select clave, asunto, cuerpo from (
      select distinct on (clave) clave, asunto, cuerpo from cartas_textos order by clave, version desc) t
    where asunto is not null`.execute(db);
  return rows;
};
