import { type Selectable, sql } from 'kysely';
import { antivirusOf } from '../../../../platform/server/db/antivirus.ts';
import { inEstado, mayTake } from '../../../../platform/server/db/estados.ts';
import type { Db, Tables, Trx } from '../../../../platform/server/db/index.ts';
import { defineTurnos } from '../../../../platform/server/db/turnos.ts';
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

/** Whose turn a document is. */
export const turnosDeDocumento = defineTurnos({
  registros: 'documentos',
  turnos: 'documentos_turnos',
  columna: 'documento_id',
});

/** The documents that wait, but one's own and those that the antivirus has not let through, as the queue asks for them. */
export const waitingFor = (personaId: string | null) =>
  sql`${inEstado(DOCUMENTO, 'd.estado', 'pendiente')} and ${antivirusOf('d.objeto')} is null
    and d.persona_id is distinct from ${personaId}::uuid`;

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
