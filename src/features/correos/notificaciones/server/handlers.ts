import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canReadNotificaciones } from '../../policy.ts';
import * as contract from '../contract.ts';
import { listNotificaciones, readSinLeer, saveLectura } from './service.ts';

export const notificacionesHandlers: Handler[] = [
  handle(contract.getNotificacionesSinLeer, {
    policy: canReadNotificaciones,
    run: (_input, { actor, services: { db } }) => readSinLeer(db, actor.uid),
  }),

  handle(contract.listNotificaciones, {
    policy: canReadNotificaciones,
    run: (input, { actor, services: { db } }) => listNotificaciones(db, actor.uid, input),
  }),

  handle(contract.saveLecturaNotificaciones, {
    policy: canReadNotificaciones,
    run: (input, { actor, services }) => saveLectura(services, actor.uid, input),
  }),
];
