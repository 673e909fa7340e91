/** The call of an edition that is cancelled. */
import { recordCambios } from '../../../../../platform/server/historial/index.ts';
import type { ConvocatoriaCancelada } from '../../../../inscripciones/participantes/server/service.ts';
import { cancelConvocatoria } from '../../../convocatorias/cierre/server/service.ts';
import { findConvocatoria } from '../../../convocatorias/server/service.ts';
import { CONVOCATORIA, SOLICITUD } from '../../../estados.ts';
import { annulConLugar, lockSolicitudesDe } from '../../server/data.ts';

/**
 * A published call is cancelled with its edition. Who had a seat, or waited for one, is told that the edition was; a job of the call tells the
 * others. Whoever applies or recommends there does not cancel it.
 */
export const convocatoriaCancelada: ConvocatoriaCancelada = {
  async hold(trx, edicionId) {
    const row = await findConvocatoria(trx, { edicionId }, { lock: true });
    if (row) await lockSolicitudesDe(trx, row.id);
  },

  async cancel(trx, { services, actor }, { edicionId, motivo }) {
    const row = await findConvocatoria(trx, { edicionId });
    if (!row) return;
    const ahora = services.now();
    const anuladas = await annulConLugar(trx, row.id, { motivo, ahora });
    await recordCambios(
      trx,
      'solicitud.anular',
      anuladas.map(({ id, personaId, estado }) => ({
        ...{ id, personaId, antes: { estado } },
        despues: { estado: SOLICITUD.pasos.anular.a, motivo, en: ahora.toISOString() },
      })),
    );
    if (CONVOCATORIA.can('cancelar', row.estado)) {
      await cancelConvocatoria(trx, { id: row.id, motivo }, { actor, services });
    }
  },
};
