/** An application: read, filled in, sent, and taken through its steps. */
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { releaseDe } from '../../entrevistas/server/service.ts';
import { type Paso, takePasoDe } from '../../envios/server/service.ts';
import { SOLICITUD } from '../../estados.ts';
import { ERRORES_SOLICITUD as ERRORES } from '../errors.ts';
import {
  annulAsignacionesDe,
  cancelRecomendacionesDe,
  findSolicitud,
  type SolicitudRow,
} from './data.ts';

export type { SolicitudRow } from './data.ts';

/** One as it is now; with `lock`, held until the transaction ends. @throws {CallError} NOT_FOUND */
export const requireSolicitud = async (
  db: Db | Trx,
  id: string,
  options?: { lock?: boolean },
): Promise<SolicitudRow> => {
  const row = await findSolicitud(db, id, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/**
 * Takes a step of an application that is held (`requireSolicitud` with `lock`): guarded update, letter and history.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`)
 */
export const takePasoSolicitud = (
  trx: Trx,
  services: Pick<Services, 'env' | 'mail' | 'now'>,
  row: SolicitudRow,
  paso: Paso<typeof SOLICITUD>,
): Promise<void> =>
  takePasoDe(
    trx,
    services,
    { maquina: SOLICITUD, de: { solicitudId: row.id }, kind: 'Solicitud' },
    row,
    paso,
  );

/** Ends what others still had to do for an application that left the competition: letters, interviews, scores. */
export const closePendientesDe = async (
  trx: Trx,
  solicitudId: string,
  acto: { motivo: string; ahora: Date },
): Promise<void> => {
  await cancelRecomendacionesDe(trx, solicitudId, acto);
  await releaseDe(trx, { now: () => acto.ahora }, solicitudId);
  await annulAsignacionesDe(trx, solicitudId, acto);
};
