import { sql } from 'kysely';
import { inEstado } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { correoDe, uidDe } from '../../../../identidad/server/reading.ts';
import { PERSONA, type PersonaRow } from '../../../../personas/server/reading.ts';
import { EXCEPCION } from '../../estados.ts';

/** What whom it excuses is told of an exception. */
export type AvisadaRow = PersonaRow & {
  id: string;
  plantilla_nombre: string;
  descripcion: string;
  vence_en: Date;
  /** Null: its person has no account. */
  correo: string | null;
  uid: string | null;
};

/** Undefined: there is none, or its person's file is not to be seen. */
export const findAvisada = async (db: Db | Trx, id: string): Promise<AvisadaRow | undefined> => {
  const { rows } = await sql<AvisadaRow>`
    select x.id, p.nombre as plantilla_nombre, x.descripcion, x.vence_en, ${PERSONA.columns},
      ${correoDe('pe.id')} as correo, ${uidDe('pe.id')} as uid
    from excepciones x join plantillas p on p.id = x.plantilla_id join ${PERSONA.tables} on pe.id = x.persona_id
    where x.id = ${id}`.execute(db);
  return rows[0];
};

/** In force, ending within those moments, and of which nobody was told; not those that were decided on as late as that. */
export const selectPorVencer = async (
  db: Db,
  { ahora, hasta, dias }: { ahora: Date; hasta: Date; dias: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select x.id from excepciones x
    where ${inEstado(EXCEPCION, 'x.estado', 'vigente')} and x.avisado_en is null
      and x.vence_en > ${ahora} and x.vence_en <= ${hasta}
      and x.decidido_en < x.vence_en - make_interval(days => ${dias})
    order by x.vence_en, x.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Told; false: it was, or it holds no more. */
export const markAvisada = async (trx: Trx, id: string, en: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('excepciones')
    .set({ avisado_en: en })
    .where('id', '=', id)
    .where('avisado_en', 'is', null)
    .where(inEstado(EXCEPCION, 'estado', 'vigente'))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export type PorAprobarRow = PersonaRow & { descripcion: string; creado_en: Date };

/** Those that wait for a second person, of others than who looks and about others; the oldest first. */
export const selectPorAprobar = async (
  db: Db,
  { uid, personaId, ahora }: { uid: string; personaId: string | null; ahora: Date },
): Promise<PorAprobarRow[]> => {
  const { rows } = await sql<PorAprobarRow>`
    select x.descripcion, x.creado_en, ${PERSONA.columns}
    from excepciones x join ${PERSONA.tables} on pe.id = x.persona_id
    where ${inEstado(EXCEPCION, 'x.estado', 'pendiente')} and x.vence_en > ${ahora}
      and x.pedido_por <> ${uid} and x.persona_id is distinct from ${personaId}::uuid
    order by x.creado_en, x.id limit 20`.execute(db);
  return rows;
};
