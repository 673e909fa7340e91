import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { TipoEtapa } from '../../convocatorias/contract.ts';
import {
  type EstadoHorario,
  type EstadoSolicitud,
  HORARIO,
  IMPEDIMENTO,
  SOLICITUD,
} from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    horarios: {
      id: Generated<string>;
      etapa_id: string;
      estado: EstadoHorario;
      /** Evaluators of the panel. */
      panel: string[];
      inicia: Date;
      termina: Date;
      lugar: string;
      solicitud_id: ColumnType<string | null, string | null | undefined, string | null>;
      motivo: ColumnType<string | null, string | null | undefined, string | null>;
      secuencia: Generated<number>;
      recordado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_por: string;
      creado_en: Date;
      actualizado_en: Date;
    };
    entrevista_citas: {
      etapa_id: string;
      solicitud_id: string;
      horario_id: string;
      cambios: Generated<number>;
      secuencia: Generated<number>;
      actualizado_en: Date;
    };
  }
}

/** A call `cv` with its edition `e` and course `c`. */
const CONVOCATORIA = sql`(convocatorias cv join ${ACTIVIDAD.tables} on e.id = cv.edicion_id)`;
const ENTREVISTA = sql.lit('entrevista' satisfies TipoEtapa);
/** True of a slot that was not cancelled. */
const isVigente = (columna: string) =>
  inEstado(HORARIO, columna, 'abierto', 'reservado', 'realizado', 'sinPresentarse');
const noCancelado = isVigente('h.estado');

export type EtapaRow = {
  id: string;
  convocatoria_id: string;
  nombre: string;
  cerrada_en: Date | null;
  vence_en: Date | null;
};

