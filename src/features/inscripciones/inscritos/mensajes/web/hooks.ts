import type { InputOf } from '../../../../../platform/shared/callable.ts';
import { caller } from '../../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

export const previewMensaje =
  caller<typeof contract.previewMensajeInscritos>('previewMensajeInscritos');
const send = caller<typeof contract.sendMensajeInscritos>('sendMensajeInscritos');
const list = caller<typeof contract.listMensajesInscritos>('listMensajesInscritos');

/** Who is written to. */
export type Destinatarios = InputOf<typeof contract.sendMensajeInscritos>['a'];

/** While one was asked for so lately (ms), its figures may still grow. */
const RECENT_MS = 600_000;

/** What was written to those of a plantilla, or to one of them; asked again while something is being sent. */
export const useMensajes = (de: { plantillaId: string } | { inscripcionId: string }) =>
  useCall(list, de, {
    refetchInterval: ({ state: { data } }) =>
      data?.mensajes.some(
        ({ pedidoEn, destinatarios, enviados, sinCuenta }) =>
          enviados + sinCuenta < destinatarios && Date.now() - Date.parse(pedidoEn) < RECENT_MS,
      )
        ? 3_000
        : false,
  });

export const useSendMensaje = () =>
  useCallMutation(send, { invalidates: [list, { callName: 'listTrabajos' }] }).mutateAsync;
