import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canApplyPosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  changeCorreo,
  createRecomendante,
  inviteRecomendante,
  readInvitacion,
  readRecomendantes,
  removeRecomendante,
  replaceRecomendante,
  resendInvitacion,
} from './service.ts';

const policy = canApplyPosgrado;

/** The referees of one's own application, and the page of whoever has the key of a letter. */
export const recomendacionesHandlers: Handler[] = [
  handle(contract.listRecomendantesSolicitud, {
    policy,
    run: ({ solicitudId }, { actor, request, services }) =>
      readRecomendantes(services.db, solicitudId, actor, request.receivedAt),
  }),

  handle(contract.createRecomendanteSolicitud, {
    policy,
    run: (input, { actor, request, services }) =>
      createRecomendante(input, { actor, services, receivedAt: request.receivedAt }),
  }),

  handle(contract.replaceRecomendanteSolicitud, {
    policy,
    run: (input, { actor, request, services }) =>
      replaceRecomendante(input, { actor, services, receivedAt: request.receivedAt }),
  }),

  handle(contract.removeRecomendanteSolicitud, {
    policy,
    async run({ id }, { actor, request, services }) {
      const ctx = { actor, services, receivedAt: request.receivedAt };
      await services.db.transaction().execute((trx) => removeRecomendante(trx, id, ctx));
      return null;
    },
  }),

  handle(contract.sendInvitacionRecomendante, {
    policy,
    async run({ id }, { actor, request, services }) {
      await inviteRecomendante(id, { actor, services, receivedAt: request.receivedAt });
      return null;
    },
  }),

  handle(contract.resendInvitacionRecomendante, {
    policy,
    async run({ id }, { actor, request, services }) {
      await resendInvitacion(id, { actor, services, receivedAt: request.receivedAt });
      return null;
    },
  }),

  handle(contract.changeCorreoRecomendante, {
    policy,
    async run(input, { actor, request, services }) {
      await changeCorreo(input, { actor, services, receivedAt: request.receivedAt });
      return null;
    },
  }),

  handle(contract.getInvitacionRecomendacion, {
    public: true,
    run: ({ clave }, { actor, request, services }) =>
      readInvitacion(services, {
        clave,
        actor,
        cookies: request.cookies,
        ip: request.ip,
        receivedAt: request.receivedAt,
      }),
  }),
];
