import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../../platform/server/db/search.ts';
import {
  type VersionEnviada,
  versionesEnviadas,
  versionesSuperadas,
} from '../../../../documentos/server/reading.ts';
import { nombreDeCuenta } from '../../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import { folioBuscado } from '../../../envios/server/reading.ts';
import {
  ASIGNACION,
  type EstadoExclusion,
  type EstadoRecomendacion,
  type EstadoSolicitud,
  EXCLUSION,
  HORARIO,
  RECOMENDACION,
} from '../../../estados.ts';
import type { TipoEtapa } from '../../contract.ts';

declare module '../../../../../platform/server/db/index.ts' {
  interface Tables {
    exclusiones: {
      id: Generated<string>;
      solicitud_id: string;
      estado: EstadoExclusion;
      motivo: string;
      propuesta_por: string;
      creado_en: Date;
      decidida_por: ColumnType<string | null, string | null | undefined, string | null>;
      decidida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      nota: ColumnType<string | null, string | null | undefined, string | null>;
    };
  }
}

/** Versions of documents of the last sending of the application `s`. */
const DOCUMENTOS = sql`coalesce((select n.documentos from posgrado_envios n
  where n.solicitud_id = s.id order by n.numero desc limit 1), '{}')`;
const SOSPECHA = sql<boolean>`exists (select from recomendaciones r where r.solicitud_id = s.id and r.sospecha)`;
const POR_EXCLUIR = sql<boolean>`exists (select from exclusiones x
  where x.solicitud_id = s.id and ${inEstado(EXCLUSION, 'x.estado', 'propuesta')})`;
const RECIBIDAS = sql<number>`(select count(*)::int from recomendaciones r
  where r.solicitud_id = s.id and ${inEstado(RECOMENDACION, 'r.estado', 'recibida')})`;

export type SolicitudListadaRow = PersonaRow & {
  id: string;
  persona_id: string;
  folio: string;
  estado: EstadoSolicitud;
  enviada_en: Date | null;
  recibidas: number;
  sospecha: boolean;
  documentos: number;
  por_excluir: boolean;
};

export type FiltrosSolicitudes = {
  convocatoriaId: string;
  busqueda?: string | undefined;
  estado?: EstadoSolicitud | undefined;
  aviso?: 'sospecha' | 'documentos' | 'sinCartas' | 'porExcluir' | undefined;
  /** Letters that the call asks for. */
  pedidas: number;
  ahora: Date;
};

const filtered = (filtros: FiltrosSolicitudes): RawBuilder<boolean> => {
  const { convocatoriaId, estado, aviso, pedidas, ahora } = filtros;
  const porAviso: Record<NonNullable<typeof aviso>, RawBuilder<unknown>> = {
    sospecha: SOSPECHA,
    documentos: sql`${versionesSuperadas(DOCUMENTOS, ahora)} > 0`,
    sinCartas: sql`${RECIBIDAS} < ${pedidas}`,
    porExcluir: POR_EXCLUIR,
  };
  const asked = [
    sql`s.convocatoria_id = ${convocatoriaId}`,
    sql`s.folio is not null`,
    hasWords('b.texto', filtros),
    ...(estado ? [sql`s.estado = ${estado}`] : []),
    ...(aviso ? [porAviso[aviso]] : []),
  ];
  return sql<boolean>`(${sql.join(asked, sql` and `)})`;
};

/** Searched by name and folio. */
const LISTADAS = sql`from solicitudes s join ${PERSONA.tables} on pe.id = s.persona_id
  join lateral (select plegar(pe.nombre_completo || ' ' || ${folioBuscado(sql`s.folio`)}) as texto) b on true`;

const ORDENES = {
  folio: sql`s.folio`,
  nombre: sql`pe.nombre_completo`,
  enviadaEn: sql`s.enviada_en`,
} as const;

/** A page of the applications that were sent to a call. */
export const selectSolicitudes = async (
  db: Db,
  filtros: FiltrosSolicitudes,
  page: { orden: keyof typeof ORDENES; descendente: boolean; pagina: number; porPagina: number },
): Promise<SolicitudListadaRow[]> => {
  const { rows } = await sql<SolicitudListadaRow>`
    select s.id, s.persona_id, s.folio, s.estado, s.enviada_en, ${PERSONA.columns}, ${RECIBIDAS} as recibidas,
      ${SOSPECHA} as sospecha, ${versionesSuperadas(DOCUMENTOS, filtros.ahora)} as documentos,
      ${POR_EXCLUIR} as por_excluir
    ${LISTADAS} where ${filtered(filtros)}
    order by ${ORDENES[page.orden]} ${page.descendente ? sql`desc` : sql`asc`}, s.id
    limit ${page.porPagina} offset ${(page.pagina - 1) * page.porPagina}`.execute(db);
  return rows;
};

