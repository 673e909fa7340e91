import { type RawBuilder, sql } from 'kysely';
import { inEstado, mayTake, notInGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords, likenessOf } from '../../../../platform/server/db/search.ts';
import { defineTurnos } from '../../../../platform/server/db/turnos.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { nombreDeCuenta } from '../../../identidad/server/reading.ts';
import { ACUSE_DE_ENVIO } from '../../../inscripciones/acuse/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Bases } from '../../convocatorias/contract.ts';
import { CONVOCATORIA_DE, readBases } from '../../convocatorias/server/reading.ts';
import { folioBuscado } from '../../envios/server/reading.ts';
import {
  CONVOCATORIA,
  type EstadoConvocatoria,
  type EstadoObservacion,
  type EstadoPresolicitud,
  type EstadoReconsideracion,
  OBSERVACION,
  PRESOLICITUD,
  RECONSIDERACION,
  SOLICITUD,
} from '../../estados.ts';
import type { FiltrosPresolicitudes } from '../contract.ts';
import type { Orden } from '../rules.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    reconsideraciones: {
      id: string;
      presolicitud_id: string;
      estado: EstadoReconsideracion;
      motivo: string;
      pedida_por: string;
      creado_en: Date;
      decidida_por: string | null;
      decidida_en: Date | null;
      nota: string | null;
      /** There was no other Admin who could decide it. */
      sin_segunda: boolean;
    };
  }
}

/** A call of a course. */
export type ConvocatoriaDeCursoRow = Pick<
  ActividadRow,
  'curso_id' | 'curso_nombre' | 'curso_tipo' | 'edicion_id' | 'edicion_nombre'
> & { id: string; estado: EstadoConvocatoria; solicitud_cierra: Date };

/** The calls of a course, the newest first; drafts too. */
export const selectConvocatoriasDeCurso = async (
  db: Db | Trx,
  cursoId: string,
): Promise<ConvocatoriaDeCursoRow[]> => {
  const { rows } = await sql<ConvocatoriaDeCursoRow>`
    select ${CONVOCATORIA_DE.columns} from ${CONVOCATORIA_DE.tables} where c.curso_id = ${cursoId}
    order by cv.presolicitud_abre desc, cv.id`.execute(db);
  return rows;
};

/** Whose turn a pre-application is. */
export const turnosDePresolicitud = defineTurnos({
  registros: 'presolicitudes',
  turnos: 'presolicitudes_turnos',
  columna: 'presolicitud_id',
  desde: 'enviada_en',
});

/** The pre-applications `d` of these calls that wait for the school, but one's own, as the queue asks for them. */
export const waitingIn = (convocatorias: readonly string[], personaId: string | null) =>
  sql<boolean>`${inEstado(PRESOLICITUD, 'd.estado', 'enviada')} and d.convocatoria_id = any(${convocatorias}::uuid[])
    and d.persona_id is distinct from ${personaId}::uuid`;

/** How many of these calls wait, and since when the oldest. */
export const countEspera = async (
  db: Db | Trx,
  convocatorias: readonly string[],
  personaId: string | null,
): Promise<{ n: number; desde: Date | null }> => {
  const { rows } = await sql<{ n: number; desde: Date | null }>`
    select count(*)::int as n, min(d.enviada_en) as desde from presolicitudes d
    where ${waitingIn(convocatorias, personaId)}`.execute(db);
  return rows[0]!;
};

/** The calls in force with something that waits for the school and is not of that person: what waits in each, with its course. */
export const selectEsperaPorConvocatoria = async (
  db: Db,
  personaId: string | null,
): Promise<
  { convocatoria_id: string; curso_id: string; curso_nombre: string; n: number; desde: Date }[]
