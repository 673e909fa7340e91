import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useCodigo } from '../../web/hooks.ts';
import type * as contract from '../contract.ts';

const changePassword = caller<typeof contract.changePassword>('changePassword');
const requestEmailChange = caller<typeof contract.requestEmailChange>('requestEmailChange');
const confirmEmailChange = caller<typeof contract.confirmEmailChange>('confirmEmailChange');
const getEmailChange = caller<typeof contract.getEmailChange>('getEmailChange');
const cancelEmailChange = caller<typeof contract.cancelEmailChange>('cancelEmailChange');
/** Of the sessions: these changes end the other ones. */
const listSesiones = { callName: 'listSesiones' };

export const useChangePassword = () =>
  useCallMutation(changePassword, { invalidates: [listSesiones, getEmailChange] });

export const useEmailChange = () => useCall(getEmailChange, null);
export const useRequestEmailChange = () =>
  useCallMutation(requestEmailChange, { invalidates: [getEmailChange] });
export const useCancelEmailChange = () =>
  useCallMutation(cancelEmailChange, { invalidates: [getEmailChange] });

/** Changes one's own email by the code of a link, once for whoever is signed in. */
export const useConfirmEmailChange = (oobCode: string, uid: string) =>
  useCodigo(`confirmEmailChange ${uid}`, oobCode, () => confirmEmailChange({ oobCode }));
