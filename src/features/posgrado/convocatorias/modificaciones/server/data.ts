import { sql } from 'kysely';
import { inEstado, mayTake, notInGrupo } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { nombreDeCuenta } from '../../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import {
  CONVOCATORIA,
  type EstadoModificacion,
  MODIFICACION,
  PRESOLICITUD,
  RANKING,
  SOLICITUD,
} from '../../../estados.ts';
import { PROPUESTA, type Propuesta } from '../contract.ts';

export type ModificacionRow = {
  id: string;
  convocatoria_id: string;
  asunto: 'publicacion' | 'modificacion';
  numero: number | null;
  estado: EstadoModificacion;
  motivo: string;
  cambios: Propuesta;
  propuesta_por: string;
  propuso: string | null;
  creado_en: Date;
  decidio: string | null;
  decidida_en: Date | null;
  nota: string | null;
};

const MODIFICACIONES = sql`select m.id, m.convocatoria_id, m.asunto, m.numero, m.estado, m.motivo, m.cambios, m.propuesta_por,
    ${nombreDeCuenta('m.propuesta_por')} as propuso, m.creado_en, ${nombreDeCuenta('m.decidida_por')} as decidio,
    m.decidida_en, m.nota
  from convocatoria_modificaciones m`;

const readRow = <R extends { cambios: unknown }>(row: R) => ({
  ...row,
  cambios: PROPUESTA.read(row.cambios),
});

/** Those of a call, the newest first. */
export const selectModificaciones = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<ModificacionRow[]> => {
  const { rows } = await sql<ModificacionRow>`${MODIFICACIONES}
    where m.convocatoria_id = ${convocatoriaId} order by m.creado_en desc, m.numero desc nulls first, m.id`.execute(
    db,
  );
  return rows.map(readRow);
};

/** Modifications in force, by their number; the publication is none. */
export const selectVigentes = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<ModificacionRow[]> => {
  const { rows } = await sql<ModificacionRow>`${MODIFICACIONES}
    where m.convocatoria_id = ${convocatoriaId} and m.asunto = 'modificacion'
      and ${inEstado(MODIFICACION, 'm.estado', 'vigente')} order by m.numero`.execute(db);
  return rows.map(readRow);
};

export const findModificacion = async (
  db: Db | Trx,
  id: string,
): Promise<ModificacionRow | undefined> => {
  const { rows } = await sql<ModificacionRow>`${MODIFICACIONES} where m.id = ${id}`.execute(db);
  return rows[0] && readRow(rows[0]);
};

/** One that waits; null when another one does: the index decides. */
export const insertModificacion = async (
  trx: Trx,
  row: {
    convocatoriaId: string;
    asunto: 'publicacion' | 'modificacion';
    motivo: string;
    cambios: Propuesta;
    por: string;
    en: Date;
  },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    insert into convocatoria_modificaciones
      (convocatoria_id, asunto, estado, motivo, cambios, propuesta_por, creado_en)
    values (${row.convocatoriaId}, ${row.asunto}, ${MODIFICACION.pasos.proponer.a}, ${row.motivo},
      ${PROPUESTA.write(row.cambios)}::jsonb, ${row.por}, ${row.en})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
};

/** Takes a step; false when it does not wait any more. Of `aprobar`, with its number. */
export const updateModificacion = async (
  trx: Trx,
  id: string,
  paso: 'aprobar' | 'rechazar' | 'retirar',
  { por, en, nota, numero }: { por: string; en: Date; nota: string; numero?: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('convocatoria_modificaciones')
    .set({
      estado: MODIFICACION.pasos[paso].a,
      ...{ decidida_por: por, decidida_en: en, nota },
      ...(numero !== undefined && { numero }),
    })
    .where('id', '=', id)
    .where(mayTake(MODIFICACION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The number of the next modification of a call: 0 is its publication. The call is held. */
export const nextNumero = async (trx: Trx, convocatoriaId: string): Promise<number> => {
  const { rows } = await sql<{ numero: number }>`
    select coalesce(max(m.numero), 0) + 1 as numero from convocatoria_modificaciones m
    where m.convocatoria_id = ${convocatoriaId}`.execute(trx);
  return rows[0]!.numero;
};

/** Publishes a draft with the versions that it keeps for ever; false when it is no draft of that revision. */
export const updatePublicada = async (
  trx: Trx,
  { id, revision }: { id: string; revision: number },
  fija: {
    presolicitudVersionId: string;
    solicitudVersionId: string;
    hash: string;
    secreto: string;
    por: string;
    en: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('convocatorias')
    .set({
      estado: CONVOCATORIA.pasos.publicar.a,
      presolicitud_version_id: fija.presolicitudVersionId,
      solicitud_version_id: fija.solicitudVersionId,
      sorteo_hash: fija.hash,
      sorteo_secreto: fija.secreto,
      publicada_en: fija.en,
      publicada_por: fija.por,
      actualizado_en: fija.en,
    })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where(mayTake(CONVOCATORIA, 'publicar'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What keeps parts of a published call from changing. */
export const findAvance = async (
  db: Db | Trx,
  convocatoriaId: string,
): Promise<{ cerradas: string[]; conDictamenes: string[]; conResultados: boolean }> => {
  const { rows } = await sql<{
    cerradas: string[];
    conDictamenes: string[];
    conResultados: boolean;
  }>`select
      coalesce((select array_agg(t.id) from convocatoria_etapas t
        where t.convocatoria_id = ${convocatoriaId} and t.cerrada_en is not null), '{}') as cerradas,
      coalesce((select array_agg(t.id) from convocatoria_etapas t
        where t.convocatoria_id = ${convocatoriaId}
          and exists (select from asignaciones a where a.etapa_id = t.id and a.dictamen is not null)), '{}') as "conDictamenes",
      exists (select from rankings r where r.convocatoria_id = ${convocatoriaId}
        and ${inEstado(RANKING, 'r.estado', 'publicado')}) as "conResultados"`.execute(db);
  return rows[0]!;
};

export type AspiranteRow = PersonaRow & { persona_id: string };

/** People with anything alive in a call, drafts too, after one of them (null: from the first). */
export const selectAspirantes = async (
  db: Db,
  convocatoriaId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<AspiranteRow[]> => {
  const { rows } = await sql<AspiranteRow>`
    select pe.id as persona_id, ${PERSONA.columns} from ${PERSONA.tables}
    where (exists (select from presolicitudes p where p.persona_id = pe.id and p.convocatoria_id = ${convocatoriaId}
          and ${notInGrupo(PRESOLICITUD, 'cerradas', 'p.estado')})
        or exists (select from solicitudes s where s.persona_id = pe.id and s.convocatoria_id = ${convocatoriaId}
          and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}))
      ${after === null ? sql`` : sql`and pe.id > ${after}::uuid`}
    order by pe.id limit ${limit}`.execute(db);
  return rows;
};

export const countAspirantes = async (db: Db | Trx, convocatoriaId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select p.persona_id from presolicitudes p where p.convocatoria_id = ${convocatoriaId}
        and ${notInGrupo(PRESOLICITUD, 'cerradas', 'p.estado')}
      union select s.persona_id from solicitudes s where s.convocatoria_id = ${convocatoriaId}
        and ${notInGrupo(SOLICITUD, 'cerradas', 's.estado')}) t`.execute(db);
  return rows[0]!.n;
};
