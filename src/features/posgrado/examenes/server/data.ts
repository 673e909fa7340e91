import { type Generated, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { TipoEtapa } from '../../convocatorias/contract.ts';
import { type EstadoConvocatoria, RANKING } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    examenes: {
      id: Generated<string>;
      etapa_id: string;
      numero: number;
      motivo: string;
      importado_por: string;
      creado_en: Date;
    };
    examen_puntos: {
      examen_id: string;
      solicitud_id: string;
      /** Hundredths out of 100; null: absent. */
      puntos: number | null;
    };
  }
}

export type EtapaRow = {
  id: string;
  convocatoria_id: string;
  convocatoria_estado: EstadoConvocatoria;
  tipo: TipoEtapa;
  nombre: string;
  orden: number;
  cerrada_en: Date | null;
  /** A ranking of its call is published; one is approved and waits for it. */
  publicada: boolean;
  aprobada: boolean;
  /** A correction of its points is open. */
  correccion: { motivo: string; creadoEn: string } | null;
};

/** A stage of a call; with `lock`, held until the transaction ends: it is not closed meanwhile, and versions are numbered one by one. */
export const findEtapaDeExamen = async (
  db: Db | Trx,
  etapaId: string,
  { lock = false } = {},
): Promise<EtapaRow | undefined> => {
  const { rows } = await sql<EtapaRow>`
    select t.id, t.convocatoria_id, cv.estado as convocatoria_estado, t.tipo, t.nombre, t.orden, t.cerrada_en,
      exists (select from rankings k where k.convocatoria_id = cv.id
        and ${inEstado(RANKING, 'k.estado', 'publicado')}) as publicada,
      exists (select from rankings k where k.convocatoria_id = cv.id
        and ${inEstado(RANKING, 'k.estado', 'aprobado')}) as aprobada,
      (select jsonb_build_object('motivo', x.motivo,
          'creadoEn', to_char(x.creado_en at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from examen_correcciones x where x.etapa_id = t.id and x.terminada_en is null) as correccion
    from (select * from convocatoria_etapas where id = ${etapaId} ${lock ? sql`for no key update` : sql``}) t
    join convocatorias cv on cv.id = t.convocatoria_id
    where t.tipo = ${sql.lit('examen' satisfies TipoEtapa)}`.execute(db);
  return rows[0];
};

/** Number of the newest version of a stage's results; 0: there is none. */
export const findNumero = async (db: Db | Trx, etapaId: string): Promise<number> => {
  const { rows } = await sql<{ numero: number }>`
    select coalesce(max(numero), 0) as numero from examenes where etapa_id = ${etapaId}`.execute(
    db,
  );
  return rows[0]!.numero;
};

/** The points of a version, by application. */
export const selectPuntos = async (
  db: Db | Trx,
  { etapaId, numero }: { etapaId: string; numero: number },
): Promise<Map<string, number | null>> => {
  const { rows } = await sql<{ solicitud_id: string; puntos: number | null }>`
    select p.solicitud_id, p.puntos from examen_puntos p join examenes x on x.id = p.examen_id
    where x.etapa_id = ${etapaId} and x.numero = ${numero}`.execute(db);
  return new Map(rows.map(({ solicitud_id, puntos }) => [solicitud_id, puntos]));
};

export type VersionRow = {
  numero: number;
  motivo: string;
  importado_por: string;
  creado_en: Date;
  presentes: number;
  ausentes: number;
  cambios: number;
};

/** The versions of a stage's results, the newest first. */
export const selectVersiones = async (db: Db, etapaId: string): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select x.numero, x.motivo, x.importado_por, x.creado_en,
      count(p.puntos)::int as presentes,
      count(*) filter (where p.solicitud_id is not null and p.puntos is null)::int as ausentes,
      count(*) filter (where p.solicitud_id is not null
        and (a.solicitud_id is null or a.puntos is distinct from p.puntos))::int as cambios
    from examenes x
    left join examen_puntos p on p.examen_id = x.id
    left join examenes y on y.etapa_id = x.etapa_id and y.numero = x.numero - 1
    left join examen_puntos a on a.examen_id = y.id and a.solicitud_id = p.solicitud_id
    where x.etapa_id = ${etapaId} group by x.id order by x.numero desc limit 200`.execute(db);
  return rows;
};

export type DiferenciaRow = {
  folio: string;
  persona_id: string;
  antes: { puntos: number | null } | null;
  despues: { puntos: number | null } | null;
};

/** What a version changed of the one before, by folio: at most `limite`, and how many there are. */
export const selectDiferencias = async (
  db: Db,
  { etapaId, numero, limite }: { etapaId: string; numero: number; limite: number },
): Promise<{ total: number; rows: DiferenciaRow[] }> => {
  const { rows } = await sql<DiferenciaRow & { total: number }>`
    with version as (
      select x.numero, p.solicitud_id, p.puntos from examenes x join examen_puntos p on p.examen_id = x.id
      where x.etapa_id = ${etapaId} and x.numero in (${numero}::int, ${numero}::int - 1)
    )
    select s.folio, s.persona_id, count(*) over ()::int as total,
      case when a.solicitud_id is null then null else jsonb_build_object('puntos', a.puntos) end as antes,
      case when d.solicitud_id is null then null else jsonb_build_object('puntos', d.puntos) end as despues
    from (select * from version where numero = ${numero}) d
    full join (select * from version where numero = ${numero}::int - 1) a on a.solicitud_id = d.solicitud_id
    join solicitudes s on s.id = coalesce(d.solicitud_id, a.solicitud_id)
    where exists (select from version where numero = ${numero})
      and (a.solicitud_id is null or d.solicitud_id is null or a.puntos is distinct from d.puntos)
    order by s.folio limit ${limite}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows };
};
