import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { requirePersona } from '../../../personas/perfil/server/service.ts';
import { requireEmail } from '../../cuentas/server/service.ts';
import { normaliseEmail } from '../../rules.ts';
import * as contract from '../contract.ts';
import {
  type AlConfirmar,
  askContacto,
  confirmCorreoContacto,
  countAsked,
  listContactos,
  listCorreosDe,
  refuseAddress,
  replaceCorreoContacto,
  withdrawCorreoContacto,
} from './service.ts';

/** `alConfirmar` sends there what its person asked to receive there and went to the account only. */
export const contactoHandlers = (alConfirmar: readonly AlConfirmar[]): Handler[] => [
  handle(contract.requestCorreoContacto, {
    policy: isSignedIn,
    async run(input, { actor, services }) {
      const email = requireEmail(input.email);
      if (email !== actor.email) await askContacto(services, actor, email);
      return { ok: true as const };
    },
  }),

  handle(contract.confirmCorreoContacto, {
    policy: isSignedIn,
    run: ({ oobCode }, { actor, services }) =>
      services.db.transaction().execute(async (trx) => ({
        email: await confirmCorreoContacto(trx, services, actor, oobCode, alConfirmar),
      })),
  }),

  handle(contract.listCorreosContacto, {
    policy: isSignedIn,
    run: (_input, { actor, services }) => listContactos(services.db, actor.uid),
  }),

  handle(contract.listCorreosPersona, {
    // Whose file it is, `requirePersona` asks: the person's own, or anybody's for staff.
    policy: isSignedIn,
    async run({ clave }, ctx) {
      const { id } = await requirePersona(clave, ctx, 'leer');
      return listCorreosDe(ctx.services.db, id);
    },
  }),

  handle(contract.withdrawCorreoContacto, {
    policy: isSignedIn,
    async run(input, ctx) {
      const anterior = normaliseEmail(input.email);
      await ctx.services.db
        .transaction()
        .execute((trx) => withdrawCorreoContacto(trx, ctx, anterior));
      return { ok: true as const };
    },
  }),

  handle(contract.replaceCorreoContacto, {
    policy: isSignedIn,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const anterior = normaliseEmail(input.anterior);
      const nuevo = requireEmail(input.email);
      if (nuevo === actor.email) throw refuseAddress('contacto-de-la-cuenta');
      if (nuevo === anterior) throw refuseAddress('contacto-igual');
      await countAsked(services, actor.uid, nuevo);
      const porConfirmar = await services.db
        .transaction()
        .execute((trx) => replaceCorreoContacto(trx, ctx, anterior, nuevo));
      return { porConfirmar };
    },
  }),
];
