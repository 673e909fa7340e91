import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { plantillasPath } from '../../routes.ts';
import type * as contract from '../contract.ts';

const listPlantillas = caller<typeof contract.listPlantillas>('listPlantillas');
export const getPlantilla = caller<typeof contract.getPlantilla>('getPlantilla');
const createPlantilla = caller<typeof contract.createPlantilla>('createPlantilla');
const updatePlantilla = caller<typeof contract.updatePlantilla>('updatePlantilla');
export const getVersionPlantilla =
  caller<typeof contract.getVersionPlantilla>('getVersionPlantilla');
const startVersionPlantilla =
  caller<typeof contract.startVersionPlantilla>('startVersionPlantilla');
export const saveVersionPlantilla =
  caller<typeof contract.saveVersionPlantilla>('saveVersionPlantilla');
const publishVersionPlantilla =
  caller<typeof contract.publishVersionPlantilla>('publishVersionPlantilla');
const cancelPublicacionVersion = caller<typeof contract.cancelPublicacionVersion>(
  'cancelPublicacionVersion',
);
const archiveVersionPlantilla =
  caller<typeof contract.archiveVersionPlantilla>('archiveVersionPlantilla');
const discardVersionPlantilla =
  caller<typeof contract.discardVersionPlantilla>('discardVersionPlantilla');

const OLD = [listPlantillas, getPlantilla, getVersionPlantilla, { callName: 'listOfertas' }];
/** What was shown of plantillas is made anew when one of them changes. */
const forgets = (path: string) => path.startsWith(plantillasPath);

const ESTADOS = [
  { value: 'publicada', label: 'Con versión publicada' },
  { value: 'sinPublicar', label: 'Sin versión publicada' },
  { value: 'conBorrador', label: 'Con borrador' },
] as const;

/** The list, as the address asks for it. */
export const usePlantillas = () => {
  const state = useTableState({
    sortable: ['nombre', 'actualizadoEn', 'ediciones'],
    sort: { id: 'nombre', desc: false },
    filters: { estado: { kind: 'select', label: 'Estado', options: ESTADOS } },
    sharedSearch: true,
  });
  const query = useTableQuery(listPlantillas, {
    busqueda: state.search || undefined,
    estado: state.filters.estado,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** All of them by name, to start from one. */
export const useTodasLasPlantillas = () => useCall(listPlantillas, { porPagina: 200 });
export const usePlantilla = (id: string) => useCall(getPlantilla, { id });
/** Milliseconds between looks at which version is in force, while somebody decides on another. */
const MIRAR_EN_VIGOR = 15_000;
/** The same, asked anew and again and again: another person may publish or archive meanwhile. */
export const usePlantillaNow = (id: string) =>
  useCall(getPlantilla, { id }, { staleTime: 0, refetchInterval: MIRAR_EN_VIGOR });
export const useVersion = (plantillaId: string, versionId: string) =>
  useCall(getVersionPlantilla, { plantillaId, versionId });
/** The same, always asked anew: whoever edits starts from what is there now. */
export const useVersionNow = (plantillaId: string, versionId: string) =>
  useCall(getVersionPlantilla, { plantillaId, versionId }, { staleTime: 0, gcTime: 0 });

export const useCreatePlantilla = () =>
  useCallMutation(createPlantilla, { invalidates: OLD, forgets });
export const useUpdatePlantilla = () => useCallMutation(updatePlantilla, { invalidates: OLD });
export const useStartVersion = () =>
  useCallMutation(startVersionPlantilla, { invalidates: OLD, forgets });
export const usePublishVersion = () =>
  useCallMutation(publishVersionPlantilla, { invalidates: OLD, forgets });
export const useCancelPublicacion = () =>
  useCallMutation(cancelPublicacionVersion, { invalidates: OLD });
export const useArchiveVersion = () =>
  useCallMutation(archiveVersionPlantilla, { invalidates: OLD });
export const useDiscardVersion = () =>
  useCallMutation(discardVersionPlantilla, { invalidates: OLD, forgets });
