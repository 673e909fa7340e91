import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { type FuenteDeBorrador, useSinGuardarDe } from '../../../inscripciones/web/hooks.ts';
import { ERRORES_ENVIO } from '../../envios/errors.ts';
import type { listConvocatoriasAbiertas } from '../../presolicitudes/contract.ts';
import type {
  discardBorradorSolicitud,
  getSolicitud,
  saveBorradorSolicitud,
  submitSolicitud,
  withdrawSolicitud,
} from '../contract.ts';

const listCall = caller<typeof listConvocatoriasAbiertas>('listConvocatoriasAbiertas');
const getCall = caller<typeof getSolicitud>('getSolicitud');
const saveCall = caller<typeof saveBorradorSolicitud>('saveBorradorSolicitud');
const discardCall = caller<typeof discardBorradorSolicitud>('discardBorradorSolicitud');
const submitCall = caller<typeof submitSolicitud>('submitSolicitud');
const withdrawCall = caller<typeof withdrawSolicitud>('withdrawSolicitud');

const SHOWN = [getCall, listCall];

export type SolicitudPropia = Awaited<ReturnType<typeof getCall>>;

/** Always asked anew: the draft may have grown elsewhere, and the clock is of the moment. */
export const useSolicitud = (convocatoriaId: string) =>
  useCall(getCall, { convocatoriaId }, { staleTime: 0 });

/** What the form starts from, and what it goes on with. */
export const datosDeSolicitud = ({
  formulario,
  prellenado,
  borrador,
  solicitud,
  ahora,
}: SolicitudPropia) => ({
  plantilla: formulario,
  prellenado,
  borrador: borrador && {
    respuestas: borrador.respuestas,
    elegido: { grupoId: null, guardar: borrador.guardar },
    guardadoEn: borrador.guardadoEn,
  },
  // Corrections go on from what was sent.
  partida: solicitud?.estado === 'enviada' ? (solicitud.respuestas ?? undefined) : undefined,
  ahora,
});

/** Where the draft is read and saved. */
export const fuenteDeSolicitud = (convocatoriaId: string): FuenteDeBorrador => ({
  leer: async () => datosDeSolicitud(await getCall({ convocatoriaId })),
  guardar: ({ elegido, ...borrador }, options) =>
    saveCall({ convocatoriaId, ...borrador, guardar: elegido.guardar }, options),
  isConflict: ({ details }) => details?.code === ERRORES_ENVIO.borradorCambio.code,
});

export const useSinGuardarSolicitud = (convocatoriaId: string) =>
  useSinGuardarDe(`solicitud/${convocatoriaId}`);

/** Saves an empty draft, so that referees can be proposed before anything is written. */
export const useStartSolicitud = () => useCallMutation(saveCall, { invalidates: SHOWN });

export type SolicitudEnviada = Awaited<ReturnType<typeof submitCall>>;

export const useSubmitSolicitud = (onSuccess: (enviada: SolicitudEnviada) => void) =>
  useCallMutation(submitCall, { invalidates: SHOWN, onSuccess });

export const useDiscardSolicitud = (onSuccess: () => void) =>
  useCallMutation(discardCall, { invalidates: SHOWN, onSuccess });

export const useWithdrawSolicitud = (onSuccess: () => void) =>
  useCallMutation(withdrawCall, { invalidates: SHOWN, onSuccess });
