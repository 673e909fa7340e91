import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { itemNombre, itemsDe } from '../../catalogos/server/reading.ts';
import type { Tramo } from '../../cursos/contract.ts';
import { ACTIVIDAD } from '../../cursos/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../inscripciones/estados.ts';
import { type Agrupacion, MAX_EDICIONES } from '../contract.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    /** When the figures were compared with the enrolments, and what was different: sentences without a name in them. */
    indicadores_revisiones: {
      id: Generated<string>;
      revisado_en: Date;
      inscripciones: number;
      diferencias: number;
      ejemplos: ColumnType<string[], string, never>;
    };
  }
}

/** The ámbito of everything, and the circuit of those without one. */
const CERO = '00000000-0000-0000-0000-000000000000';

/** Which enrolments: of which editions, sent from one day to another (YYYY-MM-DD). */
export type Cuales = {
  primero: string;
  ultimo: string;
  tipoId: string | undefined;
  areaId: string | undefined;
  cursoId: string | undefined;
};

/** True of an edition that is asked about, as it is given now. */
const isAsked = ({ tipoId, areaId, cursoId }: Omit<Cuales, 'primero' | 'ultimo'>) =>
  sql.join(
    [
      sql`true`,
      ...(tipoId === undefined ? [] : [sql`c.tipo_id = ${tipoId}`]),
      ...(areaId === undefined ? [] : [sql`c.area_id = ${areaId}`]),
      ...(cursoId === undefined ? [] : [sql`e.curso_id = ${cursoId}`]),
    ],
    sql` and `,
  );

/** Where their figures are: of a course, those of its editions. */
const ambitosOf = (cuales: Cuales): RawBuilder<unknown> => {
  const { tipoId, areaId, cursoId } = cuales;
  if (cursoId !== undefined) {
    return sql`array(select e.id from ${ACTIVIDAD.tables} where ${isAsked(cuales)})`;
  }
  if (tipoId !== undefined && areaId !== undefined) {
    return sql`array[ambito_de_tipo_y_area(${tipoId}, ${areaId})]`;
  }
  return sql`array[${tipoId ?? areaId ?? CERO}::uuid]`;
};

/** What changed since the figures were last folded, of those that are asked about. */
const pending = (cuales: Cuales) => sql`indicadores_cambios p
  join ${ACTIVIDAD.tables} on e.id = p.edicion_id
  where p.n <> 0 and p.dia between ${cuales.primero} and ${cuales.ultimo} and ${isAsked(cuales)}`;

const UNIDAD: Readonly<Record<Agrupacion, string>> = { dia: 'day', semana: 'week', mes: 'month' };

const withLugar = sql`coalesce(sum(n) filter (where ${inGrupo(INSCRIPCION, 'conLugar', 'en_estado')}), 0)::int`;

/** Enrolments by the day, week or month in which they were sent, in order. */
export const selectTiempo = async (db: Db, cuales: Cuales, por: Agrupacion) => {
  const { rows } = await sql<{ inicia: string; enviadas: number; conLugar: number }>`
    select date_trunc(${sql.lit(UNIDAD[por])}, dia)::date as inicia, sum(n)::int as enviadas, ${withLugar} as "conLugar"
    from (
      select dia, en_estado, n from indicadores_dias
        where ambito_id = any(${ambitosOf(cuales)}) and dia between ${cuales.primero} and ${cuales.ultimo}
      union all select p.dia, p.en_estado, p.n from ${pending(cuales)}
    ) t group by 1 having sum(n) <> 0 order by 1`.execute(db);
  return rows;
};

/** Enrolments by circuit and state: every circuit of the catalog, and those without one (id null) at the end. */
export const selectCircuitos = async (db: Db, cuales: Cuales) => {
  const { rows } = await sql<{
    id: string | null;
    clave: string;
    nombre: string;
    enviadas: number;
    conLugar: number;
    estados: Partial<Record<Estado, number>>;
  }>`
    with t as (
      select circuito_id, en_estado, sum(n)::int as n from (
        select circuito_id, en_estado, n from indicadores_meses
          where ambito_id = any(${ambitosOf(cuales)}) and mes between ${cuales.primero} and ${cuales.ultimo}
        union all select coalesce(p.circuito_id, ${CERO}::uuid), p.en_estado, p.n from ${pending(cuales)}
      ) u group by 1, 2
    )
    select c.id, coalesce(c.clave, '') as clave, coalesce(c.nombre, 'Sin circuito') as nombre,
      coalesce(sum(n), 0)::int as enviadas, ${withLugar} as "conLugar",
      coalesce(jsonb_object_agg(t.en_estado, t.n) filter (where t.n <> 0), '{}') as estados
    from t full join ${itemsDe('circuitos')} c
      on c.id = t.circuito_id
    group by c.id, c.clave, c.nombre, c.orden, c.activo having c.activo or coalesce(sum(n), 0) <> 0
    order by c.orden, c.id`.execute(db);
  return rows;
};

