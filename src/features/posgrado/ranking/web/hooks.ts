import type { OutputOf } from '../../../../platform/shared/callable.ts';
import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { SOLICITUD } from '../../estados.ts';
import type * as contract from '../contract.ts';

const getRanking = caller<typeof contract.getRanking>('getRankingPosgrado');
const listFilas = caller<typeof contract.listFilasRanking>('listFilasRankingPosgrado');
const listCambios = caller<typeof contract.listCambiosRanking>('listCambiosRankingPosgrado');
const createRanking = caller<typeof contract.createRanking>('createRankingPosgrado');
const publishRanking = caller<typeof contract.publishRanking>('publishRankingPosgrado');
const cancelPublicacion = caller<typeof contract.cancelPublicacion>('cancelPublicacionRanking');

export type Ranking = OutputOf<typeof contract.getRanking>;

/** Milliseconds between two looks at results that are to be published. */
const MIRAR = 15_000;

/** The rankings of a call; looked at again while one waits to be published. */
export const useRanking = (convocatoriaId: string) =>
  useCall(
    getRanking,
    { convocatoriaId },
    {
      refetchInterval: ({ state }) =>
        state.data?.rankings.some(({ estado }) => estado === 'aprobado') ? MIRAR : false,
    },
  );

const RESULTADOS = ['admitida', 'listaDeEspera', 'noAdmitida'] as const;

/** The rows of a ranking. */
export const useFilas = (id: string) => {
  const state = useTableState({
    sortable: ['posicion', 'folio', 'total'],
    sort: { id: 'posicion', desc: false },
    filters: {
      estado: {
        kind: 'select',
        label: 'Resultado',
        options: RESULTADOS.map((value) => ({ value, label: SOLICITUD.palabra(value) })),
      },
    },
    prefix: 'r',
  });
  const filtros = {
    id,
    ...(state.search && { busqueda: state.search }),
    ...(state.filters.estado && { estado: state.filters.estado }),
  };
  const query = useTableQuery(listFilas, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

export type Cambio = OutputOf<typeof contract.listCambiosRanking>['filas'][number];

/** Changes that one page of them shows. */
export const CAMBIOS_POR_PAGINA = 50;

/** What a ranking changes of the one before. */
export const useCambios = (id: string, pagina: number) =>
  useCall(
    listCambios,
    { id, pagina, porPagina: CAMBIOS_POR_PAGINA },
    { placeholderData: (before) => before },
  );

/** What the staff does with rankings; whatever shows them is asked for again. */
export const useActosDeRanking = () => {
  const options = {
    invalidates: [
      getRanking,
      listFilas,
      listCambios,
      { callName: 'getConvocatoria' },
      { callName: 'listPendientes' },
      { callName: 'listHistorial' },
    ],
  };
  return {
    create: useCallMutation(createRanking, options),
    publish: useCallMutation(publishRanking, options),
    cancel: useCallMutation(cancelPublicacion, options),
  };
};
