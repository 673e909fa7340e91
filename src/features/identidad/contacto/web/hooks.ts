import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useCodigo } from '../../web/hooks.ts';
import type * as contract from '../contract.ts';

const confirmContacto = caller<typeof contract.confirmContacto>('confirmContacto');
const requestContacto = caller<typeof contract.requestContacto>('requestContacto');
const listContactos = caller<typeof contract.listContactos>('listContactos');
const withdrawContacto = caller<typeof contract.withdrawContacto>('withdrawContacto');
const replaceContacto = caller<typeof contract.replaceContacto>('replaceContacto');
/** Of the enrolments: where their notices go. */
const getInscripcion = { callName: 'getInscripcion' };

/** Confirms the address of a link, once for whoever is signed in. */
export const useConfirmContacto = (oobCode: string, uid: string) =>
  useCodigo(`confirmContacto ${uid}`, oobCode, () => confirmContacto({ oobCode }));

export const useRequestContacto = () => useCallMutation(requestContacto);

export const useContactos = () => useCall(listContactos, null);
export const useWithdrawContacto = () =>
  useCallMutation(withdrawContacto, { invalidates: [listContactos, getInscripcion] });
export const useReplaceContacto = () =>
  useCallMutation(replaceContacto, { invalidates: [listContactos, getInscripcion] });
