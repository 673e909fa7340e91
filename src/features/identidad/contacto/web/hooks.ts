import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useCodigo } from '../../web/hooks.ts';
import type * as contract from '../contract.ts';

const confirmCorreoContacto =
  caller<typeof contract.confirmCorreoContacto>('confirmCorreoContacto');
const requestCorreoContacto =
  caller<typeof contract.requestCorreoContacto>('requestCorreoContacto');
const listCorreosContacto = caller<typeof contract.listCorreosContacto>('listCorreosContacto');
const listCorreosPersona = caller<typeof contract.listCorreosPersona>('listCorreosPersona');
const withdrawCorreoContacto =
  caller<typeof contract.withdrawCorreoContacto>('withdrawCorreoContacto');
const replaceCorreoContacto =
  caller<typeof contract.replaceCorreoContacto>('replaceCorreoContacto');
/** Of the enrolments: where their notices go. */
const getInscripcion = { callName: 'getInscripcion' };

/** Confirms the address of a link, once for whoever is signed in. */
export const useConfirmContacto = (oobCode: string, uid: string) =>
  useCodigo(`confirmCorreoContacto ${uid}`, oobCode, () => confirmCorreoContacto({ oobCode }));

export const useRequestContacto = () =>
  useCallMutation(requestCorreoContacto, { invalidates: [listCorreosContacto] });

export const useContactos = () => useCall(listCorreosContacto, null);
export const useWithdrawContacto = () =>
  useCallMutation(withdrawCorreoContacto, { invalidates: [listCorreosContacto, getInscripcion] });
export const useReplaceContacto = () =>
  useCallMutation(replaceCorreoContacto, { invalidates: [listCorreosContacto, getInscripcion] });

/** Where somebody else is written to, for staff. */
export const useCorreosDe = (clave: string) => useCall(listCorreosPersona, { clave });
