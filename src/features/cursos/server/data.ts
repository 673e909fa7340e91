import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db } from '../../../platform/server/db/index.ts';
import type { Modalidad, Tipo } from '../contract.ts';

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

/** What `presentCurso` needs, of a query whose `cursos` is called `c`. */
export const CURSO_COLUMNS = [
  'c.id as curso_id',
  'c.clave as curso_clave',
  'c.nombre as curso_nombre',
  'c.tipo as curso_tipo',
  'c.modalidad as curso_modalidad',
  'c.area as curso_area',
  'c.horas as curso_horas',
  sql<number | null>`c.creditos::float8`.as('curso_creditos'),
  'c.objetivo as curso_objetivo',
] as const;

/** What `presentEdicion` and `presentLugares` need, of a query whose `ediciones` is called `e`. */
export const EDICION_COLUMNS = [
  'e.id as edicion_id',
  'e.plantilla_id as plantilla_id',
  'e.nombre as edicion_nombre',
  'e.inicia as edicion_inicia',
  'e.termina as edicion_termina',
  'e.inscripcion_abre as edicion_abre',
  'e.inscripcion_cierra as edicion_cierra',
  'e.sede as edicion_sede',
  'e.cupo as edicion_cupo',
  'e.ocupados as edicion_ocupados',
  'e.cancelada_en as edicion_cancelada_en',
] as const;

/** Editions open at `ahora` or that open before `hasta`, with the person's living inscripción. */
export const findOfertas = (
  db: Db,
  {
    personaId,
    ahora,
    hasta,
    limite,
  }: { personaId: string | null; ahora: Date; hasta: Date; limite: number },
) =>
  db
    .selectFrom('ediciones as e')
    .innerJoin('cursos as c', 'c.id', 'e.curso_id')
    .leftJoin('inscripciones as i', (join) =>
      join
        .onRef('i.edicion_id', '=', 'e.id')
        .on('i.persona_id', '=', personaId)
        // Written as in the index `inscripciones_viva`, so that the planner can use it.
        .on(sql<boolean>`i.estado not in ('rechazada', 'vencida', 'baja')`),
    )
    .select(CURSO_COLUMNS)
    .select(EDICION_COLUMNS)
    .select(['i.id as inscripcion_id', 'i.estado as inscripcion_estado'])
    .where('e.inscripcion_cierra', '>', ahora)
    .where('e.inscripcion_abre', '<=', hasta)
    .where('e.cancelada_en', 'is', null)
    .where((eb) =>
      // Without a version in force there is nothing to fill in yet.
      eb.exists(
        eb
          .selectFrom('plantilla_versiones as v')
          .select(sql`1`.as('uno'))
          .whereRef('v.plantilla_id', '=', 'e.plantilla_id')
          .where('v.estado', '=', 'publicada'),
      ),
    )
    .orderBy('e.inscripcion_cierra')
    .orderBy('e.inscripcion_abre')
    .orderBy('e.id')
    .limit(limite)
    .execute();