/** A stage of interviews; with `lock`, it is not closed until the transaction ends. */
export const findEtapaDeEntrevista = async (
  db: Db | Trx,
  etapaId: string,
  { lock = false } = {},
): Promise<EtapaRow | undefined> => {
  const { rows } = await sql<EtapaRow>`
    select t.id, t.convocatoria_id, t.nombre, t.cerrada_en, t.vence_en from convocatoria_etapas t
    where t.id = ${etapaId} and t.tipo = ${ENTREVISTA} ${lock ? sql`for share of t` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** The stages of interviews of a call, in order. */
export const selectEtapasDeEntrevista = async (
  db: Db,
  convocatoriaId: string,
): Promise<EtapaRow[]> => {
  const { rows } = await sql<EtapaRow>`
    select t.id, t.convocatoria_id, t.nombre, t.cerrada_en, t.vence_en from convocatoria_etapas t
    where t.convocatoria_id = ${convocatoriaId} and t.tipo = ${ENTREVISTA} order by t.orden`.execute(
    db,
  );
  return rows;
};

export type SolicitudRow = {
  id: string;
  folio: string;
  persona_id: string;
  convocatoria_id: string;
  estado: EstadoSolicitud;
};

/** An application that was sent; with `lock`, held until the transaction ends: it does not withdraw meanwhile. */
export const findSolicitudEnviada = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<SolicitudRow | undefined> => {
  const { rows } = await sql<SolicitudRow>`
    select s.id, s.folio, s.persona_id, s.convocatoria_id, s.estado from solicitudes s
    where s.id = ${id} and s.folio is not null ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** Applications in evaluation among these, by folio. */
export const selectSolicitudes = async (
  db: Db,
  ids: readonly string[],
): Promise<(SolicitudRow & PersonaRow)[]> => {
  const { rows } = await sql<SolicitudRow & PersonaRow>`
    select s.id, s.folio, s.persona_id, s.convocatoria_id, s.estado, ${PERSONA.columns}
    from solicitudes s join ${PERSONA.tables} on pe.id = s.persona_id
    where s.id = any(${ids}::uuid[]) and ${inEstado(SOLICITUD, 's.estado', 'enEvaluacion')} order by s.folio`.execute(
    db,
  );
  return rows;
};

export type EvaluadorRow = { id: string; persona_id: string; nombre: string };

/** The evaluators of a call who score in a stage. */
export const selectEvaluadoresDe = async (
  db: Db | Trx,
  { convocatoria_id, id }: Pick<EtapaRow, 'id' | 'convocatoria_id'>,
): Promise<EvaluadorRow[]> => {
  const { rows } = await sql<EvaluadorRow>`
    select e.id, e.persona_id, pe.nombre_completo as nombre
    from evaluadores e join ${PERSONA.tables} on pe.id = e.persona_id
    where e.convocatoria_id = ${convocatoria_id} and e.baja_en is null
      and (cardinality(e.etapas) = 0 or ${id}::uuid = any(e.etapas))
    order by pe.nombre_completo, e.id`.execute(db);
  return rows;
};

/** The people of these evaluators, whatever became of them. */
export const selectPersonasDePanel = async (
  db: Db | Trx,
  panel: readonly string[],
): Promise<{ id: string; persona_id: string }[]> => {
  const { rows } = await sql<{ id: string; persona_id: string }>`
    select e.id, e.persona_id from evaluadores e where e.id = any(${panel}::uuid[])`.execute(db);
  return rows;
};

/** Holds these people as evaluators until the transaction ends: whoever makes slots for one of them waits. */
export const lockPanel = async (trx: Trx, personas: readonly string[]): Promise<void> => {
  await sql`select e.id from evaluadores e where e.persona_id = any(${personas}::uuid[])
    order by e.id for no key update`.execute(trx);
};

/** The first of these slots at whose time somebody of these people is in another panel, in whichever call; with who that is. */
export const findEncimado = async (
  db: Db | Trx,
  personas: readonly string[],
  horarios: readonly { inicia: Date; termina: Date }[],
): Promise<{ inicia: Date; nombre: string } | undefined> => {
  const { rows } = await sql<{ inicia: Date; nombre: string }>`
    select n.inicia, pe.nombre_completo as nombre
    from jsonb_to_recordset(${JSON.stringify(horarios)}::jsonb) as n(inicia timestamptz, termina timestamptz)
    join horarios h on h.inicia < n.termina and h.termina > n.inicia and ${noCancelado}
    join evaluadores e on e.id = any(h.panel) and e.persona_id = any(${personas}::uuid[])
    join ${PERSONA.tables} on pe.id = e.persona_id
    order by n.inicia, pe.nombre_completo limit 1`.execute(db);
  return rows[0];
};

export const insertHorarios = async (
  trx: Trx,
  {
    etapaId,
    panel,
    lugar,
    horarios,
    por,
    en,
  }: {
    etapaId: string;
    panel: readonly string[];
    lugar: string;
    horarios: readonly { inicia: Date; termina: Date }[];
    por: string;
    en: Date;
  },
): Promise<void> => {
  await sql`insert into horarios (etapa_id, estado, panel, inicia, termina, lugar, creado_por, creado_en, actualizado_en)
    select ${etapaId}, ${HORARIO.pasos.abrir.a}, ${panel}::uuid[], n.inicia, n.termina, ${lugar}, ${por}, ${en}, ${en}
    from jsonb_to_recordset(${JSON.stringify(horarios)}::jsonb) as n(inicia timestamptz, termina timestamptz)`.execute(
    trx,
  );
};

export type HorarioRow = {
  id: string;
  etapa_id: string;
  estado: EstadoHorario;
  panel: string[];
  inicia: Date;
  termina: Date;
  lugar: string;
  solicitud_id: string | null;
  motivo: string | null;
};

const COLUMNS = sql`h.id, h.etapa_id, h.estado, h.panel, h.inicia, h.termina, h.lugar, h.solicitud_id, h.motivo`;

/** A slot; with `lock`, held until the transaction ends. */
export const findHorario = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<HorarioRow | undefined> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** The slot that an application has in a stage, and the one it wants, both held in one order: two that swap do not wait for each other. */
export const lockHorarios = async (
  trx: Trx,
  de: { etapaId: string; solicitudId: string; quiere: string },
): Promise<{ actual: HorarioRow | undefined; nuevo: HorarioRow | undefined }> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.etapa_id = ${de.etapaId}
      and (h.id = ${de.quiere} or (h.solicitud_id = ${de.solicitudId} and ${noCancelado}))
    order by h.id for update`.execute(trx);
  return {
    actual: rows.find(
      ({ solicitud_id, estado }) =>
        solicitud_id === de.solicitudId && estado !== HORARIO.pasos.cancelar.a,
    ),
    nuevo: rows.find(({ id }) => id === de.quiere),
  };
};

/** The slot that an application has in a stage. */
export const findHorarioDe = async (
  db: Db | Trx,
  { etapaId, solicitudId }: { etapaId: string; solicitudId: string },
): Promise<HorarioRow | undefined> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h
    where h.etapa_id = ${etapaId} and h.solicitud_id = ${solicitudId} and ${noCancelado}`.execute(
    db,
  );
  return rows[0];
};

