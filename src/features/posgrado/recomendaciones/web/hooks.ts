import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listRecomendantesSolicitud = caller<typeof contract.listRecomendantesSolicitud>(
  'listRecomendantesSolicitud',
);
const createRecomendanteSolicitud = caller<typeof contract.createRecomendanteSolicitud>(
  'createRecomendanteSolicitud',
);
const replaceRecomendanteSolicitud = caller<typeof contract.replaceRecomendanteSolicitud>(
  'replaceRecomendanteSolicitud',
);
const removeRecomendanteSolicitud = caller<typeof contract.removeRecomendanteSolicitud>(
  'removeRecomendanteSolicitud',
);
const sendInvitacionRecomendante = caller<typeof contract.sendInvitacionRecomendante>(
  'sendInvitacionRecomendante',
);
const resendInvitacionRecomendante = caller<typeof contract.resendInvitacionRecomendante>(
  'resendInvitacionRecomendante',
);
const changeCorreoRecomendante = caller<typeof contract.changeCorreoRecomendante>(
  'changeCorreoRecomendante',
);

/** How many there are is said by the application too, and what waits by home. */
const OLD = [
  listRecomendantesSolicitud,
  { callName: 'getSolicitud' },
  { callName: 'listPendientes' },
];

export const useRecomendantes = (solicitudId: string) =>
  useCall(listRecomendantesSolicitud, { solicitudId });
export const useCreateRecomendante = () =>
  useCallMutation(createRecomendanteSolicitud, { invalidates: OLD });
export const useReplaceRecomendante = () =>
  useCallMutation(replaceRecomendanteSolicitud, { invalidates: OLD });
export const useRemoveRecomendante = () =>
  useCallMutation(removeRecomendanteSolicitud, { invalidates: OLD });
export const useSendInvitacion = () =>
  useCallMutation(sendInvitacionRecomendante, { invalidates: OLD });
export const useResendInvitacion = () =>
  useCallMutation(resendInvitacionRecomendante, { invalidates: OLD });
export const useChangeCorreo = () =>
  useCallMutation(changeCorreoRecomendante, { invalidates: OLD });
