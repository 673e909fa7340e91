import { type RawBuilder, sql } from 'kysely';
import { inEstado, inGrupo, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { ACTIVIDAD, type ActividadRow } from '../../../cursos/server/reading.ts';
import { correoDe, uidDe } from '../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import {
  readDefiniciones,
  type StoredVersion,
  VERSION_DE,
  type VersionRow,
} from '../../../plantillas/server/reading.ts';
import { type Estado, INSCRIPCION } from '../../estados.ts';

export const countInscripciones = async (db: Db | Trx, edicionId: string): Promise<number> => {
  const row = await db
    .selectFrom('inscripciones')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('edicion_id', '=', edicionId)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** True of an edition `e` in which somebody's, sent, is in a state. */
export const hasEnEstado = (estado: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from inscripciones i where i.edicion_id = e.id and i.estado = ${estado}
    and not ${inEstado(INSCRIPCION, 'i.estado', 'borrador')})`;

export const countConResultado = async (trx: Trx, edicionId: string): Promise<number> => {
  const row = await trx
    .selectFrom('inscripciones')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('edicion_id', '=', edicionId)
    .where(inEstado(INSCRIPCION, 'estado', 'acreditada', 'noAcreditada'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export type Baja = {
  id: string;
  persona_id: string;
  grupo_id: string | null;
  antes: Estado;
  con_lugar: boolean;
};

/** Everybody alive in an edition leaves it, in one statement that says who they were. */
export const updateBajas = async (
  trx: Trx,
  { edicionId, motivo, ahora }: { edicionId: string; motivo: string; ahora: Date },
): Promise<Baja[]> => {
  const { rows } = await sql<Baja>`
    with vivas as materialized (
      select id, estado, (${inGrupo(INSCRIPCION, 'conLugar', 'estado')} or lugar_vence_en is not null) as con_lugar
      from inscripciones where edicion_id = ${edicionId} and ${mayTake(INSCRIPCION, 'cancelarEdicion')}
      order by id for update
    )
    update inscripciones i set estado = ${INSCRIPCION.pasos.cancelarEdicion.a}, baja_en = ${ahora},
      baja_motivo = ${motivo}, actualizado_en = ${ahora}, lugar_ofrecido_en = null, lugar_vence_en = null
    from vivas v where i.id = v.id
    returning i.id, i.persona_id, i.grupo_id, v.estado as antes, v.con_lugar`.execute(trx);
  return rows;
};

/** Whether anybody is alive in an edition, as `updateBajas` looks at it. */
export const hasVivas = async (trx: Trx, edicionId: string): Promise<boolean> => {
  const row = await trx
    .selectFrom('inscripciones')
    .select('id')
    .where('edicion_id', '=', edicionId)
    .where(mayTake(INSCRIPCION, 'cancelarEdicion'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export type AvisadoRow = ActividadRow &
  PersonaRow &
  VersionRow & {
    id: string;
    persona_id: string;
    respuestas: Respuestas;
    uid: string | null;
    correo: string | null;
    motivo: string | null;
    alternativa_id: string | null;
  };

/**
 * The next who are to be told of an edition, after one of them: those who left it when it was cancelled, or those who
 * are in it.
 */
export const selectAvisados = async (
  db: Db,
  {
    edicionId,
    tipo,
    after,
    limit,
  }: { edicionId: string; tipo: 'cancelacion' | 'cambio'; after: string | null; limit: number },
): Promise<AvisadoRow[]> => {
  const who =
    tipo === 'cancelacion'
      ? sql`i.baja_en = e.cancelada_en`
      : inEstado(INSCRIPCION, 'i.estado', 'inscrita', 'enListaDeEspera', 'enviada', 'enRevision');
  const { rows } = await sql<StoredVersion<AvisadoRow>>`
    select ${ACTIVIDAD.columns}, ${PERSONA.columns}, ${VERSION_DE.columns}, i.id, i.persona_id, i.respuestas,
      ${uidDe('pe.id')} as uid, ${correoDe('pe.id')} as correo, e.cancelacion_motivo as motivo,
      e.cancelacion_alternativa_id as alternativa_id
    from inscripciones i
    join ${ACTIVIDAD.tables} on e.id = i.edicion_id
    join ${VERSION_DE.tables} on v.id = i.plantilla_version_id
    join ${PERSONA.tables} on pe.id = i.persona_id
    where i.edicion_id = ${edicionId} and ${who} and ${after === null ? sql`true` : sql`i.id > ${after}`}
    order by i.id limit ${limit}`.execute(db);
  return readDefiniciones(rows) as AvisadoRow[];
};

/** An edition as one finds it: for the way to enrol in another. */
export const findActividad = async (
  db: Db,
  edicionId: string,
): Promise<ActividadRow | undefined> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables} where e.id = ${edicionId}`.execute(db);
  return rows[0];
};
