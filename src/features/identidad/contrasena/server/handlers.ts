import { passwordScore } from '../../../../platform/server/password-strength.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readDatosPropios } from '../../../personas/server/handlers.ts';
import type { Cuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { passwordLengthProblem } from '../../rules.ts';

/** From this score (0–4) on a password is good enough: some 10^8 guesses. */
const GOOD_SCORE = 3;

/**
 * Refuses a new password that is too short, too long or easy to guess, as the error of its field.
 * `ownData` are the person's own data as they are written (names, email, CURP, birth date), in any
 * order: a password may not be made of them. For an account that exists they come from `ownDataOf`.
 */
export const requireGoodPassword = async (
  _services: Services,
  password: string,
  ownData: readonly string[],
  field = 'password',
): Promise<void> => {
  const problem =
    passwordLengthProblem(password) ??
    ((await passwordScore(password, ownData)) < GOOD_SCORE ? MESSAGES['contrasena-debil'] : null);
  if (problem) {
    throw new CallError('INVALID_ARGUMENT', problem, {
      code: 'contrasena-debil',
      fields: { [field]: problem },
    });
  }
};

/** What is known of an account's owner: of the account itself and of their file. */
export const ownDataOf = async ({ db }: Services, cuenta: Cuenta): Promise<string[]> =>
  [
    cuenta.email,
    cuenta.display_name,
    cuenta.nombre,
    cuenta.apellido_paterno,
    cuenta.apellido_materno,
    ...(cuenta.persona_id ? await readDatosPropios(db, cuenta.persona_id) : []),
  ].filter((text) => text !== null && text !== '') as string[];
