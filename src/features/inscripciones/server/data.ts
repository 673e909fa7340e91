import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado, mayTake, notInGrupo } from '../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Statement } from '../../../platform/server/db/together.ts';
import { itemNombre } from '../../catalogos/server/reading.ts';
import {
  ACTIVIDAD,
  type ActividadEnteraRow,
  type ActividadRow,
  MOTIVO_DE_EDICION,
} from '../../cursos/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../personas/server/reading.ts';
import { DEFINICION } from '../../plantillas/contract.ts';
import { repartoDe } from '../../plantillas/cupos/rules.ts';
import type { Respuestas } from '../../plantillas/formulario/contract.ts';
import {
  readDefiniciones,
  type StoredVersion,
  VERSION_DE,
  type VersionRow,
} from '../../plantillas/server/reading.ts';
import { ACUSE } from '../acuse/contract.ts';
import type { Elegido } from '../contract.ts';
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
      /** Where the person worked when it was sent (an item of `circuitos`): the database writes it. */
      circuito_id: ColumnType<string | null, never, never>;
      /** Of the edition, when it has groups; the seat is of both. */
      grupo_id: ColumnType<string | null, string | null | undefined, string | null>;
      /** When and why they left it. */
      baja_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      baja_motivo: ColumnType<string | null, string | null | undefined, string | null>;
      /** Of the rules that `prioriza`, when it was sent. */
      puntos: Generated<number>;
      /** Keys of the quotas whose seats the person may take, and of the one that their seat is of. */
      cupos: Generated<string[]>;
      cupo_clave: ColumnType<string | null, string | null | undefined, string | null>;
      /** The quota that the seat was taken of ('': of everybody), when the history does not say it: the database writes it. */
      cupo_tomado: ColumnType<string | null, null | undefined, null>;
      /** A seat is kept for whoever waits: since when, and until when they may accept it. */
      lugar_ofrecido_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      lugar_vence_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Of what sent it. */
      llave: ColumnType<string | null, string | null | undefined, string | null>;
      /** When somebody of the school decided on it. */
      decidida_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Why the school rejected it. */
      decision_motivo: ColumnType<string | null, string | null | undefined, string | null>;
      /** What a draft says besides its answers; of what was sent, nothing. */
      borrador: ColumnType<Elegido | null, string | null | undefined, string | null>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
    };
  }
}

/** What somebody has sent by then, and what has become of it (`enviadas_de`). */
export const selectingEnviadas = (trx: Trx, personaId: string): Statement<string> => ({
  query: sql`select enviadas_de(${personaId}) as enviadas`.compile(trx),
  read: ({ rows }) => (rows as { enviadas: string }[])[0]!.enviadas,
});

