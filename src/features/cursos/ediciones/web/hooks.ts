import { keepPreviousData } from '@tanstack/react-query';
import { caller } from '../../../../platform/web/callables/client.ts';
import {
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../../platform/web/callables/hooks.ts';
import { useTableQuery, useTableState } from '../../../../platform/web/table/index.ts';
import { ESTADOS_EDICION, type EstadoEdicion, TRAMOS, TRAMOS_OCUPACION } from '../../contract.ts';
import type { listCursos as listCursosContract } from '../../fichas/contract.ts';
import { useOpcionesDe } from '../../fichas/web/hooks.ts';
import type * as contract from '../contract.ts';

const listEdiciones = caller<typeof contract.listEdiciones>('listEdiciones');
const listCalendario = caller<typeof contract.listCalendarioEdiciones>('listCalendarioEdiciones');
const getEdicion = caller<typeof contract.getEdicionGuardada>('getEdicionGuardada');
const listOpciones = caller<typeof contract.listOpcionesEdicion>('listOpcionesEdicion');
const saveEdicion = caller<typeof contract.saveEdicion>('saveEdicion');
const deleteEdicion = caller<typeof contract.deleteEdicion>('deleteEdicion');
const saveParte = caller<typeof contract.saveParteEdicion>('saveParteEdicion');
const deleteParte = caller<typeof contract.deleteParteEdicion>('deleteParteEdicion');
const previewCopia = caller<typeof contract.previewCopiaEdicion>('previewCopiaEdicion');
const createCopia = caller<typeof contract.createCopiaEdicion>('createCopiaEdicion');
const cancelEdicion = caller<typeof contract.cancelEdicion>('cancelEdicion');
const listCursos = caller<typeof listCursosContract>('listCursos');

const HOUR = 3_600_000;
const MOST = 200;

const ESTADO = [
  ...Object.entries(ESTADOS_EDICION).map(([value, [label]]) => ({
    value: value as EstadoEdicion,
    label,
  })),
  { value: 'noCanceladas', label: 'Todas menos las canceladas' },
] as const;

const OCUPACION = TRAMOS.map((de) => ({ value: `${de}`, label: TRAMOS_OCUPACION[de] }));

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

/** The editions as the address asks for them; `inscripciones`: the states that one in them may be in, in words. */
export const useEdiciones = (inscripciones: readonly { value: string; label: string }[]) => {
  const state = useTableState({
    sortable: ['inicia'],
    sort: { id: 'inicia', desc: true },
    filters: {
      estado: { kind: 'select', label: 'Estado', options: ESTADO },
      curso: { kind: 'select', label: 'Curso', options: useCursosParaFiltrar() },
      sede: { kind: 'select', label: 'Sede', all: 'Todas', options: useOpcionesDe('sedes') },
      fechas: { kind: 'dates', label: 'Se imparte' },
      tipo: {
        kind: 'select',
        label: 'Tipo',
        options: useOpcionesDe('tipos-actividad'),
        more: true,
      },
      area: {
        kind: 'select',
        label: 'Área',
        all: 'Todas',
        options: useOpcionesDe('areas'),
        more: true,
      },
      ocupacion: {
        kind: 'select',
        label: 'Ocupación',
        all: 'Todas',
        options: OCUPACION,
        more: true,
      },
      inscripcion: {
        kind: 'select',
        label: 'Con alguna inscripción',
        all: 'En cualquier estado',
        options: inscripciones,
        more: true,
      },
      comienza: { kind: 'dates', label: 'Comienza', more: true },
      recibe: { kind: 'dates', label: 'Recibe inscripciones', more: true },
    },
  });
  const { estado, curso, sede, fechas, tipo, area, ocupacion, comienza, recibe, inscripcion } =
    state.filters;
  const tramo = TRAMOS.find((de) => `${de}` === ocupacion);
  const filtros: contract.FiltrosEdiciones = {
    ...(state.search && { busqueda: state.search }),
    ...(estado && { estado }),
    ...(curso && { curso }),
    ...(sede && { sede }),
    ...(fechas.desde && { desde: fechas.desde }),
    ...(fechas.hasta && { hasta: fechas.hasta }),
    ...(tipo && { tipo }),
    ...(area && { area }),
    ...(tramo !== undefined && { ocupacion: tramo }),
    ...(inscripcion && { inscripcion }),
    ...(comienza.desde && { comienzaDesde: comienza.desde }),
    ...(comienza.hasta && { comienzaHasta: comienza.hasta }),
    ...(recibe.desde && { recibeDesde: recibe.desde }),
    ...(recibe.hasta && { recibeHasta: recibe.hasta }),
  };
  const query = useTableQuery(listEdiciones, {
    ...filtros,
    descendente: state.sort.desc,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  const invalidate = useInvalidate();
  return { state, query, filtros, refresh: () => invalidate(...MUESTRAN) };
};

/** What happens in a month, of the editions that the filters of the list show. */
export const useCalendario = (mes: string, filtros: contract.FiltrosEdiciones) => {
  // The month is in place of whatever days the list is filtered by.
  const { busqueda, estado, curso, sede, tipo, area, ocupacion } = filtros;
  const rest = { busqueda, estado, curso, sede, tipo, area, ocupacion };
  return useCall(listCalendario, { ...rest, mes }, { placeholderData: keepPreviousData });
};

export const useEdicion = (id: string) => useCall(getEdicion, { id });

/** Of what one may make an edition. */
export const useOpciones = () => useCall(listOpciones, null);

/** How an edition would be from another day on; nothing is asked without one. */
export const usePreviewCopia = (id: string, inicia: string) =>
  useCall(previewCopia, { id, inicia }, { enabled: inicia !== '', gcTime: 0, retry: false });

/** Editions that have not ended, to choose another one. */
export const useOtrasEdiciones = (busqueda: string) =>
  useCall(
    listEdiciones,
    { ...(busqueda && { busqueda }), porPagina: 50 },
    { placeholderData: keepPreviousData },
  );

const MUESTRAN = [
  listEdiciones,
  listCalendario,
  getEdicion,
  { callName: 'getCursoGuardado' },
  { callName: 'listCursos' },
  { callName: 'listHistorial' },
  { callName: 'listTrabajos' },
];

/** What an Admin does to editions; whatever shows them is asked for again. */
export const useEdicionChanges = () => {
  const options = { invalidates: MUESTRAN };
  return {
    saveEdicion: useCallMutation(saveEdicion, options).mutateAsync,
    saveParte: useCallMutation(saveParte, options).mutateAsync,
    deleteParte: useCallMutation(deleteParte, options).mutateAsync,
    createCopia: useCallMutation(createCopia, options).mutateAsync,
    cancelEdicion: useCallMutation(cancelEdicion, options).mutateAsync,
    deleteEdicion: useCallMutation(deleteEdicion, {
      invalidates: [listEdiciones, listCalendario],
    }).mutateAsync,
  };
};