/** Seats of the editions that begin in the period, by how much of each is taken. */
export const selectOcupacion = async (db: Db, cuales: Cuales, tramos: readonly number[]) => {
  const { rows } = await sql<{ de: Tramo; ediciones: number; cupo: number; ocupados: number }>`
    select de, count(*)::int as ediciones, sum(cupo)::int as cupo, sum(ocupados)::int as ocupados from (
      select e.cupo, e.ocupados, (select max(t.de) from unnest(${tramos}::int[]) t (de)
        where e.ocupados::bigint * 100 >= t.de::bigint * e.cupo) as de
      from ${ACTIVIDAD.tables}
      where e.cancelada_en is null and e.inicia between ${cuales.primero} and ${cuales.ultimo}
        and ${isAsked(cuales)}
    ) o group by de order by de`.execute(db);
  return rows;
};

type CuentasDeConclusion = {
  acreditadas: number;
  noAcreditadas: number;
  bajas: number;
  enCurso: number;
};

const sumOf = (...estados: Estado[]) =>
  sql`coalesce(sum(n) filter (where ${inEstado(INSCRIPCION, 'en_estado', ...estados)}), 0)::int`;

/**
 * How the enrolments of cancelled editions ended, with the sign changed: whoever was dropped because the school cancelled did not
 * conclude anything. `columna`: what they are grouped by.
 */
const menosCanceladas = (cuales: Cuales, columna: RawBuilder<unknown>) => sql`
  select ${columna} as id, d.en_estado, -d.n as n from ${ACTIVIDAD.tables} join indicadores_dias d on d.ambito_id = e.id
    where e.cancelada_en is not null and d.dia between ${cuales.primero} and ${cuales.ultimo} and ${isAsked(cuales)}
  union all select ${columna}, p.en_estado, -p.n from ${pending(cuales)} and e.cancelada_en is not null`;

/** Enrolments that ended because their edition was cancelled, by state. */
export const selectDeCanceladas = async (db: Db, cuales: Cuales) => {
  const { rows } = await sql<{ bajas: number; enCurso: number }>`
    select ${sumOf('baja')} as bajas, ${sumOf('inscrita')} as "enCurso"
    from (${menosCanceladas(cuales, sql`e.id`)}) t`.execute(db);
  return { bajas: -rows[0]!.bajas, enCurso: -rows[0]!.enCurso };
};

/** What rows of the completion are of: the column that says it, and its words in their order. */
const PARTES = {
  areas: { columna: 'c.area_id', nombres: itemsDe('areas') },
  tipos: { columna: 'c.tipo_id', nombres: itemsDe('tipos-actividad') },
  ediciones: {
    columna: 'e.id',
    // From the one that begins last.
    nombres: sql`(select e.id, e.nombre, date '2000-01-01' - e.inicia as orden from ${ACTIVIDAD.tables})`,
  },
} as const;

/** How enrolments ended, of each area, of each kind of activity within an area, or of each edition of a course. */
export const selectConclusiones = async (
  db: Db,
  { de, ...cuales }: Cuales & { de: keyof typeof PARTES },
) => {
  const { nombres } = PARTES[de];
  const columna = sql.ref(PARTES[de].columna);
  const { tipoId, areaId } = cuales;
  // Of one kind in one area there is one row, and it stands in an ámbito of its own.
  const ambito =
    de === 'ediciones' || (tipoId === undefined && areaId === undefined)
      ? columna
      : sql`ambito_de_tipo_y_area(c.tipo_id, c.area_id)`;
  const { rows } = await sql<CuentasDeConclusion & { id: string; nombre: string }>`
    with partes as materialized (
      select distinct ${columna} as id, ${ambito} as ambito_id
      from ${ACTIVIDAD.tables} where ${isAsked(cuales)}
    )
    select a.id, a.nombre, ${sumOf('acreditada')} as acreditadas, ${sumOf('noAcreditada')} as "noAcreditadas",
      ${sumOf('baja')} as bajas, ${sumOf('inscrita')} as "enCurso"
    from (
      select o.id, d.en_estado, sum(d.n) as n from partes o join indicadores_dias d on d.ambito_id = o.ambito_id
        where d.dia between ${cuales.primero} and ${cuales.ultimo} group by 1, 2
      union all select ${columna}, p.en_estado, p.n from ${pending(cuales)}
      union all ${menosCanceladas(cuales, columna)}
    ) t join ${nombres} a on a.id = t.id
    group by a.id, a.nombre, a.orden
    having sum(n) filter (where ${inEstado(INSCRIPCION, 'en_estado', 'acreditada', 'noAcreditada', 'baja', 'inscrita')}) > 0
    order by a.orden, a.id limit ${de === 'ediciones' ? MAX_EDICIONES : null}::int`.execute(db);
  return rows;
};