/** Drops drafts: the guard is in the statement. Gives how many. */
export const deleteBorradores = async (trx: Trx, ids: readonly string[]): Promise<number> => {
  const result = await trx
    .deleteFrom('inscripciones')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(mayTake(INSCRIPCION, 'descartar'))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

/** Whether the draft that stands is the one saved at that moment; of undefined, any is. */
const isOf = (desde: string | null | undefined) =>
  desde === undefined
    ? sql<boolean>`true`
    : sql<boolean>`date_trunc('milliseconds', inscripciones.actualizado_en) = ${desde}::timestamptz`;

type Draft = {
  personaId: string;
  edicionId: string;
  versionId: string;
  respuestas: Respuestas;
  ahora: Date;
};

/**
 * Saves the one draft of a person in an edition. Undefined when it was already sent, or when it is no longer the
 * one that `desde` says (the guards are in the statement, so a late autosave cannot undo a submission).
 */
export const upsertBorrador = (
  trx: Trx,
  draft: Draft & { elegido: Elegido | undefined; desde: string | null | undefined },
) =>
  trx
    .insertInto('inscripciones')
    .values({
      persona_id: draft.personaId,
      edicion_id: draft.edicionId,
      plantilla_version_id: draft.versionId,
      estado: INSCRIPCION.pasos.empezar.a,
      respuestas: JSON.stringify(draft.respuestas),
      borrador: draft.elegido ? JSON.stringify(draft.elegido) : null,
      evaluacion: null,
      enviada_en: null,
      creado_en: draft.ahora,
      actualizado_en: draft.ahora,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['persona_id', 'edicion_id'])
        .where(notInGrupo(INSCRIPCION, 'cerradas'))
        .doUpdateSet((eb) => ({
          plantilla_version_id: eb.ref('excluded.plantilla_version_id'),
          respuestas: eb.ref('excluded.respuestas'),
          ...(draft.elegido && { borrador: eb.ref('excluded.borrador') }),
          actualizado_en: eb.ref('excluded.actualizado_en'),
        }))
        .where(mayTake(INSCRIPCION, 'guardar', 'inscripciones.estado'))
        .where(isOf(draft.desde)),
    )
    // xmax is 0 only in a row that this statement inserted.
    .returning(['id', sql<boolean>`xmax = 0`.as('nueva')])
    .executeTakeFirst();

/** What a person sent with a key, whatever became of it. */
export const findPorLlave = async (db: Db, personaId: string, llave: string) => {
  type Row = { id: string; estado: Estado; folio: string; clave: string };
  const { rows } = await sql<Row & { version_definicion: unknown }>`
    select i.id, i.estado, a.folio, a.clave, ${VERSION_DE.columns}
    from inscripciones i join acuses a on a.inscripcion_id = i.id
    join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
    where i.persona_id = ${personaId} and i.llave = ${llave}`.execute(db);
  const [row] = rows;
  return row && { ...row, reparto: repartoDe(DEFINICION.read(row.version_definicion)) };
};

/** How many of somebody's acuses a search for those of an address looks at. */
const MAX_ACUSES = 50;

/** The newest acuses of a person, of editions that have not ended by that day (YYYY-MM-DD). */
export const selectAcusesVigentes = async (trx: Trx, personaId: string, hoy: string) => {
  type Vigente = PersonaRow & VersionRow & { datos: unknown; respuestas: Respuestas };
  const { rows } = await sql<StoredVersion<Vigente>>`
    select ${PERSONA.columns}, ${VERSION_DE.columns}, a.datos, i.respuestas
    from inscripciones i
    join acuses a on a.inscripcion_id = i.id
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
    join ${PERSONA.tables} on pe.id = i.persona_id
    where i.persona_id = ${personaId} and ${inEstado(INSCRIPCION, 'i.estado', 'inscrita')}
      and e.termina >= ${hoy} and e.cancelada_en is null
    order by a.emitido_en desc
    limit ${MAX_ACUSES}`.execute(trx);
  // One that cannot be read keeps nobody from having the others.
  return readDefiniciones(rows).flatMap((row) => {
    const acuse = ACUSE.tryRead(row.datos);
    return acuse === null ? [] : [{ ...row, acuse }];
  });
};

export type MatriculaRow = ActividadRow &
  Pick<ActividadEnteraRow, 'edicion_motivo' | 'edicion_alternativa'> & {
    id: string;
    estado: Estado;
    creado_en: Date;
    enviada_en: Date | null;
    folio: string | null;
    clave: string | null;
    lugar_vence_en: Date | null;
    /** Why the school rejected it, or why it was left. */
    motivo: string | null;
  };

/** A page of the person's inscripciones, newest first, from after `tras` (one of their own). */
export const findMatricula = async (
  db: Db,
  { personaId, limite, tras }: { personaId: string; limite: number; tras: string | undefined },
): Promise<MatriculaRow[]> => {
  const after =
    tras === undefined
      ? sql`true`
      : sql`(i.creado_en, i.id) < (select d.creado_en, d.id from inscripciones d
          where d.id = ${tras} and d.persona_id = ${personaId})`;
  const { rows } = await sql<MatriculaRow>`
    select ${ACTIVIDAD.columns}, ${MOTIVO_DE_EDICION},
      i.id, i.estado, i.creado_en, i.enviada_en, a.folio, a.clave, i.lugar_vence_en,
      coalesce(i.decision_motivo, i.baja_motivo) as motivo
    from inscripciones i
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    left join acuses a on a.inscripcion_id = i.id
    where i.persona_id = ${personaId} and ${after}
    order by i.creado_en desc, i.id desc
    limit ${limite}`.execute(db);
  return rows;
};

export type PendienteRow = ActividadRow & { estado: Estado; lugar_vence_en: Date | null };

/**
 * What of a person's inscripciones is not over: seats that they are offered, drafts that may still be sent, and editions that begin between two
 * days (YYYY-MM-DD); what closes soonest first.
 */
export const selectInscripcionesPendientes = async (
  db: Db,
  { personaId, ahora, hoy, hasta }: { personaId: string; ahora: Date; hoy: string; hasta: string },
): Promise<PendienteRow[]> => {
  const { rows } = await sql<PendienteRow>`
    select ${ACTIVIDAD.columns}, i.estado, i.lugar_vence_en
    from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.persona_id = ${personaId} and e.cancelada_en is null
      and ((${inEstado(INSCRIPCION, 'i.estado', 'borrador')} and e.inscripcion_cierra > ${ahora}
          and e.inscripcion_abre <= ${ahora} and not e.por_convocatoria)
        or i.lugar_vence_en > ${ahora}
        or (${inEstado(INSCRIPCION, 'i.estado', 'inscrita')} and e.inicia between ${hoy} and ${hasta}))
    order by i.lugar_vence_en nulls last, not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}, e.inscripcion_cierra, e.inicia, e.id
    limit 20`.execute(db);
  return rows;
};

/** A person's own enrolment, with its edition. */
export const findPropia = async (
  db: Db,
  { id, personaId }: { id: string; personaId: string },
): Promise<(ActividadRow & { estado: Estado }) | undefined> => {
  const { rows } = await sql<ActividadRow & { estado: Estado }>`
    select ${ACTIVIDAD.columns}, i.estado
    from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.id = ${id} and i.persona_id = ${personaId}`.execute(db);
  return rows[0];
};

/** How the courses and editions are called, by the edition's id. */
export const selectNombresDeEdicion = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { curso: string; edicion: string }>> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables} where e.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [row.edicion_id, { curso: row.curso_nombre, edicion: row.edicion_nombre }]),
  );
};