/** The last slot of an application that the school cancelled in a stage. */
export const findCanceladoDe = async (
  db: Db,
  { etapaId, solicitudId }: { etapaId: string; solicitudId: string },
): Promise<HorarioRow | undefined> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.etapa_id = ${etapaId} and h.solicitud_id = ${solicitudId}
      and ${inEstado(HORARIO, 'h.estado', 'cancelado')}
    order by h.actualizado_en desc limit 1`.execute(db);
  return rows[0];
};

/** Free slots of a stage that begin after an instant, the first one first. */
export const selectLibres = async (
  db: Db | Trx,
  { etapaId, despuesDe }: { etapaId: string; despuesDe: Date },
): Promise<HorarioRow[]> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.etapa_id = ${etapaId}
      and ${inEstado(HORARIO, 'h.estado', 'abierto')} and h.inicia > ${despuesDe}
    order by h.inicia, h.id limit 1000`.execute(db);
  return rows;
};

/** Whether a person has another interview, of whichever call, while that slot lasts. */
export const hasOtraEntrevista = async (
  trx: Trx,
  { personaId, horario, actual }: { personaId: string; horario: HorarioRow; actual: string | null },
): Promise<boolean> => {
  const { rows } = await sql<{ tiene: boolean }>`
    select exists (select from horarios h join solicitudes s on s.id = h.solicitud_id
      where s.persona_id = ${personaId} and ${inEstado(HORARIO, 'h.estado', 'reservado')}
        and h.id is distinct from ${actual}::uuid
        and h.inicia < ${horario.termina} and h.termina > ${horario.inicia}) as tiene`.execute(trx);
  return rows[0]!.tiene;
};

