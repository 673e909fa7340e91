import type { Quien } from '../../../platform/shared/actor.ts';
import { canReadPersona } from '../perfil/policy.ts';

/** Who may write what a file says: the person whose it is (by its id), and staff. */
export const canEditApartados = (quien: Quien | null, personaId: string | null): boolean =>
  canReadPersona(quien, personaId);
