/** Imports whose rows wait in a table of their feature, and are put in their place at once when all of them were read. */
import type { Trx } from '../db/index.ts';
import type { HojaWriter, ImportRun } from './define.ts';

/** What waits of an import: changes that each say of which row of the file (`fila`) they are. */
type Waiting<C extends { fila: number }> = {
  /** Takes the next ones (at most `limit`; null: all), in the order of their rows. */
  readonly take: (trx: Trx, importacion: string, limit: number | null) => Promise<C[]>;
  /** Records and writes them. */
  readonly put: (trx: Trx, cambios: readonly C[], run: ImportRun) => Promise<void>;
  /** Forgets what is left. */
  readonly forget: (trx: Trx, importacion: string) => Promise<void>;
};

/**
 * How what waits is put in its place, or given up. It is recorded with what it writes, so that whoever takes the history takes
 * it before the rows; another run that finds nothing waiting does nothing.
 */
export const placingCambios = <C extends { fila: number }>({
  take,
  put,
  forget,
}: Waiting<C>): Pick<HojaWriter, 'record' | 'apply' | 'discard'> => ({
  record: async () => null,
  async apply(trx, { id, actorUid, now }, limit) {
    const cambios = await take(trx, id, limit);
    if (cambios.length > 0) {
      await put(trx, cambios, { id, actorUid, now });
      if (limit !== null) return String(cambios.at(-1)!.fila);
    }
    await forget(trx, id);
    return null;
  },
  async discard(trx, { id }) {
    await forget(trx, id);
    return null;
  },
});

/** What an import's rows leave in the history besides what they say. */
export const enComunDe = ({ id, actorUid }: Pick<ImportRun, 'id' | 'actorUid'>) => ({
  actorUid,
  motivo: 'Importación',
  peticionId: id,
});
