import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';
import { ESTADOS_AVANCE, type EstadoAvance } from '../estados.ts';
import { rutaPath, rutasPath } from '../routes.ts';

const listRutas = caller<typeof contract.listRutas>('listRutas');
const getRuta = caller<typeof contract.getRuta>('getRuta');
const startRuta = caller<typeof contract.startRuta>('startRuta');

/** The routes that are offered, and one's own. */
export const useRutas = () => useCall(listRutas, null);

const AVANCES = (Object.keys(ESTADOS_AVANCE) as EstadoAvance[]).map((value) => ({
  value,
  label: ESTADOS_AVANCE[value][0],
}));

/** What of the routes is looked for; `propias`: by one's own progress, too. In the address. */
export const useFiltrosRutas = (propias: boolean) =>
  useTableState({
    sortable: ['nombre'],
    sort: { id: 'nombre', desc: false },
    sharedSearch: true,
    filters: {
      estado: {
        kind: 'select',
        label: 'Su avance',
        options: propias ? AVANCES : [],
      },
    },
  });

export const useRuta = (id: string) => useCall(getRuta, { id });

export const useStartRuta = () =>
  useCallMutation(startRuta, {
    invalidates: [listRutas, getRuta],
    forgets: (path) => path === rutasPath || path === rutaPath(''),
  });

const listPersonasDeRuta = caller<typeof contract.listPersonasDeRuta>('listPersonasDeRuta');

/** Who is in a route, as the address asks for it. The reading leaves a note. */
export const usePersonasDeRuta = (id: string) => {
  const state = useTableState({
    sortable: ['orden'],
    sort: { id: 'orden', desc: true },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: [
          { value: 'enCurso', label: 'En curso' },
          { value: 'completada', label: 'Completada' },
        ],
      },
    },
  });
  const query = useTableQuery(listPersonasDeRuta, {
    id,
    estado: state.filters.estado,
    porPagina: state.pageSize,
    ...state.cursor,
  });
  return { state, query };
};

const listRutasEditables = caller<typeof contract.listRutasEditables>('listRutasEditables');
/** The same, asked for anew: somebody else saved it meanwhile. */
export const getRutaEditable = caller<typeof contract.getRutaEditable>('getRutaEditable');
const createRuta = caller<typeof contract.createRuta>('createRuta');
const createVersionRuta = caller<typeof contract.createVersionRuta>('createVersionRuta');
const saveBorradorRuta = caller<typeof contract.saveBorradorRuta>('saveBorradorRuta');
const discardBorradorRuta = caller<typeof contract.discardBorradorRuta>('discardBorradorRuta');
const setRutaPublicada = caller<typeof contract.setRutaPublicada>('setRutaPublicada');
const setRutaArchivada = caller<typeof contract.setRutaArchivada>('setRutaArchivada');
const listCursosParaRuta = caller<typeof contract.listCursosParaRuta>('listCursosParaRuta');

/** All the routes, as the address asks for them. */
export const useRutasEditables = () => {
  const state = useTableState({
    sortable: ['nombre', 'actualizadoEn'],
    sort: { id: 'nombre', desc: false },
    sharedSearch: true,
  });
  const query = useTableQuery(listRutasEditables, {
    busqueda: state.search || undefined,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query };
};

/** What one is made of; asked for when it is wanted, not under the hands of whoever edits it. */
export const useRutaEditable = (id: string) =>
  useCall(
    getRutaEditable,
    { id },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );

/** What edits a route; lists, pages and its editor are shown anew. */
export const useRutaChanges = () => {
  const all = {
    invalidates: [listRutasEditables, getRutaEditable, listRutas, getRuta],
    forgets: (path: string) => path === rutasPath || path.startsWith(rutaPath('')),
  };
  return {
    open: useCallMutation(createVersionRuta, all),
    // What is on the screen is what was saved.
    save: useCallMutation(saveBorradorRuta, { invalidates: [listRutasEditables] }),
    discard: useCallMutation(discardBorradorRuta, { ...all, invalidates: [listRutasEditables] }),
    publish: useCallMutation(setRutaPublicada, all),
    archive: useCallMutation(setRutaArchivada, all),
  };
};

export const useCreateRuta = () =>
  useCallMutation(createRuta, { invalidates: [listRutasEditables] });

/** Courses that have these words. */
export const useCursosParaRuta = (busqueda: string) => useCall(listCursosParaRuta, { busqueda });
