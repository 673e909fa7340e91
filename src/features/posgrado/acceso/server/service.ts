/** Nobody who applies or recommends in a call sees or does anything of its staff side, whatever their role. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { readPersonaIdOf } from '../../../identidad/cuentas/server/service.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { isDeSuyas, reservaDe, reservasDe, selectDondeEsParte } from './data.ts';

/**
 * Refuses whoever applies or recommends in the call; every callable of the staff's side and of evaluators asks it first. People are
 * compared, not accounts: all addresses of a person count.
 *
 * @throws {CallError} PERMISSION_DENIED (`posgrado-es-parte`)
 */
export const requireAjeno = async (
  db: Db | Trx,
  actor: Pick<Actor, 'personaId' | 'email'>,
  convocatoriaId: string,
): Promise<void> => {
  if ((await selectDondeEsParte(db, actor, [convocatoriaId])).length > 0) {
    throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  }
};

/** Those of these calls in which the actor is neither applicant nor referee: what lists, counts and searches may show. */
export const onlyAjenas = async (
  db: Db | Trx,
  actor: Pick<Actor, 'personaId' | 'email'>,
  convocatorias: readonly string[],
): Promise<Set<string>> => {
  const suyas = new Set(await selectDondeEsParte(db, actor, convocatorias));
  return new Set(convocatorias.filter((id) => !suyas.has(id)));
};

/**
 * Refuses the person who proposed what is to be decided, by whichever of their accounts.
 *
 * @throws {CallError} FAILED_PRECONDITION (`posgrado-misma-persona`)
 */
export const requireOtraPersona = async (
  db: Db | Trx,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  propuestaPor: string,
): Promise<void> => {
  const suya = { uids: [propuestaPor], personaIds: [await readPersonaIdOf(db, propuestaPor)] };
  if (esUnoMismo(actor, suya)) throw refuse('FAILED_PRECONDITION', ERRORES_POSGRADO.mismaPersona);
};

/** Auditoría shows nothing of a call to whoever applies or recommends in it. */
export const historialReservado: Slots['historialReservado'] = async (db, actor) => {
  const suyas = await selectDondeEsParte(db, actor, null);
  return suyas.length === 0 ? null : isDeSuyas(suyas);
};

/** A letter of a call. Every letter of posgrado is made one: an Admin who applies or recommends in it does not see it listed. */
export const deConvocatoria = (convocatoriaId: string, message: Message): Message => ({
  ...message,
  reserva: reservaDe(convocatoriaId),
});

/** The list of letters shows nothing of a call to those who apply or recommend in it. */
export const correosReservados: Slots['correosReservados'] = reservasDe;
