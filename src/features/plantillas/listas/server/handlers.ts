import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canEditPlantillas } from '../../policy.ts';
import * as contract from '../contract.ts';
import { createLista, readListas, removeLista, resetLista } from './service.ts';

const policy = canEditPlantillas;
const noSobreUnoMismo = null;

/** Lists of people that rules ask for. */
export const listasHandlers: Handler[] = [
  handle(contract.listListasPersonas, {
    policy,
    run: async ({ plantillaId }, { services }) => ({
      listas: await readListas(services.db, plantillaId),
    }),
  }),
  handle(contract.createListaPersonas, {
    policy,
    noSobreUnoMismo,
    run: (input, { services: { db, now } }) =>
      db.transaction().execute((trx) => createLista(trx, { ...input, ahora: now() })),
  }),
  handle(contract.resetListaPersonas, {
    policy,
    noSobreUnoMismo,
    async run(input, { services: { db, now } }) {
      await db.transaction().execute((trx) => resetLista(trx, { ...input, ahora: now() }));
      return { ok: true as const };
    },
  }),
  handle(contract.deleteListaPersonas, {
    policy,
    noSobreUnoMismo,
    async run({ id }, { services: { db } }) {
      await db.transaction().execute((trx) => removeLista(trx, id));
      return { ok: true as const };
    },
  }),
];