/** Gives a free slot to an application; false: somebody else has it. */
export const updateReservado = async (
  trx: Trx,
  id: string,
  { solicitudId, motivo, en }: { solicitudId: string; motivo: string | null; en: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update horarios
    set estado = ${HORARIO.pasos.reservar.a}, solicitud_id = ${solicitudId}, motivo = ${motivo},
      secuencia = secuencia + 1, recordado_en = null, actualizado_en = ${en}
    where id = ${id} and ${mayTake(HORARIO, 'reservar')}`.execute(trx);
  return numAffectedRows === 1n;
};

/** Frees a slot. `recordado_en` stays: a panel that was reminded is told that nobody comes. */
export const updateLibre = async (trx: Trx, id: string, en: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`update horarios
    set estado = ${HORARIO.pasos.liberar.a}, solicitud_id = null, motivo = null, secuencia = secuencia + 1, actualizado_en = ${en}
    where id = ${id} and ${mayTake(HORARIO, 'liberar')}`.execute(trx);
  return numAffectedRows === 1n;
};

/** The slots that an application holds and that may be freed, locked. */
export const lockReservadosDe = async (trx: Trx, solicitudId: string): Promise<HorarioRow[]> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.solicitud_id = ${solicitudId} and ${mayTake(HORARIO, 'liberar', 'h.estado')}
    order by h.id for update`.execute(trx);
  return rows;
};

export const updateCancelado = async (
  trx: Trx,
  id: string,
  { motivo, en }: { motivo: string; en: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update horarios
    set estado = ${HORARIO.pasos.cancelar.a}, motivo = ${motivo}, secuencia = secuencia + 1, actualizado_en = ${en}
    where id = ${id} and ${mayTake(HORARIO, 'cancelar')}`.execute(trx);
  return numAffectedRows === 1n;
};

export const updateRegistrado = async (
  trx: Trx,
  id: string,
  paso: 'realizar' | 'registrarAusencia',
  en: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update horarios
    set estado = ${HORARIO.pasos[paso].a}, actualizado_en = ${en}
    where id = ${id} and ${mayTake(HORARIO, paso)}`.execute(trx);
  return numAffectedRows === 1n;
};

/** How often an applicant changed their slot in a stage. */
export const findCambios = async (
  db: Db | Trx,
  { etapaId, solicitudId }: { etapaId: string; solicitudId: string },
): Promise<number> =>
  (
    await db
      .selectFrom('entrevista_citas')
      .select('cambios')
      .where('etapa_id', '=', etapaId)
      .where('solicitud_id', '=', solicitudId)
      .executeTakeFirst()
  )?.cambios ?? 0;

/** What an applicant's calendar is to know: the slot is that one now. */
export const saveCita = async (
  trx: Trx,
  {
    etapaId,
    solicitudId,
    horarioId,
    cambia,
    en,
  }: { etapaId: string; solicitudId: string; horarioId: string; cambia: boolean; en: Date },
): Promise<void> => {
  await sql`insert into entrevista_citas as c (etapa_id, solicitud_id, horario_id, actualizado_en)
    values (${etapaId}, ${solicitudId}, ${horarioId}, ${en})
    on conflict (etapa_id, solicitud_id) do update set horario_id = excluded.horario_id,
      cambios = c.cambios + ${cambia ? 1 : 0}, secuencia = c.secuencia + 1, actualizado_en = excluded.actualizado_en`.execute(
    trx,
  );
};

/** What an applicant's calendar is to know: that slot is theirs no more. */
export const touchCita = async (
  trx: Trx,
  { solicitudId, horarioId, en }: { solicitudId: string; horarioId: string; en: Date },
): Promise<void> => {
  await sql`update entrevista_citas set secuencia = secuencia + 1, actualizado_en = ${en}
    where solicitud_id = ${solicitudId} and horario_id = ${horarioId}`.execute(trx);
};

export type EventoRow = {
  id: string;
  estado: EstadoHorario;
  inicia: Date;
  termina: Date;
  lugar: string;
  secuencia: number;
  cambio: Date;
  vigente: boolean;
  etapa: string;
  curso: string;
  convocatoria_id: string;
  folio: string | null;
};

/** What the calendar of an applicant shows of a stage; nothing while they never had a slot. */
export const findCita = async (
  db: Db,
  de: { etapaId: string; solicitudId: string; personaId: string },
): Promise<EventoRow | undefined> => {
  const { rows } = await sql<EventoRow>`
    select h.id, h.estado, h.inicia, h.termina, h.lugar, k.secuencia, k.actualizado_en as cambio,
      (h.solicitud_id is not distinct from s.id and ${noCancelado}) as vigente,
      t.nombre as etapa, c.nombre as curso, cv.id as convocatoria_id, s.folio
    from entrevista_citas k join horarios h on h.id = k.horario_id join solicitudes s on s.id = k.solicitud_id
    join convocatoria_etapas t on t.id = k.etapa_id
    join ${CONVOCATORIA} on cv.id = t.convocatoria_id
    where k.etapa_id = ${de.etapaId} and k.solicitud_id = ${de.solicitudId} and s.persona_id = ${de.personaId}`.execute(
    db,
  );
  return rows[0];
};

/** The slots of the panels that somebody is in from a day on: those that are or were taken. */
export const selectDelPanel = async (
  db: Db,
  { personaId, desde }: { personaId: string; desde: Date },
): Promise<EventoRow[]> => {
  const { rows } = await sql<EventoRow>`
    select h.id, h.estado, h.inicia, h.termina, h.lugar, h.secuencia, h.actualizado_en as cambio,
      (h.solicitud_id is not null and ${noCancelado}) as vigente,
      t.nombre as etapa, c.nombre as curso, cv.id as convocatoria_id, s.folio
    from evaluadores ev join horarios h on ev.id = any(h.panel)
    join convocatoria_etapas t on t.id = h.etapa_id
    join ${CONVOCATORIA} on cv.id = t.convocatoria_id
    left join solicitudes s on s.id = h.solicitud_id
    where ev.persona_id = ${personaId} and ev.baja_en is null and h.inicia >= ${desde} and h.secuencia > 0
    order by h.inicia, h.id limit 1000`.execute(db);
  return rows;
};

export type HorarioDeMesaRow = HorarioRow & {
  folio: string | null;
  persona_id: string | null;
  nombre: string | null;
  paneles: { id: string; nombre: string }[];
  /** Somebody of the panel is in conflict with its applicant. */
  impedida: boolean;
};

export type FiltrosDeHorarios = {
  etapaId: string;
  estado?: EstadoHorario | undefined;
  /** YYYY-MM-DD, in Mexico City. */
  dia?: string | undefined;
  evaluadorId?: string | undefined;
  /** A folio or a part of one, without hyphens. */
  folio?: string | undefined;
};

const whereOf = ({
  etapaId,
  estado,
  dia,
  evaluadorId,
  folio,
}: FiltrosDeHorarios) => sql`h.etapa_id = ${etapaId}
  ${estado ? sql`and ${inEstado(HORARIO, 'h.estado', estado)}` : sql``}
  ${dia ? sql`and (h.inicia at time zone 'America/Mexico_City')::date = ${dia}::date` : sql``}
  ${evaluadorId ? sql`and ${evaluadorId}::uuid = any(h.panel)` : sql``}
  ${folio ? sql`and position(${folio} in s.folio) > 0` : sql``}`;

export const countHorarios = async (db: Db, filtros: FiltrosDeHorarios): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from horarios h left join solicitudes s on s.id = h.solicitud_id
    where ${whereOf(filtros)}`.execute(db);
  return rows[0]!.n;
};

/** A page of the slots of a stage, by when they begin. */
export const selectHorarios = async (
  db: Db,
  filtros: FiltrosDeHorarios & { descendente: boolean; pagina: number; porPagina: number },
): Promise<HorarioDeMesaRow[]> => {
  const orden = filtros.descendente ? sql`h.inicia desc, h.id desc` : sql`h.inicia, h.id`;
  const { rows } = await sql<HorarioDeMesaRow>`
    select ${COLUMNS}, s.folio, s.persona_id, pe.nombre_completo as nombre,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'nombre', pe.nombre_completo) order by pe.nombre_completo), '[]')
        from evaluadores e join ${PERSONA.tables} on pe.id = e.persona_id where e.id = any(h.panel)) as paneles,
      exists (select from impedimentos i where i.solicitud_id = h.solicitud_id and i.evaluador_id = any(h.panel)
        and ${inEstado(IMPEDIMENTO, 'i.estado', 'vigente')}) as impedida
    from horarios h left join solicitudes s on s.id = h.solicitud_id left join ${PERSONA.tables} on pe.id = s.persona_id
    where ${whereOf(filtros)} order by ${orden}
    limit ${filtros.porPagina} offset ${(filtros.pagina - 1) * filtros.porPagina}`.execute(db);
  return rows;
};

/** These slots of a stage. */
export const selectPorIds = async (
  db: Db,
  etapaId: string,
  ids: readonly string[],
): Promise<HorarioRow[]> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h where h.etapa_id = ${etapaId} and h.id = any(${ids}::uuid[])
    order by h.id`.execute(db);
  return rows;
};