> => {
  const { rows } = await sql<{
    convocatoria_id: string;
    curso_id: string;
    curso_nombre: string;
    n: number;
    desde: Date;
  }>`
    select cv.id as convocatoria_id, c.curso_id, c.nombre as curso_nombre, w.n, w.desde
    from ${CONVOCATORIA_DE.tables} join (
      select d.convocatoria_id, count(*)::int as n, min(d.enviada_en) as desde from presolicitudes d
      where ${inEstado(PRESOLICITUD, 'd.estado', 'enviada')} and d.persona_id is distinct from ${personaId}::uuid
      group by d.convocatoria_id) w on w.convocatoria_id = cv.id
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')}
    order by w.desde`.execute(db);
  return rows;
};

/** A pre-application with its person and its call. */
export type PresolicitudRow = ActividadRow &
  PersonaRow & {
    id: string;
    persona_id: string;
    convocatoria_id: string;
    convocatoria_estado: EstadoConvocatoria;
    presolicitud_plantilla_id: string;
    solicitud_cierra: Date;
    bases: Bases;
    estado: EstadoPresolicitud;
    enviada_en: Date | null;
    decidida_en: Date | null;
    /** Name of who decided it. */
    decidio: string | null;
    motivo: string | null;
    /** Keys of the requirements because of which it is improcedente. */
    no_cumplidos: string[];
    vence_en: Date | null;
    /** Of the newest acuse; null without a sending. */
    folio: string | null;
    /** Name of who looks at it at that instant. */
    revisa: string | null;
    /** Observations that have not been answered and sent. */
    observaciones: number;
  };

const TABLES = sql`presolicitudes d join ${CONVOCATORIA_DE.tables} on cv.id = d.convocatoria_id
  join ${PERSONA.tables} on pe.id = d.persona_id
  left join lateral (select n.id, n.enviado_en from posgrado_envios n where n.presolicitud_id = d.id
    order by n.numero desc limit 1) ultimo on true`;

const FOLIO = sql`(select a.folio from ${ACUSE_DE_ENVIO.tables} where a.envio_id = ultimo.id)`;

/** What the table is searched by: a CURP and a folio have nothing to fold but their capitals. */
const BUSCADO = sql`cross join lateral (select pe.busqueda || ' ' || lower(coalesce(pe.curp, '')) || ' '
  || lower(coalesce(${folioBuscado(FOLIO)}, '')) as texto) b`;

const columnsAt = (
  ahora: Date,
) => sql`${ACTIVIDAD.columns}, ${PERSONA.columns}, d.id, d.persona_id, d.convocatoria_id,
  cv.estado as convocatoria_estado, cv.presolicitud_plantilla_id, cv.solicitud_cierra, cv.bases, d.estado,
  coalesce(ultimo.enviado_en, d.enviada_en) as enviada_en, d.decidida_en, ${nombreDeCuenta('d.decidida_por')} as decidio, d.motivo, d.no_cumplidos, d.vence_en,
  ${FOLIO} as folio,
  (select ${nombreDeCuenta('t.uid')} from presolicitudes_turnos t
    where t.presolicitud_id = d.id and t.vence_en > ${ahora}) as revisa,
  case when ${inEstado(PRESOLICITUD, 'd.estado', 'conObservaciones', 'vencida')} then
    (select count(*)::int from observaciones o where o.presolicitud_id = d.id
      and o.ronda = (select max(u.ronda) from observaciones u where u.presolicitud_id = d.id)) else 0 end as observaciones`;

const read = (rows: readonly PresolicitudRow[]): PresolicitudRow[] => rows.map(readBases);

/** What the table shows, of the calls that whoever asks may see. */
type Pedido = FiltrosPresolicitudes & {
  convocatorias: readonly string[];
  parecida?: boolean | undefined;
};

const asked = ({ convocatorias, convocatoriaId, estado, busqueda, parecida }: Pedido) =>
  sql.join(
    [
      sql`d.convocatoria_id = any(${convocatorias}::uuid[])`,
      sql`not ${inEstado(PRESOLICITUD, 'd.estado', 'borrador')}`,
      ...(convocatoriaId ? [sql`d.convocatoria_id = ${convocatoriaId}`] : []),
      ...(estado ? [inEstado(PRESOLICITUD, 'd.estado', estado)] : []),
      hasWords('b.texto', { busqueda, parecida }),
    ],
    sql` and `,
  );

