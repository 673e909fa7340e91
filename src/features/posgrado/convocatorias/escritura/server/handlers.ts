import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { fechaDe } from '../../../../../platform/shared/dates.ts';
import { onlyAjenas } from '../../../acceso/server/service.ts';
import { canManagePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import {
  createConvocatoria,
  discardConvocatoria,
  saveConvocatoria,
  selectCopiables,
  selectEdicionesLibres,
  selectPlantillasVigentes,
} from './service.ts';

const policy = canManagePosgrado;

export const escrituraHandlers: Handler[] = [
  handle(contract.listOpcionesConvocatoria, {
    policy,
    async run(_input, { actor, services: { db, now } }) {
      const copiables = await selectCopiables(db);
      const ids = copiables.map(({ id }) => id);
      const ajenas = await onlyAjenas(db, actor, ids);
      return {
        ediciones: await selectEdicionesLibres(db, fechaDe(now())),
        plantillas: await selectPlantillasVigentes(db),
        convocatorias: copiables.filter(({ id }) => ajenas.has(id)),
      };
    },
  }),

  handle(contract.createConvocatoria, {
    policy,
    // About an edition.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { db } = ctx.services;
      const id = await db.transaction().execute((trx) => createConvocatoria(trx, input, ctx));
      return { id, edicionId: input.edicionId };
    },
  }),

  handle(contract.saveConvocatoria, {
    policy,
    // About a call.
    noSobreUnoMismo: null,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => saveConvocatoria(trx, input, ctx)),
  }),

  handle(contract.deleteConvocatoria, {
    policy,
    // About a call.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => discardConvocatoria(trx, input, ctx));
      return { ok: true as const };
    },
  }),
];