type Elegible = { id: string; nombre: string };

/** What editions are of: kinds and areas in the order of their catalogs, and courses, as the newest edition calls them. */
export const selectOpciones = async (db: Db) => {
  const { rows } = await sql<{
    tipos: Elegible[];
    areas: Elegible[];
    cursos: (Elegible & { tipoId: string; areaId: string })[];
  }>`
    with dados as materialized (
      select distinct on (e.curso_id) e.curso_id as id, c.nombre, c.tipo_id, c.area_id
      from ${ACTIVIDAD.tables} order by e.curso_id, c.numero desc
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'nombre', t.nombre) order by t.orden, t.id), '[]')
        from ${itemsDe('tipos-actividad')} t where t.id in (select tipo_id from dados)) as tipos,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'nombre', t.nombre) order by t.orden, t.id), '[]')
        from ${itemsDe('areas')} t where t.id in (select area_id from dados)) as areas,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'nombre', nombre, 'tipoId', tipo_id,
        'areaId', area_id) order by nombre, id), '[]') from dados) as cursos`.execute(db);
  return rows[0]!;
};

/** The last comparison of the figures with the enrolments. */
export const selectRevision = (db: Db) =>
  db
    .selectFrom('indicadores_revisiones')
    .select(['revisado_en', 'diferencias'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Takes what changed into the figures. Gives how many changes. */
export const foldCambios = async (db: Db | Trx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select indicadores_plegar() as n`.execute(db);
  return rows[0]!.n;
};

/** Makes every figure again from the enrolments, while people write. */
export const remakeIndicadores = async (db: Db | Trx): Promise<void> => {
  await sql`select indicadores_rehacer()`.execute(db);
};

export type DiferenciaRow = {
  tabla: string;
  /** What it is a figure of, as people call it. */
  ambito: string;
  dia: string | null;
  circuito: string | null;
  estado: Estado | null;
  esperado: number;
  dice: number;
};

/** Figures that are not as the enrolments say, the first `limite` and how many in all. */
export const findDiferencias = async (
  db: Db | Trx,
  limite: number,
): Promise<{ n: number; primeras: DiferenciaRow[] }> => {
  const { rows } = await sql<DiferenciaRow & { n: number }>`
    select d.tabla, coalesce(
        case when d.ambito_id = ${CERO} then 'todas las inscripciones' end,
        (select c.nombre || ', ' || e.nombre from ${ACTIVIDAD.tables} where e.id = d.ambito_id),
        ${itemNombre('d.ambito_id')},
        (select ${itemNombre('k.tipo_id')} || ', ' || ${itemNombre('k.area_id')} from indicadores_ediciones k
          where ambito_de_tipo_y_area(k.tipo_id, k.area_id) = d.ambito_id limit 1),
        d.ambito_id::text) as ambito,
      d.dia, case when d.circuito_id = ${CERO} then 'sin circuito'
        else ${itemNombre('d.circuito_id')} end as circuito,
      d.en_estado as estado, d.esperado::int, d.dice::int, count(*) over ()::int as n
    from indicadores_diferencias() d
    order by row_number() over (partition by d.tabla order by d.dia, d.ambito_id, d.circuito_id, d.en_estado), d.tabla
    limit ${limite}`.execute(db);
  return { n: rows[0]?.n ?? 0, primeras: rows };
};

export const insertRevision = async (
  db: Db | Trx,
  revision: {
    revisadoEn: Date;
    inscripciones: number;
    diferencias: number;
    ejemplos: readonly string[];
  },
): Promise<void> => {
  await db
    .insertInto('indicadores_revisiones')
    .values({
      revisado_en: revision.revisadoEn,
      inscripciones: revision.inscripciones,
      diferencias: revision.diferencias,
      ejemplos: JSON.stringify(revision.ejemplos),
    })
    .execute();
};
