import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db } from '../../../platform/server/db/index.ts';
import type { Estado } from '../../inscripciones/rules.ts';
import type { Curso, Modalidad, Tipo } from '../contract.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    cursos: {
      id: Generated<string>;
      clave: string;
      nombre: string;
      tipo: Tipo;
      modalidad: Modalidad;
      area: string;
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
      sede: string | null;
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
  c.area as curso_area, c.horas as curso_horas, c.creditos::float8 as curso_creditos,
  c.objetivo as curso_objetivo`);

/** An EdicionRow, in a query whose `ediciones` is called `e`. */
const EDICION_COLUMNS = sql.raw(`e.id as edicion_id, e.plantilla_id,
  e.nombre as edicion_nombre, e.inicia as edicion_inicia, e.termina as edicion_termina,
  e.inscripcion_abre as edicion_abre, e.inscripcion_cierra as edicion_cierra,
  e.sede as edicion_sede, e.cupo as edicion_cupo, e.ocupados as edicion_ocupados,
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
  // The states are written as in the index `inscripciones_viva`, so that the planner can use it;
  // without a version in force there is nothing to fill in yet.
  const { rows } = await sql<OfertaRow>`
    select ${CURSO_COLUMNS}, ${EDICION_COLUMNS},
      i.id as inscripcion_id, i.estado as inscripcion_estado
    from ediciones e
    join cursos c on c.id = e.curso_id
    left join inscripciones i on i.edicion_id = e.id and i.persona_id = ${personaId}
      and i.estado not in ('rechazada', 'vencida', 'baja')
    where e.inscripcion_cierra > ${ahora} and e.inscripcion_abre <= ${hasta}
      and e.cancelada_en is null
      and exists (select from plantilla_versiones v
        where v.plantilla_id = e.plantilla_id and v.estado = 'publicada')
    order by e.inscripcion_cierra, e.inscripcion_abre, e.id
    limit ${limite}`.execute(db);
  return rows;
};

/** Courses of an area. */
export const countCursosOfArea = async (db: Db, area: string): Promise<number> => {
  const row = await db
    .selectFrom('cursos')
    .select(sql<number>`count(*)`.as('n'))
    .where('area', '=', area)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** Courses of a kind of activity, whose catalog writes its keys in capitals. */
export const countCursosOfTipo = async (db: Db, clave: string): Promise<number> => {
  const row = await db
    .selectFrom('cursos')
    .select(sql<number>`count(*)`.as('n'))
    .where(sql<boolean>`upper(tipo) = ${clave}`)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** Editions given at a venue. */
export const countEdicionesOfSede = async (db: Db, sede: string): Promise<number> => {
  const row = await db
    .selectFrom('ediciones')
    .select(sql<number>`count(*)`.as('n'))
    .where('sede', '=', sede)
    .executeTakeFirstOrThrow();
  return row.n;
};