/** The circuits in which people worked when they sent these enrolments, by the enrolment's id. */
export const selectCircuitosDe = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; circuito: string }>`
    select i.id, ${itemNombre('i.circuito_id')} as circuito from inscripciones i
    where i.id = any(${ids}::uuid[]) and i.circuito_id is not null`.execute(db);
  return new Map(rows.map(({ id, circuito }) => [id, circuito]));
};

/** How many enrolments were sent by people of a circuit. */
export const countDeCircuito = async (db: Db, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from inscripciones where circuito_id = ${id}`.execute(db);
  return rows[0]!.n;
};

/** How many enrolments were sent. */
export const countEnviadas = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from inscripciones
    where not ${inEstado(INSCRIPCION, 'estado', 'borrador')}`.execute(db);
  return rows[0]!.n;
};

/** Holds these enrolments until the end of the transaction. */
export const lockInscripciones = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await sql`select i.id from inscripciones i where i.id = any(${ids}::uuid[])
    order by i.id for update`.execute(trx);
};

/** Enrolments pass, or do not. Gives how many did: fewer than asked when some may not. */
export const setResultado = async (
  trx: Trx,
  paso: 'acreditar' | 'reprobar',
  ids: readonly string[],
  ahora: Date,
): Promise<number> => {
  const result = await trx
    .updateTable('inscripciones')
    .set({ estado: INSCRIPCION.pasos[paso].a, actualizado_en: ahora })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(mayTake(INSCRIPCION, paso))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

/** How many inscripciones were sent under each version of a plantilla. */
export const countPorVersion = async (
  db: Db,
  plantillaId: string,
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; n: number }>`
    select v.id, (select count(*)::int from inscripciones i where i.plantilla_version_id = v.id
      and not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')}) as n
    from ${VERSION_DE.tables} where p.id = ${plantillaId}`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
};

/** Another edition of the same course that a person passed or, else, is enrolled in; null: there is none. */
export const findMismoCurso = async (
  db: Db,
  personaId: string,
  { curso_id: cursoId, edicion_id: edicionId }: { curso_id: string; edicion_id: string },
): Promise<{
  estado: 'acreditada' | 'inscrita';
  edicion: string;
  inicia: string;
  termina: string;
} | null> => {
  const { rows } = await sql<{
    estado: 'acreditada' | 'inscrita';
    edicion: string;
    inicia: string;
    termina: string;
  }>`
    select i.estado, e.nombre as edicion, e.inicia, e.termina
    from inscripciones i join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    where i.persona_id = ${personaId} and ${inEstado(INSCRIPCION, 'i.estado', 'acreditada', 'inscrita')}
      and e.curso_id = ${cursoId} and e.id <> ${edicionId} and e.cancelada_en is null
    order by i.estado, e.inicia desc, e.id limit 1`.execute(db);
  return rows[0] ?? null;
};