/** Slots that the filters show, by id, after one of them. */
export const selectTras = async (
  db: Db,
  filtros: FiltrosDeHorarios,
  { tras, limit }: { tras: string | null; limit: number },
): Promise<HorarioRow[]> => {
  const { rows } = await sql<HorarioRow>`
    select ${COLUMNS} from horarios h left join solicitudes s on s.id = h.solicitud_id
    where ${whereOf(filtros)} ${tras === null ? sql`` : sql`and h.id > ${tras}`}
    order by h.id limit ${limit}`.execute(db);
  return rows;
};

/** How many slots of a stage there are in each state, how many of them begin after an instant, and which applications have one. */
export const selectResumen = async (
  db: Db,
  { etapaId, ahora }: { etapaId: string; ahora: Date },
): Promise<{
  estados: { estado: EstadoHorario; n: number; porVenir: number }[];
  conHorario: Set<string>;
}> => {
  const { rows } = await sql<{
    estado: EstadoHorario;
    n: number;
    porVenir: number;
    solicitudes: string[];
  }>`select h.estado, count(*)::int as n, count(*) filter (where h.inicia > ${ahora})::int as "porVenir",
      array_remove(array_agg(case when ${noCancelado} then h.solicitud_id end), null) as solicitudes
    from horarios h where h.etapa_id = ${etapaId} group by h.estado`.execute(db);
  return {
    estados: rows.map(({ estado, n, porVenir }) => ({ estado, n, porVenir })),
    conHorario: new Set(rows.flatMap(({ solicitudes }) => solicitudes)),
  };
};

