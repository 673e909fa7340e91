import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { nombreDeCuenta, uidDe } from '../../../../identidad/server/reading.ts';
import { INSCRITOS, queMuestran } from '../../server/reading.ts';
import type { Destinatarios } from '../contract.ts';

export type MensajeRow = {
  id: string;
  plantilla_id: string;
  asunto: string;
  texto: string;
  personas: number;
  trabajo_id: string;
  pedido_en: Date;
  pedido_por: string;
};

declare module '../../../../../platform/server/db/index.ts' {
  interface Tables {
    mensajes_inscritos: MensajeRow;
    mensajes_destinatarios: {
      mensaje_id: string;
      inscripcion_id: string;
      /** Null: it is still to be sent. */
      atendido_en: Date | null;
      /** To how many addresses it went; 0: its person has no account. */
      correos: number | null;
    };
  }
}

/** Which inscripciones `i` are meant. */
const meant = (a: Destinatarios): RawBuilder<boolean> =>
  'ids' in a
    ? sql<boolean>`(${queMuestran({ plantillaId: a.plantillaId })} and i.id = any(${a.ids}::uuid[]))`
    : sql<boolean>`(${queMuestran(a.filtros)} and i.id <> all(${a.excepto}::uuid[]))`;

/** How many are meant, and how many of them have no account. */
export const countDestinatarios = async (
  db: Db,
  a: Destinatarios,
): Promise<{ personas: number; sin_cuenta: number }> => {
  const { rows } = await sql<{ personas: number; sin_cuenta: number }>`
    select count(*)::int as personas, (count(*) filter (where ${uidDe('pe.id')} is null))::int as sin_cuenta
    from ${INSCRITOS} where ${meant(a)}`.execute(db);
  return rows[0]!;
};

/** The first of them to be received; undefined: nobody is meant. */
export const findPrimero = async (db: Db, a: Destinatarios): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from ${INSCRITOS} where ${meant(a)} order by i.enviada_en, i.id limit 1`.execute(
    db,
  );
  return rows[0]?.id;
};

export const findMensaje = (db: Db | Trx, id: string): Promise<MensajeRow | undefined> =>
  db.selectFrom('mensajes_inscritos').selectAll().where('id', '=', id).executeTakeFirst();

/** False: there is one with that id. */
export const insertMensaje = async (trx: Trx, row: MensajeRow): Promise<boolean> => {
  const inserted = await trx
    .insertInto('mensajes_inscritos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** Everybody who is meant now is to be written to, whatever becomes of the list meanwhile. Gives how many they are. */
export const insertDestinatarios = async (
  trx: Trx,
  mensajeId: string,
  a: Destinatarios,
): Promise<number> => {
  const result = await sql`
    insert into mensajes_destinatarios (mensaje_id, inscripcion_id)
    select ${mensajeId}::uuid, i.id from ${INSCRITOS} where ${meant(a)}`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
};

/** What these messages say, and when, by id. */
export const selectTextos = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<MensajeRow, 'asunto' | 'texto' | 'pedido_en'>>> => {
  const { rows } = await sql<Pick<MensajeRow, 'id' | 'asunto' | 'texto' | 'pedido_en'>>`
    select m.id, m.asunto, m.texto, m.pedido_en from mensajes_inscritos m
    where m.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...said }) => [id, said]));
};

/** The next who are still to be written to, after one of them. */
export const selectPorAtender = async (
  db: Db,
  mensajeId: string,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('mensajes_destinatarios')
    .select('inscripcion_id')
    .where('mensaje_id', '=', mensajeId)
    .where('atendido_en', 'is', null)
    .$if(after !== null, (query) => query.where('inscripcion_id', '>', after!))
    .orderBy('inscripcion_id')
    .limit(limit)
    .execute();
  return rows.map(({ inscripcion_id }) => inscripcion_id);
};

/** The messages that were to any of these people. */
export const selectMensajesA = async (
  trx: Trx,
  personaIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct d.mensaje_id as id from mensajes_destinatarios d
    join inscripciones i on i.id = d.inscripcion_id
    where i.persona_id = any(${personaIds}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
};

/** Of these, those that are to nobody any more go. */
export const deleteSinDestinatarios = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await sql`delete from mensajes_inscritos m where m.id = any(${ids}::uuid[])
    and not exists (select from mensajes_destinatarios d where d.mensaje_id = m.id)`.execute(trx);
};

/** They were written to, at so many addresses; false: they had been, or are to be no more. */
export const markAtendido = async (
  trx: Trx,
  de: { mensajeId: string; inscripcionId: string },
  { en, correos }: { en: Date; correos: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('mensajes_destinatarios')
    .set({ atendido_en: en, correos })
    .where('mensaje_id', '=', de.mensajeId)
    .where('inscripcion_id', '=', de.inscripcionId)
    .where('atendido_en', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type Figuras = { enviados: number; sin_cuenta: number };

const FIGURES = sql`(select (count(*) filter (where d.correos > 0))::int from mensajes_destinatarios d
    where d.mensaje_id = m.id) as enviados,
  (select (count(*) filter (where d.correos = 0))::int from mensajes_destinatarios d
    where d.mensaje_id = m.id) as sin_cuenta`;

/** How far one has come. */
export const readFiguras = async (db: Db, id: string): Promise<Figuras> => {
  const { rows } = await sql<Figuras>`
    select ${FIGURES} from mensajes_inscritos m where m.id = ${id}`.execute(db);
  return rows[0]!;
};

/** One with how far it has come, and the name of who asked for it (null: their account is gone). */
export type MensajeLeido = MensajeRow & Figuras & { pidio: string | null };

/** Of a plantilla, or those that one inscripción was meant by; the newest first. */
export const selectMensajes = async (
  db: Db,
  de: { plantillaId: string } | { inscripcionId: string },
): Promise<MensajeLeido[]> => {
  const which =
    'plantillaId' in de
      ? sql`m.plantilla_id = ${de.plantillaId}`
      : sql`exists (select from mensajes_destinatarios d
          where d.mensaje_id = m.id and d.inscripcion_id = ${de.inscripcionId})`;
  const { rows } = await sql<MensajeLeido>`
    select m.*, ${FIGURES}, ${nombreDeCuenta('m.pedido_por')} as pidio from mensajes_inscritos m where ${which}
    order by m.pedido_en desc, m.id limit 100`.execute(db);
  return rows;
};
