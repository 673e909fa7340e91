/** A pre-application: read, filled in, sent, and taken through its steps. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { type Paso, takePasoDe } from '../../envios/server/service.ts';
import { PRESOLICITUD } from '../../estados.ts';
import { ERRORES_PRESOLICITUD as ERRORES } from '../errors.ts';
import { findPresolicitud, type PresolicitudRow } from './data.ts';

export type { PresolicitudRow } from './data.ts';

/** One as it is now; with `lock`, held until the transaction ends. @throws {CallError} NOT_FOUND */
export const requirePresolicitud = async (
  db: Db | Trx,
  id: string,
  options?: { lock?: boolean },
): Promise<PresolicitudRow> => {
  const row = await findPresolicitud(db, id, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/**
 * Takes a step of a pre-application that is held (`requirePresolicitud` with `lock`): guarded update, letter and history. A room that
 * decides passes `cambios: { decidida_en, decidida_por }`, one that observes `{ vence_en }`.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`)
 */
export const takePasoPresolicitud = (
  trx: Trx,
  services: Pick<Services, 'env' | 'mail' | 'now'>,
  row: PresolicitudRow,
  paso: Paso<typeof PRESOLICITUD>,
): Promise<void> =>
  takePasoDe(
    trx,
    services,
    { maquina: PRESOLICITUD, de: { presolicitudId: row.id }, kind: 'Presolicitud' },
    row,
    paso,
  );
