import type { Trx } from '../../../platform/server/db/index.ts';
import { type Cambio, insertHistorial } from './data.ts';

export type { Cambio } from './data.ts';

/** Records a change in the transaction that makes it. */
export const recordCambio = (trx: Trx, cambio: Cambio): Promise<void> =>
  insertHistorial(trx, cambio);
