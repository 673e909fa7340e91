import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, inGrupo, mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { ACTIVIDAD } from '../../../cursos/server/reading.ts';
import { correosDePersona, nombreDeCuenta } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { BASES, type Bases, type TipoEtapa } from '../../convocatorias/contract.ts';
import { folioBuscado } from '../../envios/server/reading.ts';
import {
  ASIGNACION,
  type EstadoConvocatoria,
  type EstadoInconformidad,
  type EstadoPresolicitud,
  type EstadoSolicitud,
  EXCLUSION,
  HORARIO,
  INCONFORMIDAD,
  SOLICITUD,
} from '../../estados.ts';
import type { Consecuencia, Sobre } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    inconformidades: {
      id: Generated<string>;
      /** As it is shown: NC26-K9Y2-ZKYW-J. */
      folio: string;
      /** Null once the data of its person were erased. */
      persona_id: string;
      convocatoria_id: string;
      presolicitud_id: string | null;
      solicitud_id: string | null;
      sobre: Sobre;
      etapa_id: string | null;
      /** When what it contests was notified. */
      notificada_en: Date;
      estado: EstadoInconformidad;
      texto: string;
      /** Last instant of the school's term to answer. */
      vence_en: Date;
      /** Uid of who studies it. */
      asignada_a: ColumnType<string | null, string | null | undefined, string | null>;
      resuelta_por: ColumnType<string | null, string | null | undefined, string | null>;
      resuelta_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      resolucion: ColumnType<string | null, string | null | undefined, string | null>;
      consecuencia: ColumnType<Consecuencia | null, never, Consecuencia | null>;
      consecuencia_etapa_id: ColumnType<string | null, never, string | null>;
      creado_en: Date;
      actualizado_en: Date;
    };
  }
}

type Suya = { id: string; personaId: string; folio: string; estado: EstadoInconformidad };

/** All of these people; `lock` holds them until the transaction ends. */
export const selectDePersonas = async (
  trx: Trx,
  personaIds: readonly string[],
  lock: boolean,
): Promise<Suya[]> => {
  const { rows } = await sql<Suya>`
    select t.id, t.persona_id as "personaId", t.folio, t.estado from inconformidades t
    where t.persona_id = any(${personaIds}::uuid[]) order by t.creado_en, t.id
    ${lock ? sql`for update` : sql``}`.execute(trx);
  return rows;
};

export const moveInconformidades = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('inconformidades')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

/** Withdraws the open ones of these people; gives which. */
export const withdrawAbiertas = async (
  trx: Trx,
  personaIds: readonly string[],
  ahora: Date,
): Promise<Suya[]> => {
  const { rows } = await sql<Suya>`
    with abiertas as materialized (
      select t.id, t.persona_id, t.folio, t.estado from inconformidades t
      where t.persona_id = any(${personaIds}::uuid[]) and ${mayTake(INCONFORMIDAD, 'retirar', 't.estado')}
      order by t.id for update)
    update inconformidades t set estado = ${INCONFORMIDAD.pasos.retirar.a}, actualizado_en = ${ahora}
    from abiertas a where t.id = a.id
    returning t.id, a.persona_id as "personaId", a.folio, a.estado`.execute(trx);
  return rows;
};

/** The form that is contested, of either kind. */
export type De = { presolicitudId: string } | { solicitudId: string };

const deEste = (de: De) =>
  'presolicitudId' in de
    ? sql<boolean>`t.presolicitud_id = ${de.presolicitudId}`
    : sql<boolean>`t.solicitud_id = ${de.solicitudId}`;

/** A form with what may be contested of it. */
export type TramiteRow = {
  persona_id: string;
  convocatoria_id: string;
  convocatoria_estado: EstadoConvocatoria;
  bases: Bases;
};
export type PresolicitudDeRow = TramiteRow & {
  estado: EstadoPresolicitud;
  decidida_en: Date | null;
};
export type SolicitudDeRow = TramiteRow & {
  estado: EstadoSolicitud;
  /** When the exclusion in force was approved. */
  excluida_en: Date | null;
};