const ORDEN: Readonly<Record<Orden, RawBuilder<unknown>>> = {
  nombre: sql`pe.busqueda`,
  estado: sql`d.estado`,
  enviada: sql`coalesce(ultimo.enviado_en, d.enviada_en)`,
  plazo: sql`d.vence_en`,
};

export const countPresolicitudes = async (db: Db, pedido: Pedido): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${TABLES} ${BUSCADO} where ${asked(pedido)}`.execute(db);
  return rows[0]!.n;
};

export const selectPresolicitudes = async (
  db: Db,
  pedido: Pedido & {
    orden: Orden;
    descendente: boolean;
    pagina: number;
    porPagina: number;
    ahora: Date;
  },
): Promise<PresolicitudRow[]> => {
  const { orden, descendente, pagina, porPagina, ahora } = pedido;
  const like = pedido.parecida ? sql`${likenessOf(['b.texto'], pedido.busqueda)} desc,` : sql``;
  const { rows } = await sql<PresolicitudRow>`
    select ${columnsAt(ahora)} from ${TABLES} ${BUSCADO} where ${asked(pedido)}
    order by ${like} ${ORDEN[orden]} ${descendente ? sql`desc` : sql`asc`} nulls last, d.id
    limit ${porPagina} offset ${(pagina - 1) * porPagina}`.execute(db);
  return read(rows);
};

/** One that was sent. */
export const findPresolicitud = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<PresolicitudRow | undefined> => {
  const { rows } = await sql<PresolicitudRow>`
    select ${columnsAt(ahora)} from ${TABLES}
    where d.id = ${id} and not ${inEstado(PRESOLICITUD, 'd.estado', 'borrador')}`.execute(db);
  return read(rows)[0];
};

/** Of a person in these calls, drafts too, the newest of each call first. */
export const selectPropias = async (
  db: Db,
  personaId: string,
  convocatorias: readonly string[],
  ahora: Date,
): Promise<PresolicitudRow[]> => {
  const { rows } = await sql<PresolicitudRow>`
    select ${columnsAt(ahora)} from ${TABLES}
    where d.persona_id = ${personaId} and d.convocatoria_id = any(${convocatorias}::uuid[])
    order by ${notInGrupo(PRESOLICITUD, 'cerradas', 'd.estado')} desc, d.creado_en desc limit 20`.execute(
    db,
  );
  return read(rows);
};

/** Whose it is and in which call, without holding it. */
export const findSujeto = async (
  db: Db | Trx,
  id: string,
): Promise<{ persona_id: string; convocatoria_id: string } | undefined> =>
  db
    .selectFrom('presolicitudes')
    .select(['persona_id', 'convocatoria_id'])
    .where('id', '=', id)
    .executeTakeFirst();

export type EnvioDeRow = {
  id: string;
  presolicitud_id: string;
  numero: number;
  version_id: string;
  respuestas: unknown;
  sensibles: string | null;
  evaluacion: unknown;
  enviado_en: Date;
};

/** All sendings of these, from the first to the newest. */
export const selectEnviosDe = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<EnvioDeRow[]> => {
  const { rows } = await sql<EnvioDeRow>`
    select n.id, n.presolicitud_id, n.numero, n.version_id, n.respuestas, n.sensibles, n.evaluacion, n.enviado_en
    from posgrado_envios n where n.presolicitud_id = any(${ids}::uuid[])
    order by n.presolicitud_id, n.numero`.execute(db);
  return rows;
};

export type ObservacionRow = {
  presolicitud_id: string;
  requisito: string;
  titulo: string;
  ronda: number;
  estado: EstadoObservacion;
  texto: string;
  respuesta: string | null;
  respondida_en: Date | null;
  creado_en: Date;
};

/** All observations of these, the newest round first. */
export const selectObservacionesDe = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ObservacionRow[]> => {
  const { rows } = await sql<ObservacionRow>`
    select o.presolicitud_id, o.requisito, o.titulo, o.ronda, o.estado, o.texto, o.respuesta, o.respondida_en, o.creado_en
    from observaciones o where o.presolicitud_id = any(${ids}::uuid[])
    order by o.presolicitud_id, o.ronda desc, o.creado_en, o.id`.execute(db);
  return rows;
};

/** The marks on requirements of these. */
export const selectMarcasDe = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<{ presolicitud_id: string; requisito: string; envio: number }[]> => {
  const { rows } = await sql<{ presolicitud_id: string; requisito: string; envio: number }>`
    select m.presolicitud_id, m.requisito, m.envio_numero as envio from requisitos_validados m
    where m.presolicitud_id = any(${ids}::uuid[])`.execute(db);
  return rows;
};

/** Marks a requirement of a sending; false when it was already. */
export const insertMarca = async (
  trx: Trx,
  marca: { id: string; envio: number; requisito: string; por: string; ahora: Date },
): Promise<boolean> => {
  const result = await sql`
    insert into requisitos_validados (presolicitud_id, envio_numero, requisito, validado_por, creado_en)
    values (${marca.id}, ${marca.envio}, ${marca.requisito}, ${marca.por}, ${marca.ahora})
    on conflict do nothing`.execute(trx);
  return result.numAffectedRows === 1n;
};

/** Takes the marks of these requirements away, of every sending: they are looked at again. How many there were. */
export const deleteMarcas = async (
  trx: Trx,
  id: string,
  requisitos: readonly string[],
): Promise<number> => {
  const result = await sql`delete from requisitos_validados
    where presolicitud_id = ${id} and requisito = any(${requisitos}::text[])`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
};

/** A new round of observations; gives its number. */
export const insertObservaciones = async (
  trx: Trx,
  id: string,
  {
    observaciones,
    por,
    ahora,
  }: {
    observaciones: readonly { requisito: string; titulo: string; texto: string }[];
    por: string;
    ahora: Date;
  },
): Promise<number> => {
  const { rows } = await sql<{ ronda: number }>`
    with ronda as (select coalesce(max(o.ronda), 0) + 1 as n from observaciones o where o.presolicitud_id = ${id})
    insert into observaciones (presolicitud_id, estado, ronda, requisito, titulo, texto, creada_por, creado_en)
    select ${id}, ${OBSERVACION.pasos.observar.a}, ronda.n, x.requisito, x.titulo, x.texto, ${por}, ${ahora}
    from ronda, jsonb_to_recordset(${JSON.stringify(observaciones)}::jsonb)
      as x(requisito text, titulo text, texto text)
    returning ronda`.execute(trx);
  return rows[0]!.ronda;
};

/** Who made the last observations on it. */
export const findObservador = async (trx: Trx, id: string): Promise<string | null> => {
  const { rows } = await sql<{ creada_por: string }>`select o.creada_por from observaciones o
    where o.presolicitud_id = ${id} order by o.ronda desc limit 1`.execute(trx);
  return rows[0]?.creada_por ?? null;
};

/** Whether its person sent an application on it, whatever became of that. */
export const hasEnviada = async (db: Db | Trx, id: string): Promise<boolean> => {
  const { rows } = await sql`select from solicitudes s where s.presolicitud_id = ${id}
    and not ${inEstado(SOLICITUD, 's.estado', 'borrador')} limit 1`.execute(db);
  return rows.length > 0;
};

/** Whether its person has another live one in the same call. */
export const hasOtraViva = async (db: Db | Trx, id: string): Promise<boolean> => {
  const { rows } = await sql`select from presolicitudes d join presolicitudes otra
      on otra.persona_id = d.persona_id and otra.convocatoria_id = d.convocatoria_id and otra.id <> d.id
    where d.id = ${id} and ${notInGrupo(PRESOLICITUD, 'cerradas', 'otra.estado')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

export type ReconsideracionRow = {
  id: string;
  presolicitud_id: string;
  persona_id: string;
  convocatoria_id: string;
  estado: EstadoReconsideracion;
  motivo: string;
  pedida_por: string;
  pidio: string | null;
  creado_en: Date;
};

const RECONSIDERACIONES = sql`select r.id, r.presolicitud_id, d.persona_id, d.convocatoria_id, r.estado, r.motivo, r.pedida_por,
    ${nombreDeCuenta('r.pedida_por')} as pidio, r.creado_en
  from reconsideraciones r join presolicitudes d on d.id = r.presolicitud_id`;

export const findReconsideracion = async (
  db: Db | Trx,
  id: string,
): Promise<ReconsideracionRow | undefined> => {
  const { rows } = await sql<ReconsideracionRow>`${RECONSIDERACIONES} where r.id = ${id}`.execute(
    db,
  );
  return rows[0];
};

/** The one that waits for another Admin. */
export const findReconsideracionDe = async (
  db: Db | Trx,
  presolicitudId: string,
): Promise<ReconsideracionRow | undefined> => {
  const { rows } = await sql<ReconsideracionRow>`${RECONSIDERACIONES}
    where r.presolicitud_id = ${presolicitudId} and ${inEstado(RECONSIDERACION, 'r.estado', 'pendiente')}`.execute(
    db,
  );
  return rows[0];
};

/** Those that wait, with the course of each and its applicant; the oldest first. */
export const selectReconsideraciones = async (
  db: Db,
): Promise<(ReconsideracionRow & { curso_id: string; curso_nombre: string })[]> => {
  const { rows } = await sql<ReconsideracionRow & { curso_id: string; curso_nombre: string }>`
    select r.*, c.curso_id, c.nombre as curso_nombre
    from (${RECONSIDERACIONES} where ${inEstado(RECONSIDERACION, 'r.estado', 'pendiente')}) r
    join ${CONVOCATORIA_DE.tables} on cv.id = r.convocatoria_id
    where ${inEstado(CONVOCATORIA, 'cv.estado', 'publicada')} order by r.creado_en limit 100`.execute(
    db,
  );
  return rows;
};

/** One that waits; null when there is one already. */
export const insertReconsideracion = async (
  trx: Trx,
  row: { presolicitudId: string; motivo: string; por: string; ahora: Date },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into reconsideraciones (presolicitud_id, estado, motivo, pedida_por, creado_en)
    values (${row.presolicitudId}, ${RECONSIDERACION.pasos.pedir.a}, ${row.motivo}, ${row.por}, ${row.ahora})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Decides one or takes it back; false when it does not wait any more. */
export const updateReconsideracion = async (
  trx: Trx,
  id: string,
  paso: 'aprobar' | 'rechazar' | 'retirar',
  {
    por,
    ahora,
    nota,
    sinSegunda = false,
  }: { por: string; ahora: Date; nota: string | null; sinSegunda?: boolean },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('reconsideraciones')
    .set({
      estado: RECONSIDERACION.pasos[paso].a,
      decidida_por: por,
      decidida_en: ahora,
      nota,
      sin_segunda: sinSegunda,
    })
    .where('id', '=', id)
    .where(mayTake(RECONSIDERACION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type EnLoteRow = { id: string; nombre: string; convocatoria_id: string };

/** Those with these ids that were sent. */
export const selectParaDecidir = async (db: Db, ids: readonly string[]): Promise<EnLoteRow[]> => {
  const { rows } = await sql<EnLoteRow>`
    select d.id, d.convocatoria_id, pe.nombre_completo as nombre from ${TABLES}
    where d.id = any(${ids}::uuid[]) and not ${inEstado(PRESOLICITUD, 'd.estado', 'borrador')}
    order by d.id`.execute(db);
  return rows;
};

/** The next of what the filters show, by id. */
export const selectParaDecidirAfter = async (
  db: Db,
  pedido: Pedido,
  after: string | null,
  limit: number,
): Promise<EnLoteRow[]> => {
  const { rows } = await sql<EnLoteRow>`
    select d.id, d.convocatoria_id, pe.nombre_completo as nombre from ${TABLES} ${BUSCADO}
    where ${asked(pedido)} and (${after}::uuid is null or d.id > ${after}::uuid)
    order by d.id limit ${limit}`.execute(db);
  return rows;
};
