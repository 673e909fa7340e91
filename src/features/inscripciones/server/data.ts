import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, mayTake, notInGrupo } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Curso, Edicion, Tipo } from '../../cursos/contract.ts';
import { DEFINICION, type Definicion } from '../../plantillas/contract.ts';
import { VERSION } from '../../plantillas/estados.ts';
import type { Respuestas } from '../../plantillas/formulario/contract.ts';
import { EVALUACION, type Evaluacion } from '../../plantillas/reglas/contract.ts';
import { ACUSE, type AcuseImpreso } from '../acuse/contract.ts';
import { type Estado, INSCRIPCION } from '../estados.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    inscripciones: {
      id: Generated<string>;
      persona_id: string;
      edicion_id: string;
      plantilla_version_id: string;
      estado: Estado;
      /** Without the sensitive ones: see `respuestas_sensibles`. */
      respuestas: ColumnType<Respuestas, string, string>;
      /** Of whatever format: it is read with `EVALUACION`. */
      evaluacion: ColumnType<unknown, string | null, string | null>;
      enviada_en: Date | null;
      creada_en: Generated<Date>;
      actualizada_en: Generated<Date>;
    };
  }
}

export type Ids = { idCurso: string; idPlantilla: string; tipo: Tipo; edicionId: string };

type CursoRow = { [K in keyof Curso as `curso_${K}`]: Curso[K] };
type EdicionRow = {
  [K in 'id' | 'nombre' | 'inicia' | 'termina' | 'sede' as `edicion_${K}`]: Edicion[K];
} & {
  plantilla_id: string;
  edicion_abre: Date;
  edicion_cierra: Date;
  edicion_cupo: number;
  edicion_ocupados: number;
  edicion_cancelada_en: Date | null;
};
/** What is enrolled in, as `presentCurso`, `presentEdicion` and `presentLugares` take it. */
export type ActividadRow = CursoRow & EdicionRow;

// Written out and not built: for fifty columns the query builder's own work costs more than the
// query, and the enrolment form is what everybody opens at once.

/** An ActividadRow, in a query whose `cursos` is called `c` and whose `ediciones`, `e`. */
export const ACTIVIDAD_COLUMNS = sql.raw(`c.id as curso_id, c.clave as curso_clave,
  c.nombre as curso_nombre, c.tipo as curso_tipo, c.modalidad as curso_modalidad,
  (select nombre from catalogo_items where id = c.area_id) as curso_area, c.horas as curso_horas, c.creditos::float8 as curso_creditos,
  c.objetivo as curso_objetivo, e.id as edicion_id, e.plantilla_id, e.nombre as edicion_nombre,
  e.inicia as edicion_inicia, e.termina as edicion_termina, e.inscripcion_abre as edicion_abre,
  e.inscripcion_cierra as edicion_cierra, (select nombre from catalogo_items where id = e.sede_id) as edicion_sede, e.cupo as edicion_cupo,
  e.ocupados as edicion_ocupados, e.cancelada_en as edicion_cancelada_en`);

export type PersonaRow = {
  persona_clave: string;
  persona_curp: string | null;
  persona_nombre: string;
  persona_apellido_paterno: string;
  persona_apellido_materno: string;
  persona_nombre_completo: string;
  persona_fecha_nacimiento: string | null;
  persona_sexo: 'H' | 'M' | 'X' | null;
  persona_entidad: string | null;
};

export type VersionRow = {
  plantilla_nombre: string;
  version_id: string;
  version_numero: number;
  version_definicion: Definicion;
  version_publicada_en: Date;
};

/** Everything an enrolment is decided on; the last ones are null without a living inscripción. */
export type Contexto = ActividadRow &
  PersonaRow &
  VersionRow & {
    inscripcion_id: string | null;
    inscripcion_estado: Estado | null;
    inscripcion_respuestas: Respuestas | null;
    /** The sensitive answers, sealed; null without any. */
    inscripcion_sensibles: string | null;
    inscripcion_evaluacion: Evaluacion | null;
    inscripcion_enviada_en: Date | null;
    inscripcion_actualizada_en: Date | null;
    acuse_folio: string | null;
    acuse_clave: string | null;
  };

/** A row whose records are of whatever format they were written in. */
type Stored<Row> = Omit<Row, 'version_definicion' | 'inscripcion_evaluacion'> & {
  version_definicion: unknown;
  inscripcion_evaluacion: unknown;
};