export const findPresolicitudDe = async (
  db: Db | Trx,
  id: string,
): Promise<PresolicitudDeRow | undefined> => {
  const { rows } = await sql<PresolicitudDeRow>`
    select p.persona_id, p.convocatoria_id, cv.estado as convocatoria_estado, cv.bases, p.estado, p.decidida_en
    from presolicitudes p join convocatorias cv on cv.id = p.convocatoria_id where p.id = ${id}`.execute(
    db,
  );
  return rows[0] && { ...rows[0], bases: BASES.read(rows[0].bases) };
};

export const findSolicitudDe = async (
  db: Db | Trx,
  id: string,
): Promise<SolicitudDeRow | undefined> => {
  const { rows } = await sql<SolicitudDeRow>`
    select s.persona_id, s.convocatoria_id, cv.estado as convocatoria_estado, cv.bases, s.estado,
      (select max(x.decidida_en) from exclusiones x where x.solicitud_id = s.id
        and ${inEstado(EXCLUSION, 'x.estado', 'vigente')}) as excluida_en
    from solicitudes s join convocatorias cv on cv.id = s.convocatoria_id where s.id = ${id}`.execute(
    db,
  );
  return rows[0] && { ...rows[0], bases: BASES.read(rows[0].bases) };
};

/** An application in the published rankings of its call, the newest first. `fila` is read with `filaLeida`. */
export const selectPublicadas = async (
  db: Db | Trx,
  { convocatoriaId, solicitudId }: { convocatoriaId: string; solicitudId: string },
): Promise<{ publicado_en: Date; fila: unknown }[]> => {
  const { rows } = await sql<{ publicado_en: Date; fila: unknown }>`
    select k.publicado_en, f.fila from rankings k
    cross join lateral jsonb_array_elements(k.resultado -> 'filas') as f(fila)
    where k.convocatoria_id = ${convocatoriaId} and k.publicado_en is not null and f.fila ->> 'id' = ${solicitudId}
    order by k.publicado_en desc, k.numero desc limit 50`.execute(db);
  return rows;
};

/** How a stage is called. */
export const findNombreDeEtapa = async (db: Db | Trx, id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('convocatoria_etapas')
    .select('nombre')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.nombre ?? null;
};

/** One as it is kept, with the names of its stages. */
export type InconformidadRow = {
  id: string;
  folio: string;
  persona_id: string;
  convocatoria_id: string;
  presolicitud_id: string | null;
  solicitud_id: string | null;
  sobre: Sobre;
  etapa_id: string | null;
  etapa: string | null;
  notificada_en: Date;
  estado: EstadoInconformidad;
  texto: string;
  vence_en: Date;
  asignada_a: string | null;
  resuelta_por: string | null;
  resuelta_en: Date | null;
  resolucion: string | null;
  consecuencia: Consecuencia | null;
  consecuencia_etapa: string | null;
  creado_en: Date;
};

const COLUMNS = sql`t.id, t.folio, t.persona_id, t.convocatoria_id, t.presolicitud_id, t.solicitud_id, t.sobre, t.etapa_id,
  et.nombre as etapa, t.notificada_en, t.estado, t.texto, t.vence_en, t.asignada_a, t.resuelta_por, t.resuelta_en, t.resolucion,
  t.consecuencia, ct.nombre as consecuencia_etapa, t.creado_en`;
const TABLES = sql`inconformidades t left join convocatoria_etapas et on et.id = t.etapa_id
  left join convocatoria_etapas ct on ct.id = t.consecuencia_etapa_id`;

/** Those about a form, the newest first. */
export const selectDe = async (db: Db | Trx, de: De): Promise<InconformidadRow[]> => {
  const { rows } = await sql<InconformidadRow>`
    select ${COLUMNS} from ${TABLES} where ${deEste(de)} order by t.creado_en desc, t.id limit 50`.execute(
    db,
  );
  return rows;
};

