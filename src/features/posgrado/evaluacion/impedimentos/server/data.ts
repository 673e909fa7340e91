import { sql } from 'kysely';
import { inEstado, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { correosDePersona } from '../../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import type { Respuestas } from '../../../../plantillas/formulario/contract.ts';
import { type EstadoImpedimento, IMPEDIMENTO, RECOMENDACION } from '../../../estados.ts';
import type { TipoImpedimento } from '../rules.ts';

/** Names of these people. */
export const selectNombres = async (
  db: Db | Trx,
  personas: readonly string[],
): Promise<{ id: string; nombre: string; paterno: string; materno: string }[]> => {
  const { rows } = await sql<{ id: string; nombre: string; paterno: string; materno: string }>`
    select pe.id, pe.nombre, pe.apellido_paterno as paterno, pe.apellido_materno as materno
    from ${PERSONA.tables} where pe.id = any(${personas}::uuid[])`.execute(db);
  return rows;
};

/** Every address of these people. */
export const selectCorreos = async (
  db: Db | Trx,
  personas: readonly string[],
): Promise<{ id: string; correo: string }[]> => {
  const { rows } = await sql<{ id: string; correo: string }>`
    select u.id, m.correo from unnest(${personas}::uuid[]) as u(id)
    cross join lateral ${correosDePersona(sql.ref('u.id'))} m`.execute(db);
  return rows;
};

/** The referees of these applications, whatever became of their letters, but for those that were cancelled. */
export const selectRecomendantes = async (
  db: Db | Trx,
  solicitudes: readonly string[],
): Promise<{ solicitud_id: string; nombre: string; correo: string }[]> => {
  const { rows } = await sql<{ solicitud_id: string; nombre: string; correo: string }>`
    select r.solicitud_id, r.nombre, r.correo from recomendaciones r
    where r.solicitud_id = any(${solicitudes}::uuid[])
      and not ${inEstado(RECOMENDACION, 'r.estado', 'cancelada')}
    order by r.creado_en, r.id`.execute(db);
  return rows;
};

/** What was last sent in each of these applications. */
export const selectUltimosEnvios = async (
  db: Db | Trx,
  solicitudes: readonly string[],
): Promise<{ solicitud_id: string; version_id: string; respuestas: Respuestas }[]> => {
  const { rows } = await sql<{ solicitud_id: string; version_id: string; respuestas: Respuestas }>`
    select distinct on (n.solicitud_id) n.solicitud_id, n.version_id, n.respuestas
    from posgrado_envios n where n.solicitud_id = any(${solicitudes}::uuid[])
    order by n.solicitud_id, n.numero desc`.execute(db);
  return rows;
};

export type GuardadoRow = {
  id: string;
  evaluador_id: string;
  solicitud_id: string;
  tipo: TipoImpedimento;
  estado: EstadoImpedimento;
};

/** What is kept of these evaluators with these applications. */
export const selectGuardados = async (
  db: Db | Trx,
  evaluadores: readonly string[],
  solicitudes: readonly string[],
): Promise<GuardadoRow[]> => {
  const { rows } = await sql<GuardadoRow>`
    select i.id, i.evaluador_id, i.solicitud_id, i.tipo, i.estado from impedimentos i
    where i.evaluador_id = any(${evaluadores}::uuid[]) and i.solicitud_id = any(${solicitudes}::uuid[])
    order by i.id`.execute(db);
  return rows;
};

export type NuevoImpedimento = {
  evaluadorId: string;
  solicitudId: string;
  tipo: TipoImpedimento;
  estado: EstadoImpedimento;
  detalle: string;
};

/** Keeps these, those that are not kept yet; gives the ids of what was written. */
export const insertImpedimentos = async (
  trx: Trx,
  nuevos: readonly NuevoImpedimento[],
  { por, en }: { por: string | null; en: Date },
): Promise<(NuevoImpedimento & { id: string })[]> => {
  const { rows } = await sql<NuevoImpedimento & { id: string }>`
    insert into impedimentos (evaluador_id, solicitud_id, estado, tipo, detalle, creada_por, creado_en)
    select n."evaluadorId", n."solicitudId", n.estado, n.tipo, n.detalle, ${por}, ${en}
    from jsonb_to_recordset(${JSON.stringify(nuevos)}::jsonb)
      as n("evaluadorId" uuid, "solicitudId" uuid, estado text, tipo text, detalle text)
    on conflict (evaluador_id, solicitud_id, tipo) do nothing
    returning id, evaluador_id as "evaluadorId", solicitud_id as "solicitudId", tipo, estado, detalle`.execute(
    trx,
  );
  return rows;
};

/** Resolves one that waits; false when it does not any more. */
export const updateResuelto = async (
  trx: Trx,
  id: string,
  paso: 'confirmar' | 'descartar',
  { por, en, resolucion }: { por: string | null; en: Date; resolucion: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('impedimentos')
    .set({
      estado: IMPEDIMENTO.pasos[paso].a,
      resuelto_por: por,
      resuelto_en: en,
      resolucion,
    })
    .where('id', '=', id)
    .where(mayTake(IMPEDIMENTO, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type ImpedimentoRow = PersonaRow & {
  id: string;
  convocatoria_id: string;
  evaluador_id: string;
  solicitud_id: string;
  folio: string;
  /** Of the applicant; `persona_…` is the evaluator's. */
  aspirante_id: string;
  aspirante: string;
  evaluador_persona_id: string;
  estado: EstadoImpedimento;
  tipo: TipoImpedimento;
  detalle: string;
  creada_por: string | null;
  creado_en: Date;
  resuelto_por: string | null;
  resuelto_en: Date | null;
  resolucion: string | null;
};

/** Of a call or one of them; those that wait first, then the newest. 1,000 at most. */
export const selectImpedimentos = async (
  db: Db | Trx,
  de: { convocatoriaId: string } | { id: string },
): Promise<ImpedimentoRow[]> => {
  const which = 'id' in de ? sql`i.id = ${de.id}` : sql`s.convocatoria_id = ${de.convocatoriaId}`;
  const { rows } = await sql<ImpedimentoRow>`
    select i.id, s.convocatoria_id, i.evaluador_id, i.solicitud_id, s.folio, s.persona_id as aspirante_id,
      (select a.nombre_completo from (select * from ${PERSONA.tables}) a where a.id = s.persona_id) as aspirante,
      v.persona_id as evaluador_persona_id, i.estado, i.tipo, i.detalle, i.creada_por, i.creado_en,
      i.resuelto_por, i.resuelto_en, i.resolucion, ${PERSONA.columns}
    from impedimentos i join solicitudes s on s.id = i.solicitud_id
    join evaluadores v on v.id = i.evaluador_id join ${PERSONA.tables} on pe.id = v.persona_id
    where ${which}
    order by ${inEstado(IMPEDIMENTO, 'i.estado', 'porResolver')} desc, i.creado_en desc, i.id limit 1000`.execute(
    db,
  );
  return rows;
};

/** How many wait in each call in force, and since when the oldest does. */
export const countPorResolver = async (
  db: Db,
): Promise<{ convocatoria_id: string; edicion_id: string; n: number; desde: Date }[]> => {
  const { rows } = await sql<{
    convocatoria_id: string;
    edicion_id: string;
    n: number;
    desde: Date;
  }>`
    select v.convocatoria_id, cv.edicion_id, count(*)::int as n, min(i.creado_en) as desde
    from impedimentos i join evaluadores v on v.id = i.evaluador_id and v.baja_en is null
    join convocatorias cv on cv.id = v.convocatoria_id
    where ${inEstado(IMPEDIMENTO, 'i.estado', 'porResolver')}
    group by v.convocatoria_id, cv.edicion_id order by min(i.creado_en)`.execute(db);
  return rows;
};
