import { sql } from 'kysely';
import { inGrupo } from '../../../../platform/server/db/estados.ts';
import type { Db } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow, DE_EDICION } from '../../../cursos/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { DEFINICION, type Definicion } from '../../../plantillas/contract.ts';
import { type Respuestas, respuestasLeidas } from '../../../plantillas/formulario/contract.ts';
import { EVALUACION, type Evaluacion } from '../../../plantillas/reglas/contract.ts';
import {
  ILEGIBLE,
  plantillaNombre,
  VERSION_DE,
  type VersionRow,
  withDefiniciones,
} from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';
import type { FiltrosInscritos } from '../contract.ts';
import type { Ilegible } from '../rules.ts';
import { INSCRITOS, inscritosDe, queMuestran } from './reading.ts';

export type InscritoRow = ActividadRow &
  PersonaRow &
  VersionRow & {
    id: string;
    persona_id: string;
    estado: Estado;
    grupo: string | null;
    cupos: string[];
    cupo_clave: string | null;
    lugar_vence_en: Date | null;
    enviada_en: Date;
    puntos: number;
    folio: string | null;
    motivo: string | null;
    decidida_en: Date | null;
    respuestas: Respuestas;
    evaluacion: Evaluacion | null;
    /** What is not in it because it cannot be read. */
    ilegible: readonly Ilegible[];
  };

const COLUMNS = sql`${ACTIVIDAD.columns}, ${PERSONA.columns}, ${VERSION_DE.ligeras}, i.id, i.persona_id, i.estado,
  (select g.nombre from ${DE_EDICION.grupos} where g.id = i.grupo_id) as grupo, i.cupos, i.cupo_clave,
  i.lugar_vence_en, i.enviada_en, i.puntos, (select a.folio from acuses a where a.inscripcion_id = i.id) as folio,
  coalesce(i.decision_motivo, i.baja_motivo) as motivo, i.decidida_en, i.respuestas, i.evaluacion`;

type StoredRow = Omit<InscritoRow, 'version_definicion' | 'evaluacion' | 'ilegible'> & {
  evaluacion: unknown;
};

const readOne = (row: StoredRow & VersionRow): InscritoRow => {
  const respuestas = respuestasLeidas.safeParse(row.respuestas);
  const evaluacion = row.evaluacion === null ? null : EVALUACION.tryRead(row.evaluacion);
  const ilegible: Ilegible[] = [];
  if (row.version_definicion === ILEGIBLE) ilegible.push('version');
  if (!respuestas.success) ilegible.push('respuestas');
  if (row.evaluacion !== null && evaluacion === null) ilegible.push('evaluacion');
  return { ...row, respuestas: respuestas.data ?? {}, evaluacion, ilegible };
};

const read = async (
  db: Db,
  rows: readonly StoredRow[],
  known?: Map<string, Definicion>,
): Promise<InscritoRow[]> =>
  (await withDefiniciones<StoredRow & VersionRow>(db, rows, known)).map(readOne);

/**
 * In order of receipt, after one of them (null: from the beginning). The page is found first, edition by edition in the
 * order in which each received, and only its rows are read whole: it costs the same of 100,000. Who reads block after
 * block keeps the definitions that were read (`known`, by the version's id).
 */
export const selectInscritos = async (
  db: Db,
  filtros: FiltrosInscritos,
  { after, descendente, limit }: { after: string | null; descendente: boolean; limit: number },
  known?: Map<string, Definicion>,
): Promise<InscritoRow[]> => {
  const [order, than] = descendente ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const from =
    after === null
      ? sql`true`
      : sql`(i.enviada_en, i.id) ${than} (select a.enviada_en, a.id from inscripciones a where a.id = ${after})`;
  const { rows } = await sql<StoredRow>`
    with pagina as materialized (
      select una.id from ${ACTIVIDAD.tables} cross join lateral (
        select i.id, i.enviada_en from ${inscritosDe(filtros)}
        where i.edicion_id = e.id and ${queMuestran(filtros)} and ${from}
        order by i.enviada_en ${order}, i.id ${order} limit ${limit}) una
      order by una.enviada_en ${order}, una.id ${order} limit ${limit})
    select ${COLUMNS} from ${INSCRITOS} where i.id in (select id from pagina)
    order by i.enviada_en ${order}, i.id ${order}`.execute(db);
  return read(db, rows, known);
};

