import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import type * as actas from '../actas/contract.ts';
import type * as asistencia from '../asistencia/contract.ts';
import type * as contract from '../contract.ts';
import type { getKardex } from '../kardex/contract.ts';

export const getResultados = caller<typeof contract.getResultados>('getResultadosEdicion');
export const saveResultados = caller<typeof contract.saveResultados>('saveResultadosEdicion');
export const getAsistencia = caller<typeof asistencia.getAsistencia>('getAsistenciaEdicion');
export const saveAsistencia = caller<typeof asistencia.saveAsistencia>('saveAsistenciaEdicion');
export const listEdiciones = caller<typeof contract.listEdicionesConResultados>(
  'listEdicionesConResultados',
);
const previewCierre = caller<typeof actas.previewCierreActa>('previewCierreActa');
const confirmCierre = caller<typeof actas.confirmCierreActa>('confirmCierreActa');
const getActa = caller<typeof actas.getActa>('getActaEdicion');
const applyCorreccion = caller<typeof actas.applyCorreccionActa>('applyCorreccionActa');
const getKardexCall = caller<typeof getKardex>('getKardexPersona');

/** How often what others write is asked for while a grid is on screen (ms). */
export const CADA = 5_000;

export const useResultados = (edicionId: string) => useCall(getResultados, { edicionId });
export const useAsistencia = (edicionId: string) => useCall(getAsistencia, { edicionId });
export const useCierre = (edicionId: string) =>
  useCall(previewCierre, { edicionId }, { staleTime: 0, gcTime: 0 });
export const useActa = (edicionId: string) => useCall(getActa, { edicionId });
export const useKardex = (clave: string) => useCall(getKardexCall, { clave });

const SHOWN = [getResultados, getAsistencia, previewCierre, getActa, listEdiciones, getKardexCall];

export const useConfirmCierre = () => useCallMutation(confirmCierre, { invalidates: SHOWN });
export const useApplyCorreccion = () => useCallMutation(applyCorreccion, { invalidates: SHOWN });
