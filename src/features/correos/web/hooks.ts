import { useEffect, useRef } from 'react';
import type { InputOf } from '../../../platform/shared/callable.ts';
import { CORREO } from '../../../platform/shared/correos.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall, useInvalidate } from '../../../platform/web/callables/hooks.ts';
import { type Filters, useTableQuery, useTableState } from '../../../platform/web/table/index.ts';
import type * as contract from '../contract.ts';

const listCorreos = caller<typeof contract.listCorreos>('listCorreos');
const getColaCorreos = caller<typeof contract.getColaCorreos>('getColaCorreos');
const applyToCorreos = caller<typeof contract.applyToCorreos>('applyToCorreos');

const FILTERS = {
  estado: {
    kind: 'select',
    label: 'Estado',
    options: CORREO.estados.map((value) => ({ value, label: CORREO.palabra(value) })),
  },
} as const satisfies Filters;

/** Search and filters of the mails, as batches take them. */
export type FiltrosCorreos = Pick<InputOf<typeof contract.listCorreos>, 'busqueda' | 'estado'>;

/** The mails as the address asks for them. */
export const useCorreos = () => {
  const state = useTableState({
    sortable: ['creadoEn', 'para'],
    sort: { id: 'creadoEn', desc: true },
    filters: FILTERS,
  });
  const filtros: FiltrosCorreos = {
    ...(state.search && { busqueda: state.search }),
    ...(state.filters.estado && { estado: state.filters.estado }),
  };
  const query = useTableQuery(listCorreos, {
    ...filtros,
    orden: state.sort.id,
    descendente: state.sort.desc,
    pagina: state.page,
    porPagina: state.pageSize,
  });
  return { state, query, filtros };
};

const LOOK_MS = 10_000;

/** How the way out is. Whenever it changes the list is asked for again. */
export const useCola = () => {
  const invalidate = useInvalidate();
  const cola = useCall(getColaCorreos, null, { refetchInterval: LOOK_MS });
  const { esperan, fallidos } = cola.data ?? {};
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (esperan === undefined) return;
    const now = `${esperan}/${fallidos}`;
    if (seen.current !== null && seen.current !== now) void invalidate(listCorreos);
    seen.current = now;
  }, [esperan, fallidos, invalidate]);
  return cola;
};

/** Sends again or discards, part by part; the list and the state of the queue are asked for afterwards. */
export const useApplyToCorreos = () => {
  const invalidate = useInvalidate();
  return {
    apply: applyToCorreos,
    refresh: () => void invalidate(listCorreos, getColaCorreos),
  };
};