export const countSolicitudes = async (db: Db, filtros: FiltrosSolicitudes): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${LISTADAS} where ${filtered(filtros)}`.execute(db);
  return rows[0]!.n;
};

/** Where applications are in the stages of their call: what was done, never with how many points. */
export type EnEtapaRow = {
  solicitud_id: string;
  etapa_id: string;
  nombre: string;
  tipo: TipoEtapa;
  cerrada: boolean;
  asignadas: number;
  entregadas: number;
  /** Of the last version of the exam; null: it is not in it. */
  examen: 'presentado' | 'ausente' | null;
  horario: 'reservado' | 'realizado' | 'sinPresentarse' | null;
};

export const selectEnEtapas = async (
  db: Db,
  solicitudes: readonly string[],
): Promise<EnEtapaRow[]> => {
  const { rows } = await sql<EnEtapaRow>`
    select s.id as solicitud_id, t.id as etapa_id, t.nombre, t.tipo, t.cerrada_en is not null as cerrada,
      (select count(*)::int from asignaciones a where a.solicitud_id = s.id and a.etapa_id = t.id
        and ${inGrupo(ASIGNACION, 'vivas', 'a.estado')}) as asignadas,
      (select count(*)::int from asignaciones a where a.solicitud_id = s.id and a.etapa_id = t.id
        and ${inEstado(ASIGNACION, 'a.estado', 'entregada')}) as entregadas,
      (select case when p.puntos is null then 'ausente' else 'presentado' end from examen_puntos p
        where p.solicitud_id = s.id and p.examen_id =
          (select x.id from examenes x where x.etapa_id = t.id order by x.numero desc limit 1)) as examen,
      (select h.estado from horarios h where h.solicitud_id = s.id and h.etapa_id = t.id
        and ${inEstado(HORARIO, 'h.estado', 'reservado', 'realizado', 'sinPresentarse')} limit 1) as horario
    from solicitudes s join convocatoria_etapas t on t.convocatoria_id = s.convocatoria_id
    where s.id = any(${solicitudes}::uuid[]) order by t.orden`.execute(db);
  return rows;
};

export type SolicitudVistaRow = PersonaRow & {
  id: string;
  persona_id: string;
  convocatoria_id: string;
  folio: string | null;
  estado: EstadoSolicitud;
  motivo: string | null;
  enviada_en: Date | null;
  cupos: string[];
  afirmativa: boolean;
  antiguedad_dias: number | null;
  documentos: VersionEnviada[];
};

export const findSolicitudVista = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<SolicitudVistaRow | undefined> => {
  const { rows } = await sql<SolicitudVistaRow>`
    select s.id, s.persona_id, s.convocatoria_id, s.folio, s.estado, s.motivo, s.enviada_en, s.cupos, s.afirmativa,
      s.antiguedad_dias, ${PERSONA.columns}, ${versionesEnviadas(DOCUMENTOS, ahora)} as documentos
    from solicitudes s join ${PERSONA.tables} on pe.id = s.persona_id where s.id = ${id}`.execute(
    db,
  );
  return rows[0];
};

export type RecomendanteRow = {
  id: string;
  estado: EstadoRecomendacion;
  nombre: string;
  correo: string;
  institucion: string;
  relacion: string;
  invitada_en: Date | null;
  recibida_en: Date | null;
  sospecha: boolean;
};

export const selectRecomendantes = async (
  db: Db,
  solicitudId: string,
): Promise<RecomendanteRow[]> => {
  const { rows } = await sql<RecomendanteRow>`
    select r.id, r.estado, r.nombre, r.correo, r.institucion, r.relacion, r.invitada_en, r.recibida_en, r.sospecha
    from recomendaciones r where r.solicitud_id = ${solicitudId} order by r.creado_en, r.id`.execute(
    db,
  );
  return rows;
};

export type ExclusionRow = {
  id: string;
  solicitud_id: string;
  estado: EstadoExclusion;
  motivo: string;
  propuesta_por: string;
  propuso: string | null;
  creado_en: Date;
  decidio: string | null;
  decidida_en: Date | null;
  nota: string | null;
};

const EXCLUSIONES = sql`select x.id, x.solicitud_id, x.estado, x.motivo, x.propuesta_por,
    ${nombreDeCuenta('x.propuesta_por')} as propuso, x.creado_en, ${nombreDeCuenta('x.decidida_por')} as decidio,
    x.decidida_en, x.nota from exclusiones x`;

export const selectExclusiones = async (
  db: Db | Trx,
  solicitudId: string,
): Promise<ExclusionRow[]> => {
  const { rows } = await sql<ExclusionRow>`${EXCLUSIONES}
    where x.solicitud_id = ${solicitudId} order by x.creado_en desc, x.id`.execute(db);
  return rows;
};

export const findExclusion = async (
  db: Db | Trx,
  id: string,
): Promise<ExclusionRow | undefined> => {
  const { rows } = await sql<ExclusionRow>`${EXCLUSIONES} where x.id = ${id}`.execute(db);
  return rows[0];
};

/** One that waits; null when another one does: the index decides. */
export const insertExclusion = async (
  trx: Trx,
  row: { solicitudId: string; motivo: string; por: string; en: Date },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into exclusiones (solicitud_id, estado, motivo, propuesta_por, creado_en)
    values (${row.solicitudId}, ${EXCLUSION.pasos.proponer.a}, ${row.motivo}, ${row.por}, ${row.en})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Takes a step; false when it does not wait any more. */
export const updateExclusion = async (
  trx: Trx,
  id: string,
  paso: 'aprobar' | 'rechazar' | 'retirar',
  { por, en, nota }: { por: string; en: Date; nota: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('exclusiones')
    .set({ estado: EXCLUSION.pasos[paso].a, decidida_por: por, decidida_en: en, nota })
    .where('id', '=', id)
    .where(mayTake(EXCLUSION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
