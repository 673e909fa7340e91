import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canReadMateriales, canSaveMateriales } from '../../policy.ts';
import * as contract from '../contract.ts';
import { readMateriales, removeMaterial, reorderMateriales, saveMaterial } from './service.ts';

export const materialesHandlers: Handler[] = [
  handle(contract.listMaterialesEdicion, {
    policy: canReadMateriales,
    run: async ({ edicionId }, { actor, services: { db } }) => ({
      materiales: await readMateriales(db, edicionId, actor),
    }),
  }),
  handle(contract.saveMaterialEdicion, {
    policy: canSaveMateriales,
    noSobreUnoMismo: null,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => saveMaterial(trx, input, ctx)),
  }),
  handle(contract.removeMaterialEdicion, {
    policy: canSaveMateriales,
    noSobreUnoMismo: null,
    async run({ id }, { services }) {
      await services.db.transaction().execute((trx) => removeMaterial(trx, id, services));
      return null;
    },
  }),
  handle(contract.reorderMaterialesEdicion, {
    policy: canSaveMateriales,
    noSobreUnoMismo: null,
    async run(input, { services: { db } }) {
      await db.transaction().execute((trx) => reorderMateriales(trx, input));
      return null;
    },
  }),
];
