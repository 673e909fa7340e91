import { caller } from '../../../../platform/web/callables/client.ts';
import { useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useCodigo } from '../../web/hooks.ts';
import type * as contract from '../contract.ts';

const confirmContacto = caller<typeof contract.confirmContacto>('confirmContacto');
const requestContacto = caller<typeof contract.requestContacto>('requestContacto');

/** Confirms the address of a link, once for whoever is signed in. */
export const useConfirmContacto = (oobCode: string, uid: string) =>
  useCodigo(`confirmContacto ${uid}`, oobCode, () => confirmContacto({ oobCode }));

export const useRequestContacto = () => useCallMutation(requestContacto);