/** One by its id; with `lock`, held until the transaction ends. */
export const findInconformidad = async (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<InconformidadRow | undefined> => {
  const { rows } = await sql<InconformidadRow>`
    select ${COLUMNS} from ${TABLES} where t.id = ${id} ${lock ? sql`for update of t` : sql``}`.execute(
    db,
  );
  return rows[0];
};

export const insertInconformidad = async (
  trx: Trx,
  row: {
    id: string;
    folio: string;
    persona_id: string;
    convocatoria_id: string;
    presolicitud_id: string | null;
    solicitud_id: string | null;
    sobre: Sobre;
    etapa_id: string | null;
    notificada_en: Date;
    texto: string;
    vence_en: Date;
    creado_en: Date;
    actualizado_en: Date;
  },
): Promise<void> => {
  await trx
    .insertInto('inconformidades')
    .values({ ...row, estado: INCONFORMIDAD.pasos.presentar.a })
    .execute();
};

type PasoDe = Exclude<keyof typeof INCONFORMIDAD.pasos, 'presentar'>;

/** Takes a step; false when it is in another state. */
export const updateInconformidad = async (
  trx: Trx,
  id: string,
  paso: PasoDe,
  cambios: {
    asignada_a?: string;
    resuelta_por?: string;
    resuelta_en?: Date;
    resolucion?: string;
    consecuencia?: Consecuencia | null;
    consecuencia_etapa_id?: string | null;
    actualizado_en: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('inconformidades')
    .set({ ...cambios, estado: INCONFORMIDAD.pasos[paso].a })
    .where('id', '=', id)
    .where(mayTake(INCONFORMIDAD, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** One for the desk. A person who is not to be seen has no name. */
export type EnMesaRow = InconformidadRow & {
  persona_clave: string | null;
  persona_nombre_completo: PersonaRow['persona_nombre_completo'] | null;
  asignada: string | null;
  resolvio: string | null;
};

const EN_MESA = sql`${COLUMNS}, pe.clave as persona_clave, pe.nombre_completo as persona_nombre_completo,
  ${nombreDeCuenta('t.asignada_a')} as asignada, ${nombreDeCuenta('t.resuelta_por')} as resolvio`;
const MESA = sql`${TABLES} left join ${PERSONA.tables} on pe.id = t.persona_id
  cross join lateral (select plegar(coalesce(pe.nombre_completo, '') || ' ' || ${folioBuscado(sql`t.folio`)}) as texto) b`;

export type FiltrosDeMesa = {
  convocatoriaId: string;
  estado?: EstadoInconformidad | undefined;
  busqueda?: string | undefined;
};

const asked = ({ convocatoriaId, estado, busqueda }: FiltrosDeMesa) =>
  sql.join(
    [
      sql`t.convocatoria_id = ${convocatoriaId}`,
      ...(estado ? [inEstado(INCONFORMIDAD, 't.estado', estado)] : []),
      hasWords('b.texto', { busqueda }),
    ],
    sql` and `,
  );

export const countEnMesa = async (db: Db, filtros: FiltrosDeMesa): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${MESA} where ${asked(filtros)}`.execute(db);
  return rows[0]!.n;
};

/** A page of the requests of a call, those that are open before the others. */
export const selectEnMesa = async (
  db: Db,
  filtros: FiltrosDeMesa,
  page: {
    orden: 'presentada' | 'plazo';
    descendente: boolean;
    pagina: number;
    porPagina: number;
  },
): Promise<EnMesaRow[]> => {
  const by = page.orden === 'plazo' ? sql`t.vence_en` : sql`t.creado_en`;
  const { rows } = await sql<EnMesaRow>`
    select ${EN_MESA} from ${MESA} where ${asked(filtros)}
    order by ${inGrupo(INCONFORMIDAD, 'abiertas', 't.estado')} desc, ${by} ${page.descendente ? sql`desc` : sql`asc`}, t.id
    limit ${page.porPagina} offset ${(page.pagina - 1) * page.porPagina}`.execute(db);
  return rows;
};

export type UnaEnMesaRow = EnMesaRow & {
  convocatoria_estado: EstadoConvocatoria;
  bases: Bases;
  curso_id: string;
  edicion_id: string;
  /** Of the application, as it is kept. */
  folio_tramite: string | null;
  tramite_estado: EstadoSolicitud | EstadoPresolicitud;
};

export const findEnMesa = async (db: Db | Trx, id: string): Promise<UnaEnMesaRow | undefined> => {
  const { rows } = await sql<UnaEnMesaRow>`
    select ${EN_MESA}, cv.estado as convocatoria_estado, cv.bases, c.curso_id, e.id as edicion_id, s.folio as folio_tramite,
      coalesce(s.estado, p.estado) as tramite_estado
    from ${MESA} join convocatorias cv on cv.id = t.convocatoria_id
    join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    left join solicitudes s on s.id = t.solicitud_id left join presolicitudes p on p.id = t.presolicitud_id
    where t.id = ${id}`.execute(db);
  return rows[0] && { ...rows[0], bases: BASES.read(rows[0].bases) };
};

/** What each stage of a call has of an application. */
export type EtapaDeSolicitudRow = {
  id: string;
  nombre: string;
  tipo: TipoEtapa;
  cerrada: boolean;
  entregadas: number;
  conExamen: boolean;
  ausente: boolean;
};

export const selectEtapasDe = async (
  db: Db | Trx,
  { convocatoriaId, solicitudId }: { convocatoriaId: string; solicitudId: string },
): Promise<EtapaDeSolicitudRow[]> => {
  const { rows } = await sql<EtapaDeSolicitudRow>`
    select k.id, k.nombre, k.tipo, k.cerrada_en is not null as cerrada,
      (select count(*)::int from asignaciones a where a.etapa_id = k.id and a.solicitud_id = ${solicitudId}
        and ${inEstado(ASIGNACION, 'a.estado', 'entregada')}) as entregadas,
      exists (select from examenes x join examen_puntos q on q.examen_id = x.id
        where x.etapa_id = k.id and q.solicitud_id = ${solicitudId}
          and x.numero = (select max(u.numero) from examenes u where u.etapa_id = k.id)) as "conExamen",
      exists (select from horarios h where h.etapa_id = k.id and h.solicitud_id = ${solicitudId}
        and ${inEstado(HORARIO, 'h.estado', 'sinPresentarse')}) as ausente
    from convocatoria_etapas k where k.convocatoria_id = ${convocatoriaId} order by k.orden`.execute(
    db,
  );
  return rows;
};

/** How somebody had part in what is contested. */
export type Intervencion = 'presolicitud' | 'exclusion' | 'evaluacion' | 'examen';

/** Whoever had part in what is contested: uid of an account, or id of a person. */
export const selectIntervinieron = async (
  db: Db | Trx,
  { presolicitud_id, solicitud_id }: Pick<InconformidadRow, 'presolicitud_id' | 'solicitud_id'>,
): Promise<{ uid: string | null; persona_id: string | null; como: Intervencion }[]> => {
  const { rows } = await sql<{
    uid: string | null;
    persona_id: string | null;
    como: Intervencion;
  }>`
    with pre as (select ${presolicitud_id}::uuid as id where ${presolicitud_id}::uuid is not null
        union select s.presolicitud_id from solicitudes s where s.id = ${solicitud_id}),
      actos as (
        select p.decidida_por as uid, 'presolicitud' as como from presolicitudes p join pre on pre.id = p.id
        union select m.validado_por, 'presolicitud' from requisitos_validados m join pre on pre.id = m.presolicitud_id
        union select o.creada_por, 'presolicitud' from observaciones o join pre on pre.id = o.presolicitud_id
        union select u.uid, 'presolicitud' from reconsideraciones r join pre on pre.id = r.presolicitud_id
          cross join lateral (values (r.pedida_por), (r.decidida_por)) u(uid)
        union select u.uid, 'exclusion' from exclusiones x
          cross join lateral (values (x.propuesta_por), (x.decidida_por)) u(uid) where x.solicitud_id = ${solicitud_id}
        union select x.importado_por, 'examen' from examenes x join examen_puntos q on q.examen_id = x.id
          where q.solicitud_id = ${solicitud_id})
    select a.uid, null::uuid as persona_id, a.como from actos a where a.uid is not null
    union select null, ev.persona_id, 'evaluacion' from asignaciones a join evaluadores ev on ev.id = a.evaluador_id
      where a.solicitud_id = ${solicitud_id}`.execute(db);
  return rows;
};

type Cuenta = { uid: string; persona_id: string | null; email: string };

/** Which of these accounts are of somebody who applies or recommends in a call. */
export const selectPartes = async (
  db: Db | Trx,
  cuentas: readonly Cuenta[],
  convocatoriaId: string,
): Promise<Set<string>> => {
  const { rows } = await sql<{ uid: string }>`
    select q.uid from jsonb_to_recordset(${JSON.stringify(cuentas)}::text::jsonb) as q(uid text, persona_id uuid, email text)
    where exists (select from presolicitudes p where p.convocatoria_id = ${convocatoriaId} and p.persona_id = q.persona_id)
      or exists (select from solicitudes s where s.convocatoria_id = ${convocatoriaId} and s.persona_id = q.persona_id)
      or exists (select from recomendaciones r join solicitudes s on s.id = r.solicitud_id
        where s.convocatoria_id = ${convocatoriaId} and (lower(r.correo) = lower(q.email)
          or lower(r.correo) in (select lower(m.correo) from ${correosDePersona(sql`q.persona_id`)} m)))`.execute(
    db,
  );
  return new Set(rows.map(({ uid }) => uid));
};

/** How many open ones each of the staff has. */
export const countAbiertasPorQuien = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ uid: string; n: number }>`
    select t.asignada_a as uid, count(*)::int as n from inconformidades t
    where t.asignada_a is not null and ${inGrupo(INCONFORMIDAD, 'abiertas', 't.estado')} group by t.asignada_a`.execute(
    db,
  );
  return new Map(rows.map(({ uid, n }) => [uid, n]));
};

/** Lifts the exclusions in force of an application; gives which. */
export const liftExclusiones = async (trx: Trx, solicitudId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update exclusiones x set estado = ${EXCLUSION.pasos.levantar.a}
    where x.solicitud_id = ${solicitudId} and ${mayTake(EXCLUSION, 'levantar', 'x.estado')} returning x.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Whether the person of an application has another live one in the same call. */
export const hasOtraViva = async (trx: Trx, solicitudId: string): Promise<boolean> => {
  const { rows } = await sql`select from solicitudes s join solicitudes otra
      on otra.persona_id = s.persona_id and otra.convocatoria_id = s.convocatoria_id and otra.id <> s.id
    where s.id = ${solicitudId} and ${notInGrupo(SOLICITUD, 'cerradas', 'otra.estado')} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
};

/** Open ones of each call: those that nobody studies, and those that somebody does. */
export type EsperaRow = {
  convocatoria_id: string;
  edicion_id: string;
  curso_nombre: string;
  asignada_a: string | null;
  n: number;
  desde: Date;
  vence_en: Date;
};
export const selectEspera = async (
  db: Db,
  { uid, personaId }: { uid: string; personaId: string | null },
): Promise<EsperaRow[]> => {
  const { rows } = await sql<EsperaRow>`
    select cv.id as convocatoria_id, cv.edicion_id, c.nombre as curso_nombre, w.asignada_a, w.n, w.desde, w.vence_en
    from (select t.convocatoria_id, t.asignada_a, count(*)::int as n, min(t.creado_en) as desde, min(t.vence_en) as vence_en
      from inconformidades t where ${inGrupo(INCONFORMIDAD, 'abiertas', 't.estado')}
        and (t.asignada_a is null or t.asignada_a = ${uid}) and t.persona_id is distinct from ${personaId}::uuid
      group by t.convocatoria_id, t.asignada_a) w
    join convocatorias cv on cv.id = w.convocatoria_id join ${ACTIVIDAD.tables} on e.id = cv.edicion_id
    order by w.vence_en`.execute(db);
  return rows;
};
