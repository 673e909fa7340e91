import { LOTE, type Parte, type ResultadoLote } from '../../shared/resultado-lote.ts';
import type { BulkSelection } from './selection.ts';

/** How far a batch is, and where it goes on. */
export type Progress<F> = Omit<ResultadoLote, 'siguiente'> & {
  /** Rows that have been through. */
  vistas: number;
  /** The next part; null: that was all. */
  next: Parte<F> | null;
};

/** Where a batch begins. */
export const startBulk = <F>(selection: BulkSelection, filtros: F): Progress<F> => ({
  cambiadas: 0,
  sinCambio: 0,
  fallas: [],
  vistas: 0,
  next:
    selection.mode === 'some'
      ? partOf(selection.ids, 0)
      : { filtros, excepto: [...selection.except], tras: null },
});

const partOf = (ids: readonly string[], at: number): { ids: string[] } | null =>
  at < ids.length ? { ids: ids.slice(at, at + LOTE) } : null;

/** Adds what a part did. */
export const advanceBulk = <F>(
  before: Progress<F>,
  selection: BulkSelection,
  resultado: ResultadoLote,
): Progress<F> => {
  const through = resultado.cambiadas + resultado.sinCambio + resultado.fallas.length;
  const part = before.next;
  // Of chosen rows, those that are no more count as seen.
  const vistas = before.vistas + (part && 'ids' in part ? part.ids.length : through);
  return {
    cambiadas: before.cambiadas + resultado.cambiadas,
    sinCambio: before.sinCambio + resultado.sinCambio,
    fallas: [...before.fallas, ...resultado.fallas],
    vistas,
    next:
      selection.mode === 'some'
        ? partOf(selection.ids, vistas)
        : resultado.siguiente === null || part === null
          ? null
          : { ...part, tras: resultado.siguiente },
  };
};

/** Which of a choice were changed; empty when it is not known of each: what already was so is not to be undone. */
export const changedOf = <F>(
  { cambiadas, sinCambio, fallas }: Progress<F>,
  selection: BulkSelection,
): string[] => {
  if (selection.mode !== 'some' || cambiadas === 0 || sinCambio > 0) return [];
  const failed = new Set(fallas.map(({ id }) => id));
  return selection.ids.filter((id) => !failed.has(id));
};

/** «Ana Ruiz, Luis Paz y 12 más»; empty when nobody knows how they are called. */
export const namesOf = ({ names = [], count }: BulkSelection): string => {
  if (names.length === 0) return '';
  const more = count - names.length;
  const rest = more > 0 ? [`${more.toLocaleString('es-MX')} más`] : [];
  return new Intl.ListFormat('es', { type: 'conjunction' }).format([...names, ...rest]);
};

/** The filters of an export of what was chosen. */
export const filtersOfSelection = <F extends object>(
  selection: BulkSelection,
  filtros: F,
): object =>
  selection.mode === 'some'
    ? { solo: selection.ids }
    : { ...filtros, ...(selection.except.length > 0 && { excepto: selection.except }) };
