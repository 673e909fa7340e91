import { type Handler, handle } from '../../../platform/server/callables.ts';
import { getIndicadores, listOpcionesIndicadores } from '../contract.ts';
import { canSeeIndicadores } from '../policy.ts';
import { findOpciones, readIndicadores } from './service.ts';

export const indicadoresHandlers: Handler[] = [
  handle(getIndicadores, {
    policy: canSeeIndicadores,
    run: (filtros, { request, services: { db } }) =>
      readIndicadores(db, filtros, request.receivedAt),
  }),
  handle(listOpcionesIndicadores, {
    policy: canSeeIndicadores,
    run: (_input, { services: { db } }) => findOpciones(db),
  }),
];
