import { type Handler, handle } from '../../../../platform/server/callables.ts';
import * as contract from '../contract.ts';
import { canAskCopia } from '../policy.ts';
import { selectCopiasDe } from './data.ts';
import { presentCopia } from './present.ts';
import { COPIA_JOB, createDescarga, requestCopia, requireCopia } from './service.ts';

export const copiasHandlers: Handler[] = [
  handle(contract.listCopiasDatos, {
    policy: canAskCopia,
    async run(_input, { actor, services: { db, trabajos, now } }) {
      const rows = await selectCopiasDe(db, actor);
      const enCurso = await db
        .transaction()
        .execute((trx) => trabajos.liveOf(trx, COPIA_JOB, actor.uid));
      return { copias: rows.map((row) => presentCopia(row, now())), enCurso };
    },
  }),

  handle(contract.requestCopiaDatos, {
    policy: canAskCopia,
    run: async (_input, ctx) => ({ trabajo: await requestCopia(ctx) }),
  }),

  handle(contract.getCopiaDatos, {
    policy: canAskCopia,
    run: async ({ id }, { actor, services: { db, now } }) =>
      presentCopia(await requireCopia(db, id, actor), now()),
  }),

  handle(contract.createDescargaCopia, {
    policy: canAskCopia,
    run: async (input, ctx) => ({ url: await createDescarga(input, ctx) }),
  }),
];
