import { CallError } from '../shared/errors.ts';
import { LOTE, type Parte, type ResultadoLote } from '../shared/resultado-lote.ts';

/** A row of a batch: its id, and what the person knows it by. */
export type EnLote = { id: string; nombre: string };

/**
 * Does one part of a batch, row by row, each in a transaction of its own: what cannot be done to one
 * (a `CallError`) is told and does not stop the others.
 */
export const runLote = async <F, R extends EnLote>(
  parte: Parte<F>,
  /** The rows with those ids. */
  find: (ids: readonly string[]) => Promise<R[]>,
  /** At most `limit` rows that the filters show, by id, after one of them. */
  after: (filtros: F, id: string | null, limit: number) => Promise<R[]>,
  work: (row: R) => Promise<'cambiada' | 'sinCambio'>,
): Promise<ResultadoLote> => {
  const rows =
    'ids' in parte ? await find(parte.ids) : await after(parte.filtros, parte.tras, LOTE);
  const done: ResultadoLote = { cambiadas: 0, sinCambio: 0, fallas: [], siguiente: null };
  for (const row of rows) {
    if ('excepto' in parte && parte.excepto.includes(row.id)) continue;
    try {
      if ((await work(row)) === 'cambiada') done.cambiadas += 1;
      else done.sinCambio += 1;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      done.fallas.push({ id: row.id, nombre: row.nombre, mensaje: error.message });
    }
  }
  if ('tras' in parte && rows.length === LOTE) done.siguiente = rows.at(-1)!.id;
  return done;
};
