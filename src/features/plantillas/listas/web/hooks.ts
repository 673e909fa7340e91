import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import type * as contract from '../contract.ts';

const listListasPersonas = caller<typeof contract.listListasPersonas>('listListasPersonas');
const createListaPersonas = caller<typeof contract.createListaPersonas>('createListaPersonas');
const resetListaPersonas = caller<typeof contract.resetListaPersonas>('resetListaPersonas');
const deleteListaPersonas = caller<typeof contract.deleteListaPersonas>('deleteListaPersonas');

const OLD = [listListasPersonas, { callName: 'listOpcionesRegla' }];

/** The lists of people of a plantilla. */
export const useListas = (plantillaId: string) => useCall(listListasPersonas, { plantillaId });
export const useCreateLista = () => useCallMutation(createListaPersonas, { invalidates: OLD });
export const useResetLista = () => useCallMutation(resetListaPersonas, { invalidates: OLD });
export const useDeleteLista = () => useCallMutation(deleteListaPersonas, { invalidates: OLD });
