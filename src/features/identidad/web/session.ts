import { caller } from '../../../platform/web/callables/client.ts';
import { createSession, type Session } from '../../../platform/web/session/store.ts';
import type * as contract from '../contract.ts';

const getSesion = caller<typeof contract.getSesion>('getSesion');
const refreshSesion = caller<typeof contract.refreshSesion>('refreshSesion');
const signOutCall = caller<typeof contract.signOut>('signOut');

/** The page's session. Its tokens are in cookies that script cannot read: only who it is comes here. */
export const createSesion = (): Session =>
  createSession({
    // The access cookie lives a quarter of an hour: without it the session may still be renewable.
    load: async () => (await getSesion(null)) ?? (await refreshSesion(null)),
    refresh: async () => (await refreshSesion(null)) !== null,
  });

/** Asks the server to end the session and drop its cookies; the shell forgets the rest. */
export const signOut = async (): Promise<void> => {
  await signOutCall(null);
};
