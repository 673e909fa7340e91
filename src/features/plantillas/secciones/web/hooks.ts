import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listSecciones = caller<typeof contract.listSeccionesBiblioteca>('listSeccionesBiblioteca');
const getSeccion = caller<typeof contract.getSeccionBiblioteca>('getSeccionBiblioteca');
const saveSeccion = caller<typeof contract.saveSeccionBiblioteca>('saveSeccionBiblioteca');
const replaceSeccion = caller<typeof contract.replaceSeccionBiblioteca>('replaceSeccionBiblioteca');
const updateSeccion = caller<typeof contract.updateSeccionBiblioteca>('updateSeccionBiblioteca');
const archiveSeccion = caller<typeof contract.archiveSeccionBiblioteca>('archiveSeccionBiblioteca');

const OLD = [listSecciones, getSeccion];

/** The whole library, archived sections too. */
export const useBiblioteca = () => useCall(listSecciones, {});
export const useSeccionDeBiblioteca = (id: string) => useCall(getSeccion, { id });

export const useSaveSeccion = () => useCallMutation(saveSeccion, { invalidates: OLD });
export const useReplaceSeccion = () => useCallMutation(replaceSeccion, { invalidates: OLD });
export const useUpdateSeccion = () => useCallMutation(updateSeccion, { invalidates: OLD });
export const useArchiveSeccion = () => useCallMutation(archiveSeccion, { invalidates: OLD });
