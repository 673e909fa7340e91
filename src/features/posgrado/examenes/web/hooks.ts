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

const ALL = [getExamen, listPuntosCall, listDiferencias];

export const useExamen = (etapaId: string) => useCall(getExamen, { etapaId });
export const useDiferencias = (etapaId: string, numero: number) =>
  useCall(listDiferencias, { etapaId, numero });
export const useSaveMotivo = () => useCallMutation(saveMotivo, { invalidates: [getExamen] });
export const useSavePuntos = () => useCallMutation(savePuntos, { invalidates: ALL });

/** Asks again for what an import changed. */
export const useRefreshExamen = () => {
  const invalidate = useInvalidate();
  return () => invalidate(...ALL);
};
