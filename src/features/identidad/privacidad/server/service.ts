import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { type Documento, VERSIONES } from '../rules.ts';
import { insertAceptaciones, selectAceptaciones } from './data.ts';

/** Notes that an account accepts the version in force of these texts; those that it accepted already stay as they are. */
export const accept = async (
  trx: Trx,
  { uid, personaId }: Pick<Actor, 'uid' | 'personaId'>,
  documentos: readonly Documento[],
): Promise<void> => {
  const accepted = await selectAceptaciones(trx, uid);
  const acepta = Object.fromEntries(
    documentos
      .filter((d) => !accepted.some((a) => a.documento === d && a.version === VERSIONES[d]))
      .map((documento) => [documento, VERSIONES[documento]]),
  );
  if (Object.keys(acepta).length === 0) return;
  await insertAceptaciones(trx, uid, acepta);
  await recordCambio(trx, 'cuenta.aceptarTextos', { id: uid, personaId, despues: { acepta } });
};
