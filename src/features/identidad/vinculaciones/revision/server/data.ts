import { sql } from 'kysely';
import { inEstado, mayTake } from '../../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { defineTurnos } from '../../../../../platform/server/db/turnos.ts';
import { VINCULACION } from '../../estados.ts';

/** Whose turn a request is. */
export const turnosDeVinculacion = defineTurnos({
  registros: 'vinculaciones',
  turnos: 'vinculaciones_turnos',
  columna: 'vinculacion_id',
});

/** The requests that wait, but of one's own account or file, as the queue asks for them. */
export const waitingFor = ({ uid, personaId }: { uid: string; personaId: string | null }) =>
  sql`${inEstado(VINCULACION, 'd.estado', 'pendiente')} and d.uid <> ${uid}
    and d.persona_id is distinct from ${personaId}::uuid`;

/** Takes a request that waits out of the queue; false when somebody else just did. */
export const closeVinculacion = async (
  trx: Trx,
  id: string,
  paso: 'confirmar' | 'rechazar',
  { motivo, por, en }: { motivo: string | null; por: string; en: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('vinculaciones')
    .set({
      estado: VINCULACION.pasos[paso].a,
      motivo,
      decidida_por: por,
      decidida_en: en,
      contada_en: paso === 'confirmar' ? en : null,
    })
    .where('id', '=', id)
    .where(mayTake(VINCULACION, paso))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/**
 * One's own rejection since a moment, of which nobody was told: it waits again. False when there is none such, or its
 * account has asked for another file, or has one.
 */
export const undoRechazo = async (
  trx: Trx,
  id: string,
  { por, desde }: { por: string; desde: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('vinculaciones')
    .set({
      estado: VINCULACION.pasos.deshacer.a,
      motivo: null,
      decidida_por: null,
      decidida_en: null,
    })
    .where('id', '=', id)
    .where('decidida_por', '=', por)
    .where('decidida_en', '>', desde)
    .where('contada_en', 'is', null)
    .where(mayTake(VINCULACION, 'deshacer'))
    .where(
      sql<boolean>`not exists (select from vinculaciones otra
        where otra.uid = vinculaciones.uid and otra.creado_en > vinculaciones.creado_en)
      and exists (select from cuentas c where c.uid = vinculaciones.uid and c.persona_id is null)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The rejections of before a moment that are to be told. */
export const selectPorContar = (db: Db, hasta: Date) =>
  db
    .selectFrom('vinculaciones')
    .select('id')
    .where(inEstado(VINCULACION, 'estado', 'rechazada'))
    .where('contada_en', 'is', null)
    .where('decidida_en', '<=', hasta)
    .limit(200)
    .execute();

/** Marks one as told, and gives it with its account; nothing when it was withdrawn or told meanwhile. */
export const takePorContar = (trx: Trx, id: string, { hasta, en }: { hasta: Date; en: Date }) =>
  trx
    .updateTable('vinculaciones')
    .from('cuentas')
    .set({ contada_en: en })
    .whereRef('cuentas.uid', '=', 'vinculaciones.uid')
    .where('vinculaciones.id', '=', id)
    .where(inEstado(VINCULACION, 'vinculaciones.estado', 'rechazada'))
    .where('vinculaciones.contada_en', 'is', null)
    .where('vinculaciones.decidida_en', '<=', hasta)
    .returning([
      'vinculaciones.uid',
      'vinculaciones.motivo',
      'cuentas.email',
      sql<boolean>`exists (select from vinculaciones otra where otra.uid = vinculaciones.uid
        and ${inEstado(VINCULACION, 'otra.estado', 'pendiente')})`.as('espera_otra'),
    ])
    .executeTakeFirst();

/** Makes the account of a person nobody's; whoever had it keeps the account. */
export const unlinkPersona = async (trx: Trx, uid: string): Promise<void> => {
  await trx.updateTable('cuentas').set({ persona_id: null }).where('uid', '=', uid).execute();
};
