import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const getExamen = caller<typeof contract.getExamen>('getExamenPosgrado');
/** For the table of points. */
export const listPuntosCall = caller<typeof contract.listPuntos>('listPuntosExamenPosgrado');
const listDiferencias = caller<typeof contract.listDiferencias>('listDiferenciasExamenPosgrado');
const saveMotivo = caller<typeof contract.saveMotivo>('saveMotivoExamenPosgrado');
const savePuntos = caller<typeof contract.savePuntos>('savePuntosExamenPosgrado');

const endExamen = caller<typeof contract.endExamen>('endExamenPosgrado');
const startCorreccion = caller<typeof contract.startCorreccion>('startCorreccionExamenPosgrado');
const endCorreccion = caller<typeof contract.endCorreccion>('endCorreccionExamenPosgrado');

const ALL = [getExamen, listPuntosCall, listDiferencias];

export const useExamen = (etapaId: string) => useCall(getExamen, { etapaId });
export const useDiferencias = (etapaId: string, numero: number) =>
  useCall(listDiferencias, { etapaId, numero });
export const useSaveMotivo = () => useCallMutation(saveMotivo, { invalidates: [getExamen] });
export const useSavePuntos = () => useCallMutation(savePuntos, { invalidates: ALL });

/** A stage that is closed decides who goes on: the desk shows it too. */
const CIERRE = [
  ...ALL,
  { callName: 'getConvocatoria' },
  { callName: 'listAvanceEvaluacion' },
  { callName: 'getEntrevistasEtapa' },
];
export const useEndExamen = () => useCallMutation(endExamen, { invalidates: CIERRE });
export const useStartCorreccion = () => useCallMutation(startCorreccion, { invalidates: ALL });
export const useEndCorreccion = () => useCallMutation(endCorreccion, { invalidates: ALL });

/** Asks again for what an import changed. */
export const useRefreshExamen = () => {
  const invalidate = useInvalidate();
  return () => invalidate(...ALL);
};
