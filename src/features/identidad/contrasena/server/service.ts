import type { Env } from '../../../../platform/server/env.ts';
import { currentRequest } from '../../../../platform/server/request-context.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readDatosPropios } from '../../../personas/server/service.ts';
import type { Cuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { passwordLengthProblem } from '../../rules.ts';
import { RESTO_MIN, restoOf } from '../rules.ts';

/** From this score (0–4) on a text is good enough: some 10^8 guesses. */
const GOOD_SCORE = 3;

/** The words that everybody of this school would try. */
const schoolWordsOf = ({ institution, publicUrl }: Env): string[] => [
  institution.name,
  institution.shortName,
  new URL(publicUrl).hostname.split('.').slice(0, -1).join(' '),
];

/**
 * Why a new password is not taken, or null: its length; how hard it is to guess; and how hard what is left
 * of it is, once its owner's data and the school's words are taken out.
 */
const passwordProblem = async (
  { env, passwordStrength }: Services,
  password: string,
  ownData: readonly string[],
): Promise<string | null> => {
  const length = passwordLengthProblem(password);
  if (length !== null) return length;
  const { resto, propio, escolar } = restoOf(password, ownData, schoolWordsOf(env));
  const left = propio ? MESSAGES['contrasena-propia'] : MESSAGES['contrasena-de-la-escuela'];
  const isLess = propio || escolar;
  if (isLess && [...resto].length < RESTO_MIN) return left;
  const from = currentRequest()?.ip ?? '';
  const texts = isLess ? [password, resto] : [password];
  const [whole = 0, rest = whole] = await passwordStrength.scores(texts, from);
  if (whole < GOOD_SCORE) return MESSAGES['contrasena-debil'];
  return rest < GOOD_SCORE ? left : null;
};

/**
 * Refuses a new password that is too short, too long or easy to guess, as the error of its field.
 * `ownData` are the person's own data as they are written (names, email, CURP, birth date YYYY-MM-DD), in any
 * order: a password may not be made of them. For an account that exists they come from `ownDataOf`.
 * @throws {CallError} INVALID_ARGUMENT (`contrasena-debil`); UNAVAILABLE when too many are being judged.
 */
export const requireGoodPassword = async (
  services: Services,
  password: string,
  ownData: readonly string[],
  field = 'password',
): Promise<void> => {
  const problem = await passwordProblem(services, password, ownData);
  if (problem === null) return;
  throw new CallError('INVALID_ARGUMENT', problem, {
    code: 'contrasena-debil',
    fields: { [field]: problem },
  });
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
