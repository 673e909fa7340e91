import type { OutputOf } from '../../../../../platform/shared/callable.ts';
import { caller } from '../../../../../platform/web/callables/client.ts';
import { useCall, useCallMutation } from '../../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../../platform/web/table/index.ts';
import { INCONFORMIDAD } from '../../../estados.ts';
import type * as contract from '../../contract.ts';

const listCall = caller<typeof contract.listInconformidades>('listInconformidadesConvocatoria');
const getCall = caller<typeof contract.getInconformidad>('getInconformidadConvocatoria');
const listRevisores = caller<typeof contract.listRevisores>('listRevisoresInconformidad');
const assignCall = caller<typeof contract.assignInconformidad>('assignInconformidadPosgrado');
const decideCall = caller<typeof contract.decideInconformidad>('decideInconformidadPosgrado');

export type Inconformidad = OutputOf<typeof contract.getInconformidad>;

/** The requests of a call. */
export const useInconformidades = (convocatoriaId: string) => {
  const state = useTableState({
    sortable: ['presentada', 'plazo'],
    sort: { id: 'plazo', desc: false },
    filters: {
      estado: {
        kind: 'select',
        label: 'Estado',
        options: INCONFORMIDAD.estados.map((value) => ({
          value,
          label: INCONFORMIDAD.palabra(value),
        })),
      },
    },
    prefix: 'i',
  });
  const filtros = {
    convocatoriaId,
    ...(state.search && { busqueda: state.search }),
    ...(state.filters.estado && { estado: state.filters.estado }),
  };
  const query = useTableQuery(listCall, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

export const useInconformidad = (id: string) => useCall(getCall, { id });

/** Whom a request may be assigned to. */
export const useRevisores = (id: string) => useCall(listRevisores, { id });

const SHOWN = [
  listCall,
  getCall,
  listRevisores,
  { callName: 'getConvocatoria' },
  { callName: 'listPendientes' },
  { callName: 'listHistorial' },
];

/** Deciding one may bring an application back, or have it evaluated again. */
const DECIDIDA = [
  ...SHOWN,
  { callName: 'listSolicitudesConvocatoria' },
  { callName: 'getSolicitudConvocatoria' },
  { callName: 'listAsignacionesEtapa' },
  { callName: 'listResultadosEtapa' },
];

export const useAssign = () => useCallMutation(assignCall, { invalidates: SHOWN });
export const useDecide = () => useCallMutation(decideCall, { invalidates: DECIDIDA });
