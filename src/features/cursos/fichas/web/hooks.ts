import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import type * as catalogos from '../../../catalogos/contract.ts';
import type { CatalogoId } from '../../../catalogos/definiciones/rules.ts';
import type * as contract from '../contract.ts';

const listItems = caller<typeof catalogos.listItemsCatalogo>('listItemsCatalogo');
const listCursos = caller<typeof contract.listCursos>('listCursos');
const getCurso = caller<typeof contract.getCursoGuardado>('getCursoGuardado');
const saveCurso = caller<typeof contract.saveCurso>('saveCurso');
const setRetirado = caller<typeof contract.setRetiradoCurso>('setRetiradoCurso');
const deleteCurso = caller<typeof contract.deleteCurso>('deleteCurso');

/** As many as one answer brings. */
const MOST = 200;
const HOUR = 3_600_000;

/** What is offered of a catalog, in its order, to choose one. */
export const useOpcionesDe = (catalogo: CatalogoId) =>
  useCall(
    listItems,
    { catalogo, porPagina: MOST },
    {
      staleTime: HOUR,
      select: ({ filas }) => filas.map(({ id, nombre }) => ({ value: id, label: nombre })),
    },
  ).data ?? [];

const ESTADO = [
  { value: 'vigentes', label: 'Vigentes' },
  { value: 'retirados', label: 'Retirados' },
] as const;

/** The courses as the address asks for them. */
export const useCursos = () => {
  const state = useTableState({
    sortable: ['nombre'],
    sort: { id: 'nombre', desc: false },
    filters: {
      tipo: { kind: 'select', label: 'Tipo', options: useOpcionesDe('tipos-actividad') },
      modalidad: {
        kind: 'select',
        label: 'Modalidad',
        all: 'Todas',
        options: useOpcionesDe('modalidades'),
      },
      area: { kind: 'select', label: 'Área', all: 'Todas', options: useOpcionesDe('areas') },
      estado: {
        kind: 'select',
        label: 'Estado',
        all: 'Vigentes y retirados',
        options: ESTADO,
        initial: 'vigentes',
      },
    },
  });
  const { tipo, modalidad, area, estado } = state.filters;
  const filtros = {
    ...(state.search && { busqueda: state.search }),
    ...(tipo && { tipo }),
    ...(modalidad && { modalidad }),
    ...(area && { area }),
    ...(estado && { estado }),
  };
  const query = useTableQuery(listCursos, {
    ...filtros,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  const invalidate = useInvalidate();
  return { state, query, filtros, refresh: () => invalidate(...MUESTRAN_CURSOS) };
};

export const useCurso = (id: string) => useCall(getCurso, { id });

/** All that shows a course. */
export const MUESTRAN_CURSOS = [
  listCursos,
  getCurso,
  { callName: 'listEdiciones' },
  { callName: 'listCalendarioEdiciones' },
  { callName: 'getEdicionGuardada' },
  { callName: 'listOpcionesEdicion' },
  { callName: 'listHistorial' },
];

/** What an Admin does to courses; whatever shows them is asked for again. */
export const useCursoChanges = () => {
  const options = { invalidates: MUESTRAN_CURSOS };
  return {
    saveCurso: useCallMutation(saveCurso, options).mutateAsync,
    setRetirado: useCallMutation(setRetirado, options).mutateAsync,
    deleteCurso: useCallMutation(deleteCurso, { invalidates: [listCursos] }).mutateAsync,
  };
};
