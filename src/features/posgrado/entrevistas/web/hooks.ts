import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const rehearseHorarios = caller<typeof contract.rehearseHorarios>('rehearseHorariosEntrevista');
const createHorarios = caller<typeof contract.createHorarios>('createHorariosEntrevista');
const getEntrevistas = caller<typeof contract.getEntrevistas>('getEntrevistasEtapa');
/** For the table of slots. */
export const listHorariosCall = caller<typeof contract.listHorarios>('listHorariosEntrevista');
const cancelHorarios = caller<typeof contract.cancelHorarios>('cancelHorariosEntrevista');
const assignHorario = caller<typeof contract.assignHorario>('assignHorarioEntrevista');
const saveAsistencia = caller<typeof contract.saveAsistencia>('saveAsistenciaEntrevista');
const getEntrevistaPropia = caller<typeof contract.getEntrevistaPropia>('getEntrevistaPropia');
const setHorario = caller<typeof contract.setHorario>('setHorarioEntrevista');
const listEntrevistasPanel = caller<typeof contract.listEntrevistasPanel>('listEntrevistasPanel');

const MESA = [getEntrevistas, listHorariosCall];

export const useEntrevistas = (etapaId: string) => useCall(getEntrevistas, { etapaId });
export const useRehearseHorarios = () => useCallMutation(rehearseHorarios, {});
export const useCreateHorarios = () => useCallMutation(createHorarios, { invalidates: MESA });
export const useAssignHorario = () => useCallMutation(assignHorario, { invalidates: MESA });
export const useSaveAsistencia = () => useCallMutation(saveAsistencia, { invalidates: MESA });
/** Cancels a part of many slots; `refresh` once all were. */
export const useCancelHorarios = () => {
  const invalidate = useInvalidate();
  return { cancel: cancelHorarios, refresh: () => void invalidate(...MESA) };
};
/** The first free slots of a stage, to give one by hand. */
export const useHorariosLibres = (etapaId: string) =>
  useCall(listHorariosCall, { etapaId, estado: 'abierto', porPagina: 100 });

/** The clock of the answer is held against the moment at which it came. */
export const useEntrevistaPropia = (solicitudId: string) =>
  useCall(getEntrevistaPropia, { solicitudId });
export const useSetHorario = () =>
  useCallMutation(setHorario, {
    invalidates: [
      getEntrevistaPropia,
      { callName: 'getSolicitud' },
      { callName: 'listPendientes' },
    ],
  });

export const useEntrevistasPanel = () => useCall(listEntrevistasPanel, null);
