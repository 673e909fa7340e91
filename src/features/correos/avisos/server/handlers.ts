import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canChooseAvisos } from '../../policy.ts';
import * as contract from '../contract.ts';
import { readAvisos, saveAvisos } from './service.ts';

export const avisosHandlers: Handler[] = [
  handle(contract.getAvisosPropios, {
    policy: canChooseAvisos,
    run: (_input, { actor, services: { db } }) => readAvisos(db, actor.uid),
  }),

  handle(contract.saveAvisosPropios, {
    policy: canChooseAvisos,
    run: (input, { actor, services: { db, now } }) =>
      db
        .transaction()
        .execute((trx) => saveAvisos(trx, { ...input, uid: actor.uid, ahora: now() })),
  }),
];