/** A PersonaRow, in a query whose `personas` is called `pe`. */
export const PERSONA_COLUMNS = sql.raw(`pe.clave as persona_clave, pe.curp as persona_curp,
  pe.nombre as persona_nombre, pe.apellido_paterno as persona_apellido_paterno,
  pe.apellido_materno as persona_apellido_materno, pe.nombre_completo as persona_nombre_completo,
  pe.fecha_nacimiento as persona_fecha_nacimiento, pe.sexo as persona_sexo,
  pe.entidad_nacimiento as persona_entidad`);

/**
 * The edition (only if the four identifiers belong together), the person, their living inscripción
 * if any, and the version of the plantilla: the one in force, or the one under which it was sent.
 */
export const findContexto = async (
  db: Db | Trx,
  { idCurso, idPlantilla, tipo, edicionId }: Ids,
  personaId: string,
): Promise<Contexto | undefined> => {
  const { rows } = await sql<Stored<Contexto>>`
    select ${ACTIVIDAD_COLUMNS}, ${PERSONA_COLUMNS},
      p.nombre as plantilla_nombre,
      v.id as version_id, v.numero as version_numero, v.definicion as version_definicion,
      v.publicada_en as version_publicada_en,
      i.id as inscripcion_id, i.estado as inscripcion_estado,
      i.respuestas as inscripcion_respuestas, i.evaluacion as inscripcion_evaluacion,
      (select r.sellado from respuestas_sensibles r where r.inscripcion_id = i.id)
        as inscripcion_sensibles,
      i.enviada_en as inscripcion_enviada_en, i.actualizada_en as inscripcion_actualizada_en,
      a.folio as acuse_folio, a.clave as acuse_clave
    from ediciones e
    join cursos c on c.id = e.curso_id
    join plantillas p on p.id = e.plantilla_id
    join personas pe on pe.id = ${personaId}
    left join inscripciones i on i.edicion_id = e.id and i.persona_id = pe.id
      and ${notInGrupo(INSCRIPCION, 'cerradas', 'i.estado')}
    left join acuses a on a.inscripcion_id = i.id
    join plantilla_versiones v on v.id = case when not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}
      then i.plantilla_version_id
      else (select x.id from plantilla_versiones x
        where x.plantilla_id = e.plantilla_id and ${inEstado(VERSION, 'x.estado', 'publicada')}) end
    where e.id = ${edicionId} and e.curso_id = ${idCurso} and e.plantilla_id = ${idPlantilla}
      and c.tipo = ${tipo}`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      version_definicion: DEFINICION.read(row.version_definicion),
      inscripcion_evaluacion:
        row.inscripcion_evaluacion === null ? null : EVALUACION.read(row.inscripcion_evaluacion),
    }
  );
};

type Draft = {
  personaId: string;
  edicionId: string;
  versionId: string;
  respuestas: Respuestas;
  ahora: Date;
};

/**
 * Saves the one draft of a person in an edition. Undefined when it was already sent (the guard is
 * in the statement, so a late autosave cannot undo a submission).
 */
export const upsertBorrador = (trx: Trx, draft: Draft) =>
  trx
    .insertInto('inscripciones')
    .values({
      persona_id: draft.personaId,
      edicion_id: draft.edicionId,
      plantilla_version_id: draft.versionId,
      estado: INSCRIPCION.pasos.empezar.a,
      respuestas: JSON.stringify(draft.respuestas),
      evaluacion: null,
      enviada_en: null,
      creada_en: draft.ahora,
      actualizada_en: draft.ahora,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['persona_id', 'edicion_id'])
        .where(notInGrupo(INSCRIPCION, 'cerradas'))
        .doUpdateSet((eb) => ({
          plantilla_version_id: eb.ref('excluded.plantilla_version_id'),
          respuestas: eb.ref('excluded.respuestas'),
          actualizada_en: eb.ref('excluded.actualizada_en'),
        }))
        .where(mayTake(INSCRIPCION, 'guardar', 'inscripciones.estado')),
    )
    // xmax is 0 only in a row that this statement inserted.
    .returning(['id', sql<boolean>`xmax = 0`.as('nueva')])
    .executeTakeFirst();

type Sent = Draft & {
  evaluacion: Evaluacion;
  enviadaEn: Date;
  folio: string;
  clave: string;
  acuse: AcuseImpreso;
};

/**
 * The draft (or nothing yet) becomes `inscrita`, with its acuse, in one guarded statement.
 * Undefined when somebody, another tab say, sent it first. Waits for whoever is at it.
 */
