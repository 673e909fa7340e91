import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Vocabulario } from '../../../platform/shared/historial.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { callKey, useCall } from '../../../platform/web/callables/hooks.ts';
import { type Filters, useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';

const listHistorial = caller<typeof contract.listHistorial>('listHistorial');
const listAccesosExpediente =
  caller<typeof contract.listAccesosExpediente>('listAccesosExpediente');

const listHistorialPersona = caller<typeof contract.listHistorialPersona>('listHistorialPersona');

/** Checks the whole chain; takes a while on a long history. */
export const verifyHistorial = caller<typeof contract.verifyHistorial>('verifyHistorial');

const filtersOf = ({ acciones, registros }: Vocabulario) =>
  ({
    accion: { kind: 'select', label: 'Qué', options: acciones, all: 'Todo' },
    entidad: { kind: 'select', label: 'Registro', options: registros },
    dias: { kind: 'dates', label: 'Fecha' },
  }) as const satisfies Filters;

/** The history as the address asks for it. */
export const useHistorial = (vocabulario: Vocabulario) => {
  const state = useTableState({
    sortable: ['momento'],
    sort: { id: 'momento', desc: true },
    filters: useMemo(() => filtersOf(vocabulario), [vocabulario]),
  });
  const { accion, entidad, dias } = state.filters;
  const filtros = {
    ...(state.search && { busqueda: state.search }),
    ...(accion && { accion }),
    ...(entidad && { entidad }),
    ...dias,
    descendente: state.sort.desc,
  };
  const query = useTableQuery(listHistorial, {
    ...filtros,
    ...state.cursor,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

/** The latest that was done to one record. */
export const useHistorialDe = (entidad: string, entidadId: string) =>
  useCall(listHistorial, { entidad, entidadId, porPagina: 10 });

/** Who has looked at the file of whoever asks, a page at a time. */
export const useAccesos = () =>
  useInfiniteQuery({
    queryKey: callKey(listAccesosExpediente),
    queryFn: ({ pageParam, signal }) =>
      listAccesosExpediente(pageParam ? { tras: pageParam } : {}, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
  });

/** What was done with somebody's file, of one kind of record or of all (''), a page at a time. */
export const useHistorialPersona = (clave: string, registro: string) => {
  const input = { clave, ...(registro && { registro }) };
  return useInfiniteQuery({
    queryKey: [...callKey(listHistorialPersona), input],
    queryFn: ({ pageParam, signal }) =>
      listHistorialPersona({ ...input, ...(pageParam && { tras: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
    placeholderData: keepPreviousData,
  });
};

/** One row of the history, or undefined when there is none with that number. */
export const useAnotacion = (id: number) => useCall(listHistorial, { id });
