import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { findCuenta, updateCuentaRow } from '../../cuentas/server/data.ts';
import { readDownloadUrl } from '../rules.ts';

const folderOf = (uid: string) => `users/${uid}/`;

/** An image that exists in the account's own folder; null for any other address. */
const ownFotoOf = async (services: Services, uid: string, photoURL: string) => {
  const found = readDownloadUrl(photoURL);
  if (!found?.name.startsWith(folderOf(uid))) return null;
  if (found.origin !== null && !services.env.allowedOrigins.has(found.origin)) return null;
  return (await services.storage.readByToken(found.name, found.token)) ? found : null;
};

type Ctx = { actor: Actor; services: Services };

/** A photo that is no longer one's own goes; if that fails it only takes room. */
const removeOldFoto = async (
  { actor, services }: Ctx,
  before: string | null,
  name: string | undefined,
): Promise<void> => {
  const old = before === null ? undefined : readDownloadUrl(before)?.name;
  if (!old?.startsWith(folderOf(actor.uid)) || old === name) return;
  await services.storage
    .remove(old, { actor, ticket: null })
    .catch((error: unknown) => services.log.warn({ err: error }, 'no se pudo borrar una foto'));
};

/**
 * Puts one's own photo, given its download address, or takes it off. Gives its address from the
 * root. Throws INVALID_ARGUMENT for an address that is not of an image in the account's own folder.
 */
export const changeFoto = async (ctx: Ctx, photoURL: string | null): Promise<string | null> => {
  const { actor, services } = ctx;
  const foto = photoURL === null ? null : await ownFotoOf(services, actor.uid, photoURL);
  if (photoURL !== null && foto === null) {
    const message = 'Esa dirección no es de una foto suya. Envíe la foto de nuevo.';
    throw new CallError('INVALID_ARGUMENT', message, { fields: { photoURL: message } });
  }
  // From the root: the address goes on working when the portal moves to another name.
  const path = foto?.path ?? null;
  const before = await services.db.transaction().execute(async (trx) => {
    const cuenta = await findCuenta(trx, actor.uid);
    await updateCuentaRow(trx, actor.uid, { photoUrl: path });
    await recordCambio(trx, path === null ? 'cuenta.quitarFoto' : 'cuenta.cambiarFoto', {
      id: actor.uid,
      personaId: actor.personaId,
    });
    return cuenta?.photo_url ?? null;
  });
  await removeOldFoto(ctx, before, foto?.name);
  return path;
};
