import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, notInGrupo } from '../../../platform/server/db/estados.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import { type Estado, INSCRIPCION } from '../../inscripciones/estados.ts';
import { VERSION } from '../../plantillas/estados.ts';
import type { Curso, Modalidad, Tipo } from '../contract.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    cursos: {
      id: Generated<string>;
      clave: string;
      nombre: string;
      tipo: Tipo;
      modalidad: Modalidad;
      /** An item of the catalog `areas`. */
      area_id: string;
      horas: number;
      /** `numeric` arrives as text; read it through CURSO_COLUMNS. */
      creditos: ColumnType<string | null, number | null, number | null>;
      objetivo: string;
      creado_en: Generated<Date>;
    };
    ediciones: {
      id: Generated<string>;
      curso_id: string;
      plantilla_id: string;
      nombre: string;
      inicia: string;
      termina: string;
      inscripcion_abre: Date;
      inscripcion_cierra: Date;
      /** An item of the catalog `sedes`. */
      sede_id: string | null;
      cupo: number;
      ocupados: Generated<number>;
      cancelada_en: Date | null;
      creada_en: Generated<Date>;
    };
  }
}

export type CursoRow = { [K in keyof Curso as `curso_${K}`]: Curso[K] };

export type EdicionRow = {
  edicion_id: string;
  plantilla_id: string;
  edicion_nombre: string;
  edicion_inicia: string;
  edicion_termina: string;
  edicion_abre: Date;
  edicion_cierra: Date;
  edicion_sede: string | null;
  edicion_cupo: number;
  edicion_ocupados: number;
  edicion_cancelada_en: Date | null;
};

/** A CursoRow, in a query whose `cursos` is called `c`. */
const CURSO_COLUMNS = sql.raw(`c.id as curso_id, c.clave as curso_clave,
  c.nombre as curso_nombre, c.tipo as curso_tipo, c.modalidad as curso_modalidad,
  (select nombre from catalogo_items where id = c.area_id) as curso_area, c.horas as curso_horas, c.creditos::float8 as curso_creditos,
  c.objetivo as curso_objetivo`);

/** An EdicionRow, in a query whose `ediciones` is called `e`. */
const EDICION_COLUMNS = sql.raw(`e.id as edicion_id, e.plantilla_id,
  e.nombre as edicion_nombre, e.inicia as edicion_inicia, e.termina as edicion_termina,
  e.inscripcion_abre as edicion_abre, e.inscripcion_cierra as edicion_cierra,
  (select nombre from catalogo_items where id = e.sede_id) as edicion_sede, e.cupo as edicion_cupo, e.ocupados as edicion_ocupados,
  e.cancelada_en as edicion_cancelada_en`);

export type OfertaRow = CursoRow &
  EdicionRow & { inscripcion_id: string | null; inscripcion_estado: Estado | null };

/** Editions open at `ahora` or that open before `hasta`, with the person's living inscripción. */
export const findOfertas = async (
  db: Db,
  {
    personaId,
    ahora,
    hasta,
    limite,
  }: { personaId: string | null; ahora: Date; hasta: Date; limite: number },
): Promise<OfertaRow[]> => {
  // Without a version in force there is nothing to fill in yet.
  const { rows } = await sql<OfertaRow>`
    select ${CURSO_COLUMNS}, ${EDICION_COLUMNS},
      i.id as inscripcion_id, i.estado as inscripcion_estado
    from ediciones e
    join cursos c on c.id = e.curso_id
    left join inscripciones i on i.edicion_id = e.id and i.persona_id = ${personaId}
      and ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
    where e.inscripcion_cierra > ${ahora} and e.inscripcion_abre <= ${hasta}
      and e.cancelada_en is null
      and exists (select from plantilla_versiones v
        where v.plantilla_id = e.plantilla_id and ${inEstado(VERSION, 'v.estado', 'publicada')})
    order by e.inscripcion_cierra, e.inscripcion_abre, e.id
    limit ${limite}`.execute(db);
  return rows;
};

/** Records that use an item of a catalog: how many, and the first ones. */
type Usan<T> = { n: number; primeros: T[] };

const SOME = 5;

const usan = <T>(rows: readonly (T & { n: number })[]): Usan<T> => ({
  n: rows[0]?.n ?? 0,
  primeros: [...rows],
});

/** The key in the catalog of a course's modality: the program knows three, the catalog tells them apart more. */
export const CLAVE_MODALIDAD = `case modalidad when 'presencial' then 'PRESENCIAL'
  when 'mixta' then 'MIXTA' else 'LINEA_ASINC' end`;

/** Courses of an area (its id), or of a kind of activity or a modality (their keys). */
export const findCursosQueUsan = async (
  db: Db,
  por: 'area_id' | 'upper(tipo)' | typeof CLAVE_MODALIDAD,
  valor: string,
): Promise<Usan<{ nombre: string }>> => {
  const { rows } = await sql<{ nombre: string; n: number }>`
    select nombre, count(*) over () as n from cursos
    where ${sql.raw(por)} = ${valor} order by nombre, id limit ${SOME}`.execute(db);
  return usan(rows);
};

/** Editions given at a venue, the latest first. */
export const findEdicionesDeSede = async (
  db: Db,
  sedeId: string,
): Promise<
  Usan<{
    id: string;
    nombre: string;
    curso: string;
    cursoId: string;
    plantillaId: string;
    tipo: Tipo;
  }>
> => {
  const { rows } = await sql<{
    id: string;
    nombre: string;
    curso: string;
    cursoId: string;
    plantillaId: string;
    tipo: Tipo;
    n: number;
  }>`
    select e.id, e.nombre, c.nombre as curso, c.id as "cursoId", e.plantilla_id as "plantillaId",
      c.tipo, count(*) over () as n
    from ediciones e join cursos c on c.id = e.curso_id
    where e.sede_id = ${sedeId} order by e.inicia desc, e.id limit ${SOME}`.execute(db);
  return usan(rows);
};

/** The venues that an edition may be given at, in the catalog's order. */
export const selectSedes = async (db: Db): Promise<{ id: string; clave: string }[]> =>
  db
    .selectFrom('catalogo_items')
    .select(['id', 'clave'])
    .where('catalogo', '=', 'sedes')
    .where('activo', '=', true)
    .orderBy('orden')
    .execute();

/** The areas of courses, by name. */
export const selectAreas = async (db: Db): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('catalogo_items')
    .select(['id', 'nombre'])
    .where('catalogo', '=', 'areas')
    .execute();
  return new Map(rows.map(({ id, nombre }) => [nombre, id]));
};
