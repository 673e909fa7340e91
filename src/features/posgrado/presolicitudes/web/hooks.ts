import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { type FuenteDeBorrador, useSinGuardarDe } from '../../../inscripciones/web/hooks.ts';
import { ERRORES_ENVIO } from '../../envios/errors.ts';
import type {
  discardBorradorPresolicitud,
  getPresolicitud,
  listConvocatoriasAbiertas,
  saveBorradorPresolicitud,
  saveRespuestaObservacion,
  submitPresolicitud,
  withdrawPresolicitud,
} from '../contract.ts';

const listCall = caller<typeof listConvocatoriasAbiertas>('listConvocatoriasAbiertas');
const getCall = caller<typeof getPresolicitud>('getPresolicitud');
const saveCall = caller<typeof saveBorradorPresolicitud>('saveBorradorPresolicitud');
const discardCall = caller<typeof discardBorradorPresolicitud>('discardBorradorPresolicitud');
const submitCall = caller<typeof submitPresolicitud>('submitPresolicitud');
const answerCall = caller<typeof saveRespuestaObservacion>('saveRespuestaObservacion');
const withdrawCall = caller<typeof withdrawPresolicitud>('withdrawPresolicitud');

const SHOWN = [getCall, listCall];

export const useConvocatoriasAbiertas = () => useCall(listCall, {}, { staleTime: 0 });

export type PresolicitudPropia = Awaited<ReturnType<typeof getCall>>;

/** Always asked anew: the draft may have grown elsewhere, and the clock is of the moment. */
export const usePresolicitud = (convocatoriaId: string) =>
  useCall(getCall, { convocatoriaId }, { staleTime: 0 });

/** What the form starts from, and what it goes on with. */
export const datosDeFormulario = ({
  formulario,
  prellenado,
  borrador,
  presolicitud,
  ahora,
}: PresolicitudPropia) => ({
  plantilla: formulario,
  prellenado,
  borrador: borrador && {
    respuestas: borrador.respuestas,
    elegido: { grupoId: null, guardar: borrador.guardar },
    guardadoEn: borrador.guardadoEn,
  },
  // A new one begins with the file alone; corrections go on from what was sent.
  partida:
    presolicitud?.estado === 'conObservaciones'
      ? (presolicitud.respuestas ?? undefined)
      : undefined,
  ahora,
});

/** Where the draft is read and saved. */
export const fuenteDePresolicitud = (convocatoriaId: string): FuenteDeBorrador => ({
  leer: async () => datosDeFormulario(await getCall({ convocatoriaId })),
  guardar: ({ elegido, ...borrador }, options) =>
    saveCall({ convocatoriaId, ...borrador, guardar: elegido.guardar }, options),
  isConflict: ({ details }) => details?.code === ERRORES_ENVIO.borradorCambio.code,
});

export const useSinGuardarPresolicitud = (convocatoriaId: string) =>
  useSinGuardarDe(`presolicitud/${convocatoriaId}`);

export type PresolicitudEnviada = Awaited<ReturnType<typeof submitCall>>;

export const useSubmitPresolicitud = (onSuccess: (enviada: PresolicitudEnviada) => void) =>
  useCallMutation(submitCall, { invalidates: SHOWN, onSuccess });

export const useDiscardPresolicitud = (onSuccess: () => void) =>
  useCallMutation(discardCall, { invalidates: SHOWN, onSuccess });

export const useAnswerObservacion = () => useCallMutation(answerCall, { invalidates: [getCall] });

export const useWithdrawPresolicitud = (onSuccess: () => void) =>
  useCallMutation(withdrawCall, { invalidates: SHOWN, onSuccess });
