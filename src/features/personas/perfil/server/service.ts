import type { Trx } from '../../../../platform/server/db/index.ts';
import { perform, type Statement } from '../../../../platform/server/db/together.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Puerta } from '../../../../platform/server/puertas.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { SIN_EXPEDIENTE } from '../../routes.ts';
import {
  findingPerfilByClave,
  findPersonaByClave,
  type Perfil,
  saveRevision,
} from '../../server/data.ts';
import { canReadPersona } from '../policy.ts';

export const noSuch = () =>
  new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');

/**
 * The file of the person with that key (also one they had before), for whoever may read and write it: the person, and
 * staff. Staff who read it are in its history first: what cannot be left there is not read. Somebody else's attempt is
 * in the history, too, and they do not learn whether there is such a file.
 *
 * @throws {CallError} PERMISSION_DENIED, NOT_FOUND (only for staff).
 */
export const requirePersona = async (
  clave: string,
  asking: Pick<Asking, 'actor' | 'services'>,
  para: 'leer' | 'escribir',
): Promise<Perfil> =>
  requireLeida(await perform(asking.services.db, readingPersona(clave)), asking, para);

/** What reads the file of the person with that key, for `requireLeida`. */
export const readingPersona = (clave: string): Statement<Perfil | undefined> =>
  findingPerfilByClave(normalizeCurp(clave));

/** What `requirePersona` says of what was read. */
export const requireLeida = async (
  persona: Perfil | undefined,
  { actor, services: { db } }: Pick<Asking, 'actor' | 'services'>,
  para: 'leer' | 'escribir',
): Promise<Perfil> => {
  if (!canReadPersona(actor, persona?.id ?? null)) {
    await db.transaction().execute((trx) =>
      recordOnce(trx, 'persona.intentarAjeno', {
        // Of the account that tried: whose file it is does not learn who did.
        entidad: 'cuenta',
        id: actor.uid,
        despues: { personaId: persona?.id ?? null },
      }),
    );
    throw new CallError('PERMISSION_DENIED', 'Solo puede consultar su propio expediente.');
  }
  if (!persona) throw noSuch();
  if (para === 'leer' && persona.id !== actor.personaId) {
    await db.transaction().execute((trx) => recordOnce(trx, 'persona.leer', { id: persona.id }));
  }
  return persona;
};

/** Whether the page of that file opens for them: their own, also by a key of before, or anybody's for staff. */
export const mayOpenExpediente: Puerta['mayOpen'] = async ({ curp = '' }, actor, { db }) => {
  if (curp === SIN_EXPEDIENTE || canReadPersona(actor, null)) return true;
  return canReadPersona(actor, (await findPersonaByClave(db, normalizeCurp(curp)))?.id ?? null);
};

/** Notes what staff found out about the data that disagree with the CURP. */
export const saveRevisada = async (
  trx: Trx,
  clave: string,
  revision: { discrepancias: readonly string[]; nota: string; en: Date },
): Promise<void> => {
  const persona = await findPersonaByClave(trx, normalizeCurp(clave));
  if (!persona) throw noSuch();
  if (!(await saveRevision(trx, persona.id, revision))) {
    throw new CallError(
      'ABORTED',
      'Los datos que no coinciden ya son otros. Cargue de nuevo la página y revíselos.',
      { code: 'discrepancias-cambiaron' },
    );
  }
  await recordCambio(trx, 'persona.revisarDiscrepancias', {
    id: persona.id,
    despues: { discrepancias: revision.discrepancias },
    motivo: revision.nota,
  });
};