export const insertInscrita = async (trx: Trx, sent: Sent) => {
  const { rows } = await sql<{ id: string; nueva: boolean }>`
    with i as (
      insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas,
        evaluacion, enviada_en, creada_en, actualizada_en)
      values (${sent.personaId}, ${sent.edicionId}, ${sent.versionId}, ${INSCRIPCION.pasos.inscribir.a},
        ${JSON.stringify(sent.respuestas)}, ${EVALUACION.write(sent.evaluacion)},
        ${sent.enviadaEn}, ${sent.ahora}, ${sent.ahora})
      on conflict (persona_id, edicion_id) where ${notInGrupo(INSCRIPCION, 'cerradas')}
      do update set estado = excluded.estado, plantilla_version_id = excluded.plantilla_version_id,
        respuestas = excluded.respuestas, evaluacion = excluded.evaluacion,
        enviada_en = excluded.enviada_en, actualizada_en = excluded.actualizada_en
      where ${mayTake(INSCRIPCION, 'inscribir', 'inscripciones.estado')}
      returning id, xmax = 0 as nueva
    ), a as (
      insert into acuses (folio, clave, inscripcion_id, datos, emitido_en)
      select ${sent.folio}, ${sent.clave}, i.id, ${ACUSE.write(sent.acuse)}, ${sent.enviadaEn}
      from i
    )
    select id, nueva from i`.execute(trx);
  return rows[0];
};

/**
 * Takes one seat, or gives false when there is none (or the edition was cancelled). Last statement
 * before the commit: until then, nobody else can take a seat of this edition.
 */
export const takeLugar = async (trx: Trx, edicionId: string): Promise<boolean> => {
  const result = await trx
    .updateTable('ediciones')
    .set((eb) => ({ ocupados: eb('ocupados', '+', 1) }))
    .where('id', '=', edicionId)
    .whereRef('ocupados', '<', 'cupo')
    .where('cancelada_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** How many of somebody's acuses a search for those of an address looks at. */
const MAX_ACUSES = 50;

/** The newest acuses of a person, of editions that have not ended by that day (YYYY-MM-DD). */
export const selectAcusesVigentes = async (trx: Trx, personaId: string, hoy: string) => {
  const rows = await trx
    .selectFrom('inscripciones as i')
    .innerJoin('acuses as a', 'a.inscripcion_id', 'i.id')
    .innerJoin('ediciones as e', 'e.id', 'i.edicion_id')
    .innerJoin('plantilla_versiones as v', 'v.id', 'i.plantilla_version_id')
    .innerJoin('personas as p', 'p.id', 'i.persona_id')
    .select(['a.datos', 'i.respuestas', 'v.definicion'])
    .select(['p.nombre', 'p.apellido_paterno', 'p.apellido_materno'])
    .where('i.persona_id', '=', personaId)
    .where('i.estado', '=', 'inscrita')
    .where('e.termina', '>=', hoy)
    .where('e.cancelada_en', 'is', null)
    .orderBy('a.emitido_en', 'desc')
    .limit(MAX_ACUSES)
    .execute();
  return rows.map((row) => ({
    ...row,
    acuse: ACUSE.read(row.datos),
    definicion: DEFINICION.read(row.definicion),
  }));
};

export type MatriculaRow = ActividadRow & {
  id: string;
  estado: Estado;
  creada_en: Date;
  enviada_en: Date | null;
  folio: string | null;
  clave: string | null;
};

/** A page of the person's inscripciones, newest first, from after `desde` (one of their own). */
export const findMatricula = async (
  db: Db,
  { personaId, limite, desde }: { personaId: string; limite: number; desde: string | undefined },
): Promise<MatriculaRow[]> => {
  const after =
    desde === undefined
      ? sql`true`
      : sql`(i.creada_en, i.id) < (select d.creada_en, d.id from inscripciones d
          where d.id = ${desde} and d.persona_id = ${personaId})`;
  const { rows } = await sql<MatriculaRow>`
    select ${ACTIVIDAD_COLUMNS},
      i.id, i.estado, i.creada_en, i.enviada_en, a.folio, a.clave
    from inscripciones i
    join ediciones e on e.id = i.edicion_id
    join cursos c on c.id = e.curso_id
    left join acuses a on a.inscripcion_id = i.id
    where i.persona_id = ${personaId} and ${after}
    order by i.creada_en desc, i.id desc
    limit ${limite}`.execute(db);
  return rows;
};
