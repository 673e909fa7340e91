import { type Handler, handle } from '../../../platform/server/callables.ts';
import { readClave } from '../../personas/server/service.ts';
import * as contract from '../contract.ts';
import { canAnswerArco, canAskArco } from '../policy.ts';
import { countCola, selectCola, selectTramitesDe } from './data.ts';
import { presentAll, presentWith } from './present.ts';
import * as service from './service.ts';

export const arcoHandlers: Handler[] = [
  handle(contract.requestTramiteArco, {
    policy: canAskArco,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.requestTramite(trx, input, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),

  handle(contract.listTramitesArcoPropios, {
    policy: canAskArco,
    async run(_input, { actor, services: { db, now } }) {
      return { tramites: await presentAll(db, await selectTramitesDe(db, actor), now()) };
    },
  }),

  handle(contract.getTramiteArco, {
    policy: canAskArco,
    run: ({ id }, { actor, services }) =>
      services.db.transaction().execute(async (trx) => {
        const { row, propio } = await service.readTramite(trx, id, actor);
        return {
          tramite: await presentWith(trx, row, services.now()),
          propio,
          clave: propio || row.persona_id === null ? null : await readClave(trx, row.persona_id),
        };
      }),
  }),

  handle(contract.withdrawTramiteArco, {
    policy: canAskArco,
    run: ({ id }, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.withdrawTramite(trx, id, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),

  handle(contract.listTramitesArco, {
    policy: canAnswerArco,
    async run(input, { services: { db, now } }) {
      const [{ n }, rows] = [await countCola(db, input.todas), await selectCola(db, input)];
      await service.recordLista(db, rows);
      return { total: n, filas: await presentAll(db, rows, now()) };
    },
  }),

  handle(contract.createTramiteArco, {
    policy: canAnswerArco,
    // Whoever is of the staff asks about their own data as anybody does; registering it decides nothing.
    noSobreUnoMismo: null,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.createTramite(trx, input, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),

  handle(contract.updatePlazoTramiteArco, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.extendTramite(trx, input, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),

  handle(contract.decideTramiteArco, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.answerTramite(trx, input, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),

  handle(contract.confirmTramiteArco, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: service.sujetoOf },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const row = await service.fulfilTramite(trx, input, ctx);
        return presentWith(trx, row, ctx.services.now());
      }),
  }),
];
