import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canSeeOferta } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  readCalendarioPropio,
  renewSuscripcion,
  setElegida,
  withdrawSuscripcion,
} from './service.ts';

export const calendarioHandlers: Handler[] = [
  handle(contract.getCalendarioPropio, {
    policy: canSeeOferta,
    run: (_input, { actor, services: { db } }) => readCalendarioPropio(db, actor.uid),
  }),
  handle(contract.renewCalendarioPropio, {
    policy: canSeeOferta,
    run: (_input, { actor, services }) =>
      services.db.transaction().execute((trx) => renewSuscripcion(trx, actor.uid, services)),
  }),
  handle(contract.withdrawCalendarioPropio, {
    policy: canSeeOferta,
    async run(_input, { actor, services: { db } }) {
      await db.transaction().execute((trx) => withdrawSuscripcion(trx, actor.uid));
      return null;
    },
  }),
  handle(contract.setEdicionCalendario, {
    policy: canSeeOferta,
    async run(input, { actor, services: { db } }) {
      await db.transaction().execute((trx) => setElegida(trx, actor.uid, input));
      return null;
    },
  }),
];
