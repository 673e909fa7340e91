import { keepPreviousData } from '@tanstack/react-query';
import type { OutputOf } from '../../../platform/shared/callable.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import {
  type FilterOption,
  useTableQuery,
  useTableState,
} from '../../../platform/web/table/index.ts';
import type {
  FiltrosDeOferta,
  getEdicionOferta,
  getFiltrosOferta,
  listEdicionesOferta,
  listFechasOferta,
} from '../contract.ts';

const listEdicionesCall = caller<typeof listEdicionesOferta>('listEdicionesOferta');
const getFiltrosCall = caller<typeof getFiltrosOferta>('getFiltrosOferta');
const listFechasCall = caller<typeof listFechasOferta>('listFechasOferta');
const getEdicionCall = caller<typeof getEdicionOferta>('getEdicionOferta');

const MINUTE = 60_000;

const INSCRIPCION = [
  { value: 'abierta', label: 'Abierta' },
  { value: 'proxima', label: 'Por abrir' },
  { value: 'cerrada', label: 'Cerrada' },
] as const;
const CUMPLO = [{ value: 'si', label: 'Solo donde cumplo' }] as const;
const ORDENES = [
  { value: 'inicia', label: 'Comienzan primero' },
  { value: 'cierra', label: 'Cierran inscripción primero' },
  { value: 'nombre', label: 'Nombre del curso' },
] as const;

const optionsOf = (opciones: readonly { clave: string; nombre: string }[] = []): FilterOption[] =>
  opciones.map(({ clave, nombre }) => ({ value: clave, label: nombre }));

/** What the offer is narrowed to, in the address: a narrowed offer can be shared, and returned to. */
export const useFiltrosOferta = () => {
  const { data } = useCall(getFiltrosCall, null, { staleTime: 5 * MINUTE });
  return useTableState({
    sortable: ['sugerido'],
    sort: { id: 'sugerido', desc: false },
    pageSize: 25,
    sharedSearch: true,
    filters: {
      inscripcion: { kind: 'select', label: 'Inscripción', options: INSCRIPCION, all: 'Todas' },
      tipo: { kind: 'multi', label: 'Tipo', options: optionsOf(data?.tipos) },
      modalidad: {
        kind: 'multi',
        label: 'Modalidad',
        options: optionsOf(data?.modalidades),
        all: 'Todas',
      },
      cumplo: { kind: 'select', label: 'Requisitos', options: CUMPLO, all: 'Toda la oferta' },
      area: {
        kind: 'multi',
        label: 'Área',
        options: optionsOf(data?.areas),
        all: 'Todas',
        more: true,
      },
      sede: {
        kind: 'multi',
        label: 'Sede',
        options: optionsOf(data?.sedes),
        all: 'Todas',
        more: true,
      },
      fechas: { kind: 'dates', label: 'Se imparte', more: true },
      orden: {
        kind: 'select',
        label: 'Orden',
        options: ORDENES,
        all: 'Lo que puede tomar',
        more: true,
      },
    },
  });
};
export type EstadoDeOferta = ReturnType<typeof useFiltrosOferta>;

/** The address's filters as the callables take them. */
const askedOf = ({ search, filters }: EstadoDeOferta): FiltrosDeOferta => ({
  busqueda: search || undefined,
  inscripcion: filters.inscripcion,
  tipos: [...filters.tipo],
  modalidades: [...filters.modalidad],
  areas: [...filters.area],
  sedes: [...filters.sede],
  ...(filters.cumplo && { soloCumplo: true }),
});

/** A page of the offer, with the clock and what one's own file lacks (they come in each answer). */
export const useOferta = (state: EstadoDeOferta) => {
  const query = useTableQuery(listEdicionesCall, {
    ...askedOf(state),
    desde: state.filters.fechas.desde,
    hasta: state.filters.fechas.hasta,
    orden: state.filters.orden ?? 'sugerido',
    porPagina: state.pageSize,
    ...state.cursor,
  });
  return { query, data: query.data as OutputOf<typeof listEdicionesOferta> | undefined };
};

/** The dates of a span of days (YYYY-MM-DD), with the same filters. */
export const useFechas = (state: EstadoDeOferta, desde: string, hasta: string) =>
  useCall(
    listFechasCall,
    { ...askedOf(state), desde, hasta },
    { placeholderData: keepPreviousData },
  );

export const useEdicion = (edicionId: string) =>
  useCall(getEdicionCall, { edicionId }, { staleTime: 0 });
