import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import {
  ASIGNACION,
  type EstadoRanking,
  type EstadoSolicitud,
  EXCLUSION,
  HORARIO,
  RANKING,
  SOLICITUD,
} from '../../estados.ts';

type Null<T> = ColumnType<T | null, T | null | undefined, T | null>;

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    rankings: {
      id: Generated<string>;
      convocatoria_id: string;
      numero: number;
      estado: EstadoRanking;
      formula: number;
      /** Of whatever format: they are read with `ENTRADAS` and `RESULTADO`. */
      entradas: ColumnType<unknown, string, string>;
      resultado: ColumnType<unknown, string, string>;
      sha256: string;
      motivo: string | null;
      calculado_por: string;
      creado_en: Date;
      aprobado_por: Null<string>;
      aprobado_en: Null<Date>;
      publicar_en: Null<Date>;
      adelanto: Null<string>;
      publicado_en: Null<Date>;
      sustituido_en: Null<Date>;
      sustituido_motivo: Null<string>;
    };
  }
}

/** A ranking without what it was computed from. */
export type RankingRow = {
  id: string;
  convocatoria_id: string;
  numero: number;
  estado: EstadoRanking;
  formula: number;
  sha256: string;
  motivo: string | null;
  calculado_por: string;
  creado_en: Date;
  aprobado_por: string | null;
  aprobado_en: Date | null;
  publicar_en: Date | null;
  adelanto: string | null;
  publicado_en: Date | null;
  sustituido_en: Date | null;
  sustituido_motivo: string | null;
};

const COLUMNS = [
  ...(['id', 'convocatoria_id', 'numero', 'estado', 'formula', 'sha256', 'motivo'] as const),
  ...(['calculado_por', 'creado_en', 'aprobado_por', 'aprobado_en', 'publicar_en'] as const),
  ...(['adelanto', 'publicado_en', 'sustituido_en', 'sustituido_motivo'] as const),
] as const;

/** The rankings of a call, the newest first. */
export const selectRankings = (db: Db | Trx, convocatoriaId: string): Promise<RankingRow[]> =>
  db
    .selectFrom('rankings')
    .select(COLUMNS)
    .where('convocatoria_id', '=', convocatoriaId)
    .orderBy('numero', 'desc')
    .limit(200)
    .execute();

/** A ranking with its inputs and result, of whatever format. */
export type RankingEnteroRow = RankingRow & { entradas: unknown; resultado: unknown };

