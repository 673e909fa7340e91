import { type Selectable, sql } from 'kysely';
import { antivirusOf } from '../../../../platform/server/db/antivirus.ts';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Tables, Trx } from '../../../../platform/server/db/index.ts';
import { itemNombre, itemReferido } from '../../../catalogos/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../personas/server/reading.ts';
import { DOCUMENTO, type EstadoDocumento } from '../../estados.ts';

/** How many wait for staff, and since when the first of them. */
export const countEspera = (db: Db): Promise<{ n: number; desde: Date | null }> =>
  db
    .selectFrom('documentos')
    .select([sql<number>`count(*)::int`.as('n'), sql<Date | null>`min(creado_en)`.as('desde')])
    .where(inEstado(DOCUMENTO, 'estado', 'pendiente'))
    .where(sql<boolean>`${antivirusOf('documentos.objeto')} is null`)
    .executeTakeFirstOrThrow();

export type Turno = { uid: string; ahora: Date; hasta: Date };

/**
 * Gives the turn at the document that has waited longest (or at the one that is asked for) and that nobody else is
 * looking at: its id, or null. Of two who ask at once each gets another: who comes second passes over what the first
 * holds, and where that has just been written, the turn is the first's.
 */
export const takeTurno = async (
  trx: Trx,
  { uid, ahora, hasta }: Turno,
  cola: { id: string | null; personaId: string | null; saltados: readonly string[] },
): Promise<string | null> => {
  const { rows } = await sql<{ documento_id: string }>`
    with elegido as (
      select d.id from documentos d
      where ${inEstado(DOCUMENTO, 'd.estado', 'pendiente')} and ${antivirusOf('d.objeto')} is null
        and (${cola.id}::uuid is null or d.id = ${cola.id}::uuid)
        and d.persona_id is distinct from ${cola.personaId}::uuid
        and d.id <> all(${cola.saltados}::uuid[])
        and not exists (select from documentos_turnos t
          where t.documento_id = d.id and t.vence_en > ${ahora} and t.uid <> ${uid})
      order by exists (select from documentos_turnos t where t.documento_id = d.id and t.uid = ${uid}) desc,
        d.creado_en, d.id
      limit 1 for update of d skip locked
    )
    insert into documentos_turnos (documento_id, uid, vence_en)
      select id, ${uid}, ${hasta} from elegido
    on conflict (documento_id) do update set uid = excluded.uid, vence_en = excluded.vence_en
      where documentos_turnos.vence_en <= ${ahora} or documentos_turnos.uid = excluded.uid
    returning documento_id`.execute(trx);
  return rows[0]?.documento_id ?? null;
};

/** Lets go of all that somebody holds, `except` one. */
export const releaseTurnos = async (
  trx: Trx,
  uid: string,
  except: string | null,
): Promise<void> => {
  await trx
    .deleteFrom('documentos_turnos')
    .where('uid', '=', uid)
    .$if(except !== null, (query) => query.where('documento_id', '<>', except!))
    .execute();
};

/** Holds one on, or again: false when it is somebody else's by now. */
export const renewTurno = async (trx: Trx, id: string, turno: Turno): Promise<boolean> => {
  const { rows } = await sql`
    insert into documentos_turnos (documento_id, uid, vence_en) values (${id}, ${turno.uid}, ${turno.hasta})
    on conflict (documento_id) do update set uid = excluded.uid, vence_en = excluded.vence_en
      where documentos_turnos.vence_en <= ${turno.ahora} or documentos_turnos.uid = excluded.uid
    returning documento_id`.execute(trx);
  return rows.length > 0;
};

export const endTurno = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('documentos_turnos').where('documento_id', '=', id).execute();
};

type EnRevisionRow = Selectable<Tables['documentos']> &
  PersonaRow & {
    tipo: { clave: string; nombre: string; nota: string | null; meses: number | null };
    anterior: {
      estado: EstadoDocumento;
      motivo: string | null;
      nota: string | null;
      decididoEn: string;
    } | null;
  };

/** A document with the data of its person, its type, and what was said of the version before. */
export const findEnRevision = async (
  db: Db | Trx,
  id: string,
): Promise<EnRevisionRow | undefined> => {
  const { rows } = await sql<EnRevisionRow>`
    select d.*, ${PERSONA.columns}, ${itemReferido('d.tipo_id', 'nota', 'meses')} as tipo,
      (select jsonb_build_object('estado', v.estado, 'motivo', ${itemNombre('v.motivo_id')}, 'nota', v.nota,
          'decididoEn', to_char(v.decidido_en at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from documentos v
        where v.persona_id = d.persona_id and v.tipo_id = d.tipo_id and v.version < d.version
          and v.decidido_en is not null
        order by v.version desc limit 1) as anterior
    from documentos d join ${PERSONA.tables} on pe.id = d.persona_id
    where d.id = ${id}`.execute(db);
  return rows[0];
};

type Decision = {
  paso: 'validar' | 'rechazar';
  por: string;
  en: Date;
  motivoId: string | null;
  nota: string | null;
  venceEn: Date | null;
};

/** Says of one that waits what it is; false when it does not wait any more. */
export const saveDecision = async (trx: Trx, id: string, decision: Decision): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('documentos')
    .set({
      estado: DOCUMENTO.pasos[decision.paso].a,
      decidido_por: decision.por,
      decidido_en: decision.en,
      motivo_id: decision.motivoId,
      nota: decision.nota,
      vence_en: decision.venceEn,
    })
    .where('id', '=', id)
    .where(mayTake(DOCUMENTO, decision.paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** One's own decision since a moment, which nobody was told: it waits again. False when there is none such. */
export const undoDecision = async (
  trx: Trx,
  id: string,
  { por, desde }: { por: string; desde: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('documentos')
    .set({
      estado: DOCUMENTO.pasos.deshacer.a,
      decidido_por: null,
      decidido_en: null,
      motivo_id: null,
      nota: null,
      vence_en: null,
    })
    .where('id', '=', id)
    .where('decidido_por', '=', por)
    .where('decidido_en', '>', desde)
    .where('contado_en', 'is', null)
    .where(mayTake(DOCUMENTO, 'deshacer'))
    .where(
      sql<boolean>`not exists (select from documentos despues
        where despues.persona_id = documentos.persona_id and despues.tipo_id = documentos.tipo_id
          and despues.version > documentos.version)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