export type AvisadaRow = PersonaRow & {
  correo: string | null;
  uid: string | null;
  curso: string;
  etapa: string;
  etapa_id: string;
  solicitud_id: string;
  convocatoria_id: string;
};

/** Whom an application's interview is told to, and of what it is. Undefined: its person's file is not to be seen. */
export const findAvisada = async (
  db: Db | Trx,
  { etapaId, solicitudId }: { etapaId: string; solicitudId: string },
): Promise<AvisadaRow | undefined> => {
  const { rows } = await sql<AvisadaRow>`
    select ${PERSONA.columns}, ${correoDe('pe.id')} as correo, ${uidDe('pe.id')} as uid, c.nombre as curso, t.nombre as etapa,
      t.id as etapa_id, s.id as solicitud_id, cv.id as convocatoria_id
    from solicitudes s join ${PERSONA.tables} on pe.id = s.persona_id
    join convocatoria_etapas t on t.id = ${etapaId}
    join ${CONVOCATORIA} on cv.id = t.convocatoria_id
    where s.id = ${solicitudId}`.execute(db);
  return rows[0];
};

/** How a stage and its course are called. */
export const findDeQue = async (
  db: Db | Trx,
  etapaId: string,
): Promise<{ curso: string; etapa: string; convocatoriaId: string }> => {
  const { rows } = await sql<{ curso: string; etapa: string; convocatoriaId: string }>`
    select c.nombre as curso, t.nombre as etapa, cv.id as "convocatoriaId" from convocatoria_etapas t
    join ${CONVOCATORIA} on cv.id = t.convocatoria_id where t.id = ${etapaId}`.execute(db);
  return rows[0]!;
};

export type PanelistaRow = PersonaRow & {
  evaluador_id: string;
  correo: string | null;
  uid: string | null;
};

/** The people of a panel who still evaluate, with where they are written to. */
export const selectPanelistas = async (
  db: Db | Trx,
  panel: readonly string[],
): Promise<PanelistaRow[]> => {
  const { rows } = await sql<PanelistaRow>`
    select e.id as evaluador_id, ${PERSONA.columns}, ${correoDe('pe.id')} as correo, ${uidDe('pe.id')} as uid
    from evaluadores e join ${PERSONA.tables} on pe.id = e.persona_id
    where e.id = any(${panel}::uuid[]) and e.baja_en is null order by e.id`.execute(db);
  return rows;
};

