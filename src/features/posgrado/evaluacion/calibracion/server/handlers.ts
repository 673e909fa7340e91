import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canEvaluatePosgrado, canManagePosgrado } from '../../../policy.ts';
import { requireEtapaDeMesa } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { readCalibracion, readMuestrasPropias, saveMuestras, submitMuestra } from './service.ts';

/** The calibration of a stage: for its staff, and for its evaluators. */
export const calibracionHandlers: Handler[] = [
  handle(contract.getCalibracionEtapa, {
    policy: canManagePosgrado,
    async run({ etapaId }, { actor, services: { db } }) {
      return readCalibracion(db, await requireEtapaDeMesa(db, actor, etapaId));
    },
  }),

  handle(contract.saveCalibracionEtapa, {
    policy: canManagePosgrado,
    // Samples are nobody's.
    noSobreUnoMismo: null,
    async run(input, { actor, services }) {
      await requireEtapaDeMesa(services.db, actor, input.etapaId);
      const acto = { services, por: actor.uid };
      await services.db.transaction().execute((trx) => saveMuestras(trx, input, acto));
      return { muestras: input.muestras.length };
    },
  }),

  handle(contract.listMuestrasPropias, {
    policy: canEvaluatePosgrado,
    async run({ etapaId }, { actor, services: { db } }) {
      const { etapa, criterios, muestras } = await readMuestrasPropias(db, etapaId, actor);
      return { etapa: { id: etapa.id, nombre: etapa.nombre }, criterios, muestras };
    },
  }),

  handle(contract.submitMuestra, {
    policy: canEvaluatePosgrado,
    async run(input, { actor, services }) {
      const pendientes = await services.db
        .transaction()
        .execute((trx) => submitMuestra(trx, input, { actor, services }));
      return { pendientes };
    },
  }),
];
