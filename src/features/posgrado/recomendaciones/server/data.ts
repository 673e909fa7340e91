import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { correoDe, correosDePersona, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { BASES } from '../../convocatorias/contract.ts';
import {
  CONVOCATORIA,
  type EstadoConvocatoria,
  type EstadoRecomendacion,
  type EstadoSolicitud,
  RECOMENDACION,
  SOLICITUD,
} from '../../estados.ts';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    recomendaciones: {
      id: Generated<string>;
      solicitud_id: string;
      estado: EstadoRecomendacion;
      nombre: string;
      correo: string;
      institucion: string;
      relacion: string;
      /** SHA-256 (hex) of the key in force; null before the first invitation. */
      clave_hash: Nullable<string>;
      clave_numero: Generated<number>;
      invitada_en: Nullable<Date>;
      recordada_en: Nullable<Date>;
      abierta_en: Nullable<Date>;
      recibida_en: Nullable<Date>;
      /** Sealed with the id: it is read with `CARTA`. */
      carta: Nullable<string>;
      motivo: Nullable<string>;
      sospecha: Generated<boolean>;
      reemplaza_a: Nullable<string>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}

/** The application that letters are for, with its call, its person and where these are written to. */
export type SolicitudDeCartas = ActividadRow &
  PersonaRow & {
    solicitud_id: string;
    solicitud: EstadoSolicitud;
    persona_id: string;
    convocatoria_id: string;
    convocatoria: EstadoConvocatoria;
    solicitud_cierra: Date;
    recomendaciones_cierra: Date;
    bases: unknown;
    /** Address of its person's account; null: they have none. */
    correo: string | null;
    uid: string | null;
  };

const SOLICITUD_TABLES = sql`solicitudes s join convocatorias cv on cv.id = s.convocatoria_id
  join ${ACTIVIDAD.tables} on e.id = cv.edicion_id join ${PERSONA.tables} on pe.id = s.persona_id`;
const SOLICITUD_COLUMNS = sql`${ACTIVIDAD.columns}, ${PERSONA.columns}, s.id as solicitud_id, s.estado as solicitud, s.persona_id,
  cv.id as convocatoria_id, cv.estado as convocatoria, cv.solicitud_cierra, cv.recomendaciones_cierra, cv.bases,
  ${correoDe('pe.id')} as correo, ${uidDe('pe.id')} as uid`;

const withBases = <R extends { bases: unknown }>(row: R) => ({
  ...row,
  bases: BASES.read(row.bases),
});

/** One application, of that person only when `personaId` says whose; with `lock`, held until the transaction ends. */
export const findSolicitudDeCartas = async (
  db: Db | Trx,
  id: string,
  { personaId, lock = false }: { personaId?: string; lock?: boolean } = {},
) => {
  if (lock) await sql`select from solicitudes where id = ${id} for update`.execute(db);
  const { rows } = await sql<SolicitudDeCartas>`
    select ${SOLICITUD_COLUMNS} from ${SOLICITUD_TABLES}
    where s.id = ${id} ${personaId === undefined ? sql`` : sql`and s.persona_id = ${personaId}`}`.execute(
    db,
  );
  return rows[0] && withBases(rows[0]);
};
export type SolicitudLeida = NonNullable<Awaited<ReturnType<typeof findSolicitudDeCartas>>>;

const COLUMNS = [
  'id',
  'solicitud_id',
  'estado',
  'nombre',
  'correo',
  'institucion',
  'relacion',
  'clave_hash',
  'clave_numero',
  'invitada_en',
  'abierta_en',
  'recibida_en',
  'sospecha',
  'reemplaza_a',
  'actualizado_en',
] as const;

/** All that there is of a referee but the letter and why they declined. */
const select = (db: Db | Trx) => db.selectFrom('recomendaciones').select([...COLUMNS]);
export type RecomendacionRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Of one application, in the order in which they were proposed. */
export const selectDeSolicitud = (db: Db | Trx, solicitudId: string): Promise<RecomendacionRow[]> =>
  select(db).where('solicitud_id', '=', solicitudId).orderBy('creado_en').orderBy('id').execute();

export const findRecomendacion = (
  db: Db | Trx,
  id: string,
): Promise<RecomendacionRow | undefined> => select(db).where('id', '=', id).executeTakeFirst();

/** By the digest of the key in force. */
export const findByClave = (db: Db | Trx, hash: string): Promise<RecomendacionRow | undefined> =>
  select(db).where('clave_hash', '=', hash).executeTakeFirst();

/** Every address of a person. */
export const selectCorreosDe = async (db: Db | Trx, personaId: string): Promise<string[]> => {
  const { rows } = await sql<{ correo: string }>`
    select m.correo from ${correosDePersona(personaId)} m`.execute(db);
  return rows.map(({ correo }) => correo);
};

export const countVivasDe = async (db: Db | Trx, solicitudId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recomendaciones r
    where r.solicitud_id = ${solicitudId} and ${inGrupo(RECOMENDACION, 'vivas', 'r.estado')}`.execute(
    db,
  );
  return rows[0]!.n;
};

/** A referee who is not invited yet; null: somebody with that address is, or that letter is replaced already. */
export const insertRecomendacion = async (
  trx: Trx,
  row: Pick<
    RecomendacionRow,
    'solicitud_id' | 'nombre' | 'correo' | 'institucion' | 'relacion' | 'reemplaza_a'
  > & { creado_en: Date },
): Promise<string | null> => {
  const made = await trx
    .insertInto('recomendaciones')
    .values({ ...row, estado: RECOMENDACION.pasos.proponer.a, actualizado_en: row.creado_en })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
};

export const deletePropuesta = async (trx: Trx, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('recomendaciones')
    .where('id', '=', id)
    .where(mayTake(RECOMENDACION, 'quitar'))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

type Clave = { hash: string; numero: number };

/** Invites one, with the digest of their key; false: they were, or it was cancelled. */
export const updateInvitada = async (
  trx: Trx,
  id: string,
  { hash, numero, ahora }: Clave & { ahora: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('recomendaciones')
    .set({
      estado: RECOMENDACION.pasos.invitar.a,
      clave_hash: hash,
      clave_numero: numero,
      invitada_en: ahora,
      actualizado_en: ahora,
    })
    .where('id', '=', id)
    .where(mayTake(RECOMENDACION, 'invitar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The same person at another address and with another key; false: it is not awaited any more. */
export const updateCorreo = async (
  trx: Trx,
  id: string,
  { correo, hash, numero, ahora }: Clave & { correo: string; ahora: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('recomendaciones')
    .set({
      correo,
      clave_hash: hash,
      clave_numero: numero,
      invitada_en: ahora,
      recordada_en: null,
      abierta_en: null,
      actualizado_en: ahora,
    })
    .where('id', '=', id)
    .where(mayTake(RECOMENDACION, 'reinvitar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Whether a step may still be taken from an invitation with that key, for whoever writes with it in one statement. */
const invitada = (trx: Trx, { id, hash }: { id: string; hash: string }) =>
  trx
    .updateTable('recomendaciones')
    .where('id', '=', id)
    .where('clave_hash', '=', hash)
    .where(inEstado(RECOMENDACION, 'estado', 'invitada'));

/** When the link was opened for the first time; false: it was, or it does not open any more. */
export const markAbierta = async (
  trx: Trx,
  cual: { id: string; hash: string },
  en: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await invitada(trx, cual)
    .set({ abierta_en: en })
    .where('abierta_en', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** It was opened from where the applicant enters; false: that was known. */
export const markSospecha = async (trx: Trx, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('recomendaciones')
    .set({ sospecha: true })
    .where('id', '=', id)
    .where('sospecha', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Keeps the letter; false: it was answered, cancelled, or another key took the place of this one. */
export const updateRecibida = async (
  trx: Trx,
  { id, hash, carta, en }: { id: string; hash: string; carta: string; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await invitada(trx, { id, hash })
    .set({ estado: RECOMENDACION.pasos.recibir.a, carta, recibida_en: en, actualizado_en: en })
    .where(mayTake(RECOMENDACION, 'recibir'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The same of one who will not write it. */
export const updateDeclinada = async (
  trx: Trx,
  { id, hash, motivo, en }: { id: string; hash: string; motivo: string | null; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await invitada(trx, { id, hash })
    .set({ estado: RECOMENDACION.pasos.declinar.a, motivo, actualizado_en: en })
    .where(mayTake(RECOMENDACION, 'declinar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What an application still waits for is cancelled; those rows, as they were. */
export const cancelDeSolicitud = async (
  trx: Trx,
  solicitudId: string,
  ahora: Date,
): Promise<RecomendacionRow[]> => {
  const rows = await select(trx)
    .where('solicitud_id', '=', solicitudId)
    .where(mayTake(RECOMENDACION, 'cancelar'))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length > 0) {
    await trx
      .updateTable('recomendaciones')
      .set({ estado: RECOMENDACION.pasos.cancelar.a, actualizado_en: ahora })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where(mayTake(RECOMENDACION, 'cancelar'))
      .execute();
  }
  return rows;
};

/** What an application was still waiting for lapses; those rows. */
export const lapseDeSolicitud = async (
  trx: Trx,
  solicitudId: string,
  ahora: Date,
): Promise<RecomendacionRow[]> =>
  trx
    .updateTable('recomendaciones')
    .set({ estado: RECOMENDACION.pasos.vencer.a, actualizado_en: ahora })
    .where('solicitud_id', '=', solicitudId)
    .where(mayTake(RECOMENDACION, 'vencer'))
    .returning([...COLUMNS])
    .execute();

/** Reminded at that instant; false: it was since `desde`, or it is not awaited any more. */
export const markRecordada = async (
  trx: Trx,
  id: string,
  { desde, ahora }: { desde: Date; ahora: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('recomendaciones')
    .set({ recordada_en: ahora })
    .where('id', '=', id)
    .where(inEstado(RECOMENDACION, 'estado', 'invitada'))
    .where((eb) => eb.or([eb('recordada_en', 'is', null), eb('recordada_en', '<', desde)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Whether the application of a letter competes, or is a draft that may still be sent. */
const seEspera = (ahora: Date) =>
  sql<boolean>`(${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and (${inGrupo(SOLICITUD, 'enConcurso', 's.estado')}
    or (${inEstado(SOLICITUD, 's.estado', 'borrador')} and cv.solicitud_cierra >= ${ahora})))`;

/** The calls with letters that are awaited, and until when. */
export const selectPlazos = async (
  db: Db,
  ahora: Date,
): Promise<{ id: string; recomendaciones_cierra: Date }[]> => {
  const { rows } = await sql<{ id: string; recomendaciones_cierra: Date }>`
    select cv.id, cv.recomendaciones_cierra from convocatorias cv
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} and cv.recomendaciones_cierra > ${ahora}
      and exists (select from solicitudes s join recomendaciones r on r.solicitud_id = s.id
        where s.convocatoria_id = cv.id and ${inEstado(RECOMENDACION, 'r.estado', 'invitada')})
    order by cv.id`.execute(db);
  return rows;
};

/** Referees of a call who were invited before an instant and not reminded since. */
export const selectPorRecordar = async (
  db: Db,
  { convocatoriaId, desde, ahora }: { convocatoriaId: string; desde: Date; ahora: Date },
): Promise<{ id: string; solicitud_id: string }[]> => {
  const { rows } = await sql<{ id: string; solicitud_id: string }>`
    select r.id, r.solicitud_id from recomendaciones r join solicitudes s on s.id = r.solicitud_id
    join convocatorias cv on cv.id = s.convocatoria_id
    where cv.id = ${convocatoriaId} and ${inEstado(RECOMENDACION, 'r.estado', 'invitada')}
      and r.invitada_en < ${desde} and (r.recordada_en is null or r.recordada_en < ${desde}) and ${seEspera(ahora)}
    order by r.id`.execute(db);
  return rows;
};

/** Applications with letters whose deadline passed before an instant. */
export const selectVencidas = async (db: Db, hasta: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from recomendaciones r join solicitudes s on s.id = r.solicitud_id
    join convocatorias cv on cv.id = s.convocatoria_id
    where ${inEstado(RECOMENDACION, 'r.estado', 'invitada')} and cv.recomendaciones_cierra < ${hasta}
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Drafts that were not sent before an instant, whose referees still wait. */
export const selectSinEnviar = async (db: Db, hasta: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from recomendaciones r join solicitudes s on s.id = r.solicitud_id
    join convocatorias cv on cv.id = s.convocatoria_id
    where ${inEstado(RECOMENDACION, 'r.estado', 'invitada')} and ${inEstado(SOLICITUD, 's.estado', 'borrador')}
      and cv.solicitud_cierra < ${hasta}
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
};

export type CartaRow = Pick<
  RecomendacionRow,
  'id' | 'solicitud_id' | 'nombre' | 'institucion' | 'relacion' | 'sospecha'
> & { carta: string; recibida_en: Date };

/** The letters received of these applications, sealed, in the order in which they came. */
export const selectCartas = async (
  db: Db | Trx,
  solicitudes: readonly string[],
): Promise<CartaRow[]> => {
  const { rows } = await sql<CartaRow>`
    select r.id, r.solicitud_id, r.nombre, r.institucion, r.relacion, r.sospecha, r.carta, r.recibida_en from recomendaciones r
    where r.solicitud_id = any(${solicitudes}::uuid[]) and ${inEstado(RECOMENDACION, 'r.estado', 'recibida')}
      and r.carta is not null
    order by r.recibida_en, r.id`.execute(db);
  return rows;
};

/** Letters of a person that will not come and that nobody replaces, with their application: for their home. */
export type PorReemplazarRow = ActividadRow & {
  convocatoria_id: string;
  recomendaciones_cierra: Date;
  declinadas: number;
};
export const selectPorReemplazar = async (
  db: Db,
  personaId: string,
  ahora: Date,
): Promise<PorReemplazarRow[]> => {
  const { rows } = await sql<PorReemplazarRow>`
    select ${ACTIVIDAD.columns}, cv.id as convocatoria_id, cv.recomendaciones_cierra, x.n as declinadas
    from solicitudes s join convocatorias cv on cv.id = s.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    cross join lateral (select count(*)::int as n from recomendaciones r
      where r.solicitud_id = s.id and ${inGrupo(RECOMENDACION, 'perdidas', 'r.estado')} and r.reemplaza_a is null
        and not exists (select from recomendaciones o where o.reemplaza_a = r.id)) x
    where s.persona_id = ${personaId} and x.n > 0 and cv.recomendaciones_cierra >= ${ahora} and ${seEspera(ahora)}
    order by cv.recomendaciones_cierra, s.id limit 20`.execute(db);
  return rows;
};

/** What these addresses were still asked for is cancelled: the ids, with whose application each is for. */
export const cancelDeCorreos = async (
  trx: Trx,
  correos: readonly string[],
  ahora: Date,
): Promise<{ id: string; persona_id: string }[]> => {
  const { rows } = await sql<{ id: string; persona_id: string }>`
    update recomendaciones r set estado = ${RECOMENDACION.pasos.cancelar.a}, actualizado_en = ${ahora}
    from solicitudes s where s.id = r.solicitud_id and lower(r.correo) = any(${correos}::text[])
      and ${mayTake(RECOMENDACION, 'cancelar', 'r.estado')}
    returning r.id, s.persona_id`.execute(trx);
  return rows;
};

/** Of a row `t`: its application was sent, and stays with what it was decided on. */
export const deEnviada: RawBuilder<boolean> = sql<boolean>`exists (select from solicitudes s
  where s.id = t.solicitud_id and s.enviada_en is not null)`;

/** Applications of these people with letters that are still waited for. */
export const selectConVivas = async (
  trx: Trx,
  personaIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select s.id from solicitudes s
    where s.persona_id = any(${personaIds}::uuid[]) and exists (select from recomendaciones r
      where r.solicitud_id = s.id and ${mayTake(RECOMENDACION, 'cancelar', 'r.estado')}) order by s.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};
