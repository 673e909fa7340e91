/** A call as every room of posgrado reads it. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES_POSGRADO } from '../../errors.ts';
import { findConvocatoria } from './data.ts';
import type { ConvocatoriaRow } from './reading.ts';

export { findConvocatoria, selectEtapas } from './data.ts';
export type { ConvocatoriaRow } from './reading.ts';

/**
 * A call by its id or by its edition's; with `lock`, held until the transaction ends. Whoever writes in something of a call that must
 * not change meanwhile (publication, cancellation, the first application) holds it first.
 *
 * @throws {CallError} NOT_FOUND
 */
export const requireConvocatoria = async (
  db: Db | Trx,
  by: { id: string } | { edicionId: string },
  options?: { lock?: boolean },
): Promise<ConvocatoriaRow> => {
  const row = await findConvocatoria(db, by, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES_POSGRADO.noExiste);
  return row;
};
