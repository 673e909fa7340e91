import { caller } from '../../../../platform/web/callables/client.ts';
import { useCall } from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { ESTADOS_EDICION, type EstadoEdicion } from '../../contract.ts';
import type { listCursos as listCursosContract } from '../../fichas/contract.ts';
import { useOpcionesDe } from '../../fichas/web/hooks.ts';
import type * as contract from '../contract.ts';

const listEdiciones = caller<typeof contract.listEdiciones>('listEdiciones');
const getEdicion = caller<typeof contract.getEdicionGuardada>('getEdicionGuardada');
const listCursos = caller<typeof listCursosContract>('listCursos');

const HOUR = 3_600_000;
const MOST = 200;

const ESTADO = Object.entries(ESTADOS_EDICION).map(([value, [label]]) => ({
  value: value as EstadoEdicion,
  label,
}));

/** The courses, to filter by one: also those that are no longer given. */
const useCursosParaFiltrar = () =>
  useCall(
    listCursos,
    { porPagina: MOST },
    {
      staleTime: HOUR,
      select: ({ filas }) =>
        filas.map(({ id, clave, nombre }) => ({ value: id, label: `${clave} · ${nombre}` })),
    },
  ).data ?? [];

/** The editions as the address asks for them. */
export const useEdiciones = () => {
  const state = useTableState({
    sortable: ['inicia'],
    sort: { id: 'inicia', desc: true },
    filters: {
      estado: { kind: 'select', label: 'Estado', options: ESTADO },
      curso: { kind: 'select', label: 'Curso', options: useCursosParaFiltrar() },
      sede: { kind: 'select', label: 'Sede', all: 'Todas', options: useOpcionesDe('sedes') },
      fechas: { kind: 'dates', label: 'Se imparte' },
    },
  });
  const { estado, curso, sede, fechas } = state.filters;
  const filtros: contract.FiltrosEdiciones = {
    ...(state.search && { busqueda: state.search }),
    ...(estado && { estado }),
    ...(curso && { curso }),
    ...(sede && { sede }),
    ...(fechas.desde && { desde: fechas.desde }),
    ...(fechas.hasta && { hasta: fechas.hasta }),
  };
  const query = useTableQuery(listEdiciones, {
    ...filtros,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

export const useEdicion = (id: string) => useCall(getEdicion, { id });