/** How many the filters show. */
export const countInscritos = async (db: Db, filtros: FiltrosInscritos): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${ACTIVIDAD.tables} cross join ${inscritosDe(filtros)}
    where i.edicion_id = e.id and ${queMuestran(filtros)}`.execute(db);
  return rows[0]!.n;
};

export const findInscrito = async (db: Db, id: string): Promise<InscritoRow | undefined> => {
  const { rows } = await sql<StoredRow>`
    select ${COLUMNS} from ${INSCRITOS} where i.id = ${id} and i.enviada_en is not null`.execute(
    db,
  );
  return (await read(db, rows))[0];
};

export type EnLoteRow = { id: string; nombre: string; persona_id: string; enviada_en: Date };

/** Those with these ids, in order of receipt: in that order they are decided on. */
export const selectParaDecidir = async (db: Db, ids: readonly string[]): Promise<EnLoteRow[]> => {
  const { rows } = await sql<EnLoteRow>`
    select i.id, pe.nombre_completo as nombre, i.persona_id, i.enviada_en from ${INSCRITOS}
    where i.id = any(${ids}::uuid[]) and i.enviada_en is not null order by i.enviada_en, i.id`.execute(
    db,
  );
  return rows;
};

/** The next of what the filters show, in order of receipt. */
export const selectParaDecidirAfter = async (
  db: Db,
  filtros: FiltrosInscritos,
  after: string | null,
  limit: number,
): Promise<EnLoteRow[]> => {
  const from =
    after === null
      ? sql`true`
      : sql`(i.enviada_en, i.id) > (select a.enviada_en, a.id from inscripciones a where a.id = ${after})`;
  const { rows } = await sql<EnLoteRow>`
    select i.id, pe.nombre_completo as nombre, i.persona_id, i.enviada_en from ${INSCRITOS}
    where ${queMuestran(filtros)} and ${from} order by i.enviada_en, i.id limit ${limit}`.execute(
    db,
  );
  return rows;
};

export type EdicionDePlantillaRow = {
  id: string;
  nombre: string;
  grupos: { id: string; nombre: string }[];
};

/** The editions of a plantilla in which something was sent, the latest first, with their groups. */
export const selectEdicionesDePlantilla = async (
  db: Db,
  plantillaId: string,
): Promise<EdicionDePlantillaRow[]> => {
  const { rows } = await sql<EdicionDePlantillaRow>`
    select e.id, c.nombre || ', ' || e.nombre as nombre,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'nombre', g.nombre) order by g.orden, g.nombre), '[]')
        from ${DE_EDICION.grupos} where g.edicion_id = e.id) as grupos
    from ${ACTIVIDAD.tables} where e.plantilla_id = ${plantillaId}
      and exists (select from inscripciones i where i.edicion_id = e.id and i.enviada_en is not null)
    order by e.inicia desc, e.id limit 200`.execute(db);
  return rows;
};

/** A version with what it says. */
export type VersionDePlantilla = { numero: number; definicion: Definicion };

export type PlantillaConVersiones = {
  nombre: string;
  versiones: VersionDePlantilla[];
  /** The last version that asked for each field, but as a sensitive one, by its key: also of those under which nobody sent anything. */
  hasta: ReadonlyMap<string, number>;
};

/**
 * The versions under which somebody sent something, and the newest that was ever published: the newest first.
 * Undefined: there is no such plantilla.
 */
export const findPlantillaConVersiones = async (
  db: Db,
  plantillaId: string,
): Promise<PlantillaConVersiones | undefined> => {
  const { rows } = await sql<{
    nombre: string;
    numero: number | null;
    definicion: unknown;
    hasta: Record<string, number> | null;
  }>`
    with publicadas as (
      select p.id as plantilla_id, v.id, v.numero, v.definicion, v.numero = max(v.numero) over () as ultima
      from ${VERSION_DE.tables} where p.id = ${plantillaId} and v.publicada_en is not null),
    preguntadas as (
      select c #>> '{}' as clave, max(numero) as numero
      from publicadas, jsonb_path_query(definicion, '$.secciones[*].campos[*] ? (!(@.sensible == true)).clave') c
      group by 1)
    select t.nombre, s.numero, s.definicion,
      case when s.ultima then (select jsonb_object_agg(clave, numero) from preguntadas) end as hasta
    from (select ${plantillaId}::uuid as id, ${plantillaNombre('t0.id')} as nombre
      from (select ${plantillaId}::uuid as id) t0) t
    left join publicadas s on s.plantilla_id = t.id and (s.ultima
      or exists (select from inscripciones i where i.plantilla_version_id = s.id and i.enviada_en is not null))
    where t.nombre is not null order by s.numero desc`.execute(db);
  const [first] = rows;
  return (
    first && {
      nombre: first.nombre,
      versiones: rows.flatMap(({ numero, definicion }) =>
        numero === null ? [] : [{ numero, definicion: DEFINICION.tryRead(definicion) ?? ILEGIBLE }],
      ),
      hasta: new Map(Object.entries(first.hasta ?? {})),
    }
  );
};

/** Whether one of these editions has a plantilla, or an inscripción. */
export const isDeEdiciones = async (
  db: Db,
  de: { plantillaId: string } | { inscripcionId: string },
  ediciones: readonly string[],
): Promise<boolean> => {
  const which =
    'plantillaId' in de
      ? sql`e.plantilla_id = ${de.plantillaId}`
      : sql`exists (select from inscripciones i where i.id = ${de.inscripcionId} and i.edicion_id = e.id)`;
  const { rows } = await sql`select from ${ACTIVIDAD.tables}
    where e.id = any(${ediciones}::uuid[]) and ${which} limit 1`.execute(db);
  return rows.length > 0;
};

export type PorDecidirRow = {
  plantilla_id: string;
  edicion_id: string;
  curso: string;
  edicion: string;
  n: number;
  desde: Date;
};

/** The editions with enrolments to decide, those that have waited longest first; `desde`: when the oldest was sent. */
export const selectPorDecidir = async (db: Db): Promise<PorDecidirRow[]> => {
  const { rows } = await sql<PorDecidirRow>`
    select e.plantilla_id, e.id as edicion_id, c.nombre as curso, e.nombre as edicion, p.n, p.desde
    from (select i.edicion_id, count(*)::int as n, min(i.enviada_en) as desde from inscripciones i
        where ${inGrupo(INSCRIPCION, 'porDecidir', 'i.estado')} group by i.edicion_id) p
      join ${ACTIVIDAD.tables} on e.id = p.edicion_id
    where e.cancelada_en is null
    order by p.desde, e.id`.execute(db);
  return rows;
};

/** The plantillas with a seat that was offered and lapses before `hasta`: their offers, and when the first one lapses. */
export const selectOfertasPorVencer = async (
  db: Db,
  hasta: Date,
): Promise<{ plantilla_id: string; nombre: string; n: number; limite: Date }[]> => {
  const { rows } = await sql<{ plantilla_id: string; nombre: string; n: number; limite: Date }>`
    select e.plantilla_id, ${plantillaNombre('e.plantilla_id')} as nombre, count(*)::int as n,
      min(i.lugar_vence_en) as limite
    from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.lugar_vence_en is not null
    group by e.plantilla_id having min(i.lugar_vence_en) < ${hasta} order by limite limit 20`.execute(
    db,
  );
  return rows;
};
