import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { runLote } from '../../../../../platform/server/lotes.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { isAdmin } from '../../../../../platform/shared/policy.ts';
import { countUsuarios, selectCuentas, selectCuentasAfter } from '../../server/data.ts';
import * as contract from '../contract.ts';
import { applyTo } from './service.ts';

const OWN = 'Es su propia cuenta. Cámbiela por separado, desde su menú.';

export const loteUsuariosHandlers: Handler[] = [
  handle(contract.getTotalUsuarios, {
    policy: isAdmin,
    async run(filtros, { services: { db } }) {
      return { total: await countUsuarios(db, filtros) };
    },
  }),

  handle(contract.applyToUsuarios, {
    policy: isAdmin,
    // Of many accounts: one’s own is told apart and left as it is (OWN).
    noSobreUnoMismo: null,
    run: ({ accion, parte }, { actor, services }) => {
      const { db } = services;
      return runLote(
        parte,
        (ids) => selectCuentas(db, ids),
        (filtros, uid, limit) => selectCuentasAfter(db, filtros, uid, limit),
        async (cuenta) => {
          // Nobody does it to themselves, one by one or among many: who does it must be able to finish it.
          if (cuenta.id === actor.uid) throw new CallError('FAILED_PRECONDITION', OWN);
          const done = await db
            .transaction()
            .execute((trx) => applyTo[accion](trx, services, cuenta));
          return done ? 'cambiada' : 'sinCambio';
        },
      );
    },
  }),
];