/** One by its id; with `lock`, held until the transaction ends. */
export const findRanking = (
  db: Db | Trx,
  id: string,
  { lock = false } = {},
): Promise<RankingEnteroRow | undefined> =>
  db
    .selectFrom('rankings')
    .select([...COLUMNS, 'entradas', 'resultado'])
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** One with its result, and with its inputs but for the applications: of thousands, a screen shows a page. */
export const findRankingLigero = async (
  db: Db | Trx,
  id: string,
): Promise<RankingEnteroRow | undefined> =>
  db
    .selectFrom('rankings')
    .select([
      ...COLUMNS,
      'resultado',
      sql<unknown>`jsonb_set(entradas, '{solicitudes}', '[]')`.as('entradas'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** The one of a call that is published, with its inputs and result. */
export const findPublicado = (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<RankingEnteroRow | undefined> =>
  db
    .selectFrom('rankings')
    .select([...COLUMNS, 'entradas', 'resultado'])
    .where('convocatoria_id', '=', convocatoriaId)
    .where(inEstado(RANKING, 'estado', 'publicado'))
    .executeTakeFirst();

/** One more of a call; its number is the next one. */
export const insertRanking = async (
  trx: Trx,
  row: {
    convocatoria_id: string;
    formula: number;
    /** JSON. */
    entradas: string;
    resultado: string;
    sha256: string;
    motivo: string | null;
    calculado_por: string;
    creado_en: Date;
  },
): Promise<{ id: string; numero: number }> => {
  const { rows } = await sql<{ id: string; numero: number }>`
    insert into rankings (convocatoria_id, numero, estado, formula, entradas, resultado, sha256, motivo, calculado_por, creado_en)
    values (${row.convocatoria_id},
      1 + coalesce((select max(k.numero) from rankings k where k.convocatoria_id = ${row.convocatoria_id}), 0),
      ${RANKING.pasos.calcular.a}, ${row.formula}, ${row.entradas}::text::jsonb, ${row.resultado}::text::jsonb, ${row.sha256},
      ${row.motivo}, ${row.calculado_por}, ${row.creado_en})
    returning id, numero`.execute(trx);
  return rows[0]!;
};

/** Ends a ranking; false when it had ended. `motivo`: null of one whose place a later one takes. */
export const replaceRanking = async (
  trx: Trx,
  id: string,
  { en, motivo }: { en: Date; motivo: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('rankings')
    .set({
      estado: RANKING.pasos.sustituir.a,
      sustituido_en: en,
      sustituido_motivo: motivo,
      publicar_en: null,
    })
    .where('id', '=', id)
    .where(mayTake(RANKING, 'sustituir'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** An application that competes, or was excluded from doing so. */
export type ConcursanteRow = {
  id: string;
  folio: string;
  persona_id: string;
  estado: EstadoSolicitud;
  cupos: string[];
  afirmativa: boolean;
  antiguedad_dias: number | null;
  excluida: boolean;
};

/**
 * The applications of a call that a ranking is of: those in evaluation, those with a published result, and those that were not admitted. Not
 * those that withdrew, lapsed or were annulled. With `ids`, those whatever became of them.
 */
export const selectConcursantes = async (
  db: Db | Trx,
  convocatoriaId: string,
  ids: readonly string[] | null = null,
): Promise<ConcursanteRow[]> => {
  const cuales =
    ids === null
      ? sql`(${inEstado(SOLICITUD, 's.estado', 'enEvaluacion', 'noAdmitida')}
          or ${inGrupo(SOLICITUD, 'conResultado', 's.estado')})`
      : sql`s.id = any(${ids}::uuid[])`;
  const { rows } = await sql<ConcursanteRow>`
    select s.id, s.folio, s.persona_id, s.estado, s.cupos, s.afirmativa, s.antiguedad_dias,
      exists (select from exclusiones x where x.solicitud_id = s.id and ${inEstado(EXCLUSION, 'x.estado', 'vigente')}) as excluida
    from solicitudes s where s.convocatoria_id = ${convocatoriaId} and ${cuales}
    order by s.folio`.execute(db);
  return rows;
};

/** How many were sent and wait for the close. */
export const countPorEvaluar = async (db: Db | Trx, convocatoriaId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from solicitudes s
    where s.convocatoria_id = ${convocatoriaId} and ${inEstado(SOLICITUD, 's.estado', 'enviada')}`.execute(
    db,
  );
  return rows[0]!.n;
};

/** A delivered score; its `dictamen` is of whatever format. */
export type EntregaRow = {
  id: string;
  etapa_id: string;
  solicitud_id: string;
  tercera: boolean;
  dictamen: unknown;
};

/** The delivered scores of these stages; with `ids`, those assignments, whatever became of them. */
export const selectEntregas = async (
  db: Db | Trx,
  etapas: readonly string[],
  ids: readonly string[] | null = null,
): Promise<EntregaRow[]> => {
  const cuales =
    ids === null
      ? inEstado(ASIGNACION, 'a.estado', 'entregada')
      : sql<boolean>`a.id = any(${ids}::uuid[])`;
  const { rows } = await sql<EntregaRow>`
    select a.id, a.etapa_id, a.solicitud_id, a.tercera, a.dictamen from asignaciones a
    where a.etapa_id = any(${etapas}::uuid[]) and ${cuales} and a.dictamen is not null
    order by a.id`.execute(db);
  return rows;
};

/** Whether the points of an exam of a call are being corrected. */
export const hasCorreccionAbierta = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select from examen_correcciones x join convocatoria_etapas t on t.id = x.etapa_id
    where t.convocatoria_id = ${convocatoriaId} and x.terminada_en is null limit 1`.execute(db);
  return rows.length > 0;
};

/** Whoever did not come to the interview of a stage. */
export const selectAusencias = async (
  db: Db | Trx,
  etapas: readonly string[],
): Promise<{ etapa_id: string; solicitud_id: string }[]> => {
  const { rows } = await sql<{ etapa_id: string; solicitud_id: string }>`
    select h.etapa_id, h.solicitud_id from horarios h
    where h.etapa_id = any(${etapas}::uuid[]) and h.solicitud_id is not null
      and ${inEstado(HORARIO, 'h.estado', 'sinPresentarse')}`.execute(db);
  return rows;
};

/** Number of the newest version of the results of each exam stage that has one. */
export const selectUltimosExamenes = async (
  db: Db | Trx,
  etapas: readonly string[],
): Promise<{ etapa_id: string; numero: number }[]> => {
  const { rows } = await sql<{ etapa_id: string; numero: number }>`
    select x.etapa_id, max(x.numero) as numero from examenes x where x.etapa_id = any(${etapas}::uuid[])
    group by x.etapa_id`.execute(db);
  return rows;
};

/** The points of these versions of exams. */
export const selectPuntosDeExamen = async (
  db: Db | Trx,
  versiones: readonly { etapaId: string; numero: number }[],
): Promise<{ etapa_id: string; solicitud_id: string; puntos: number | null }[]> => {
  const { rows } = await sql<{ etapa_id: string; solicitud_id: string; puntos: number | null }>`
    select x.etapa_id, p.solicitud_id, p.puntos
    from jsonb_to_recordset(${JSON.stringify(versiones)}::jsonb) as v("etapaId" uuid, numero int)
    join examenes x on x.etapa_id = v."etapaId" and x.numero = v.numero
    join examen_puntos p on p.examen_id = x.id`.execute(db);
  return rows;
};

/** Whose these applications are, with their present state; a file that is not to be seen has no name. */
export const selectNombres = async (
  db: Db,
  ids: readonly string[],
): Promise<
  {
    id: string;
    persona_id: string;
    nombre: string | null;
    clave: string | null;
    estado: EstadoSolicitud;
  }[]
> => {
  const { rows } = await sql<{
    id: string;
    persona_id: string;
    nombre: string | null;
    clave: string | null;
    estado: EstadoSolicitud;
  }>`
    select s.id, s.persona_id, pe.nombre_completo as nombre, pe.clave, s.estado from solicitudes s
    left join ${PERSONA.tables} on pe.id = s.persona_id where s.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
};

/** Approves one; false when it is no longer one that waits for it. */
export const updateAprobado = async (
  trx: Trx,
  id: string,
  {
    por,
    en,
    publicarEn,
    adelanto,
  }: { por: string; en: Date; publicarEn: Date; adelanto: string | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('rankings')
    .set({
      estado: RANKING.pasos.aprobar.a,
      aprobado_por: por,
      aprobado_en: en,
      publicar_en: publicarEn,
      adelanto,
    })
    .where('id', '=', id)
    .where(mayTake(RANKING, 'aprobar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
