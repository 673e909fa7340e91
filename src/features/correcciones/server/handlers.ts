import { type Handler, handle } from '../../../platform/server/callables.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { type Seguidor, withClaves } from '../../personas/clave/seguidores/server/service.ts';
import { requirePersona } from '../../personas/perfil/server/service.ts';
import * as contract from '../contract.ts';
import { canDecideCorrecciones, canRequestCorreccion } from '../policy.ts';
import { countEspera, selectCorreccionesOf, selectPendientes } from './data.ts';
import { presentCorreccion, presentEspera, presentFila, presentPedida } from './present.ts';
import {
  decideCorreccion,
  readCorreccionDe,
  recordLista,
  refuseChanged,
  requestCorreccion,
  sujetoOf,
  withdrawCorreccion,
} from './service.ts';

export const correccionesHandlers = (given: readonly Seguidor[]): Handler[] => [
  handle(contract.listCorreccionesPersona, {
    policy: isSignedIn,
    async run({ clave }, ctx) {
      const { id } = await requirePersona(clave, ctx, 'leer');
      const rows = await selectCorreccionesOf(ctx.services.db, id);
      return { correcciones: rows.map(presentPedida) };
    },
  }),

  handle(contract.requestCorreccionPersona, {
    policy: canRequestCorreccion,
    async run(input, ctx) {
      const { db } = ctx.services;
      return presentPedida(
        await db.transaction().execute((trx) => requestCorreccion(trx, input, ctx)),
      );
    },
  }),

  handle(contract.withdrawCorreccionPersona, {
    policy: canRequestCorreccion,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawCorreccion(trx, id, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.getPendientesCorrecciones, {
    policy: canDecideCorrecciones,
    run: async (_input, { services }) => presentEspera(await countEspera(services.db)),
  }),

  handle(contract.listCorreccionesPersonas, {
    policy: canDecideCorrecciones,
    async run(input, { services: { db } }) {
      const { n } = await countEspera(db);
      const rows = await selectPendientes(db, input);
      await recordLista(db, rows);
      return { total: n, filas: rows.map(presentFila) };
    },
  }),

  handle(contract.getCorreccionPersona, {
    policy: canDecideCorrecciones,
    // One may look at what one asked for; on it one does not decide.
    noSobreUnoMismo: null,
    run: ({ id }, ctx) =>
      ctx.services.db.transaction().execute(async (trx) => {
        const { row, ...more } = await readCorreccionDe(trx, id, ctx);
        return presentCorreccion(row, more);
      }),
  }),

  handle(contract.decideCorreccionPersona, {
    policy: canDecideCorrecciones,
    noSobreUnoMismo: { sujeto: sujetoOf },
    run: (input, ctx) =>
      ctx.services.db
        .transaction()
        .execute((trx) => decideCorreccion(trx, withClaves(given), input, ctx))
        .catch((error: unknown) => {
          throw refuseChanged(error);
        }),
  }),
];