/** Days (YYYY-MM-DD, in Mexico City) of each stage on which interviews are taken that nobody was reminded of, from an instant on. */
export const selectDiasPorRecordar = async (
  db: Db,
  ahora: Date,
): Promise<{ etapa_id: string; dia: string }[]> => {
  const { rows } = await sql<{ etapa_id: string; dia: string }>`
    select distinct h.etapa_id, ((h.inicia at time zone 'America/Mexico_City')::date)::text as dia from horarios h
    where ${inEstado(HORARIO, 'h.estado', 'reservado')} and h.recordado_en is null and h.inicia > ${ahora}
    order by dia, h.etapa_id`.execute(db);
  return rows;
};

/** Marks the interviews of a day as reminded, and gives them. */
export const takePorRecordar = async (
  trx: Trx,
  { etapa_id, dia, ahora }: { etapa_id: string; dia: string; ahora: Date },
): Promise<(HorarioRow & { folio: string })[]> => {
  const { rows } = await sql<HorarioRow & { folio: string }>`
    update horarios h set recordado_en = ${ahora} from solicitudes s
    where s.id = h.solicitud_id and h.etapa_id = ${etapa_id} and ${inEstado(HORARIO, 'h.estado', 'reservado')}
      and h.recordado_en is null and h.inicia > ${ahora}
      and (h.inicia at time zone 'America/Mexico_City')::date = ${dia}::date
    returning ${COLUMNS}, s.folio`.execute(trx);
  return rows.toSorted((a, b) => a.inicia.getTime() - b.inicia.getTime());
};

/** Takes the slots that became free after their panel was reminded. */
export const takeLiberados = async (trx: Trx, ahora: Date): Promise<HorarioRow[]> => {
  const { rows } = await sql<HorarioRow>`
    update horarios h set recordado_en = null
    where ${inEstado(HORARIO, 'h.estado', 'abierto')} and h.recordado_en is not null and h.inicia > ${ahora}
    returning ${COLUMNS}`.execute(trx);
  return rows.toSorted((a, b) => a.inicia.getTime() - b.inicia.getTime());
};

export type PorElegirRow = {
  solicitud_id: string;
  convocatoria_id: string;
  etapa_id: string;
  curso: string;
  /** When the last free slot begins. */
  ultimo: Date;
};

/** Stages in which somebody's application has no slot while there are free ones without a known conflict. */
export const selectPorElegir = async (
  db: Db,
  { personaId, ahora }: { personaId: string; ahora: Date },
): Promise<PorElegirRow[]> => {
  const { rows } = await sql<PorElegirRow>`
    select s.id as solicitud_id, s.convocatoria_id, t.id as etapa_id, c.nombre as curso, max(h.inicia) as ultimo
    from solicitudes s
    join ${CONVOCATORIA} on cv.id = s.convocatoria_id
    join convocatoria_etapas t on t.convocatoria_id = s.convocatoria_id and t.tipo = ${ENTREVISTA} and t.cerrada_en is null
    join horarios h on h.etapa_id = t.id and ${inEstado(HORARIO, 'h.estado', 'abierto')} and h.inicia > ${ahora}
      and not exists (select from impedimentos i where i.solicitud_id = s.id and i.evaluador_id = any(h.panel)
        and ${inEstado(IMPEDIMENTO, 'i.estado', 'vigente')})
    where s.persona_id = ${personaId} and ${inEstado(SOLICITUD, 's.estado', 'enEvaluacion')}
      and not exists (select from horarios m where m.etapa_id = t.id and m.solicitud_id = s.id
        and ${isVigente('m.estado')})
    group by s.id, t.id, c.nombre`.execute(db);
  return rows;
};
