import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { tryAskContacto } from '../../../inscripciones/server/service.ts';
import { canApplyPosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import { presentSolicitud } from './present.ts';
import { discardDraft, readPropia, saveDraft, submitPropia, withdrawPropia } from './service.ts';

const policy = canApplyPosgrado;

/** The applicant's own applications: whose they are comes from the session. */
export const solicitudesHandlers = ({ all }: Given): Handler[] => [
  handle(contract.getSolicitud, {
    policy,
    run: async ({ convocatoriaId }, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const { cv, row, vista, rest } = await readPropia(services, all('hechos'), {
        ...{ actor, convocatoriaId, ahora },
      });
      return presentSolicitud(cv, row, vista, rest, ahora);
    },
  }),
  handle(contract.saveBorradorSolicitud, {
    policy,
    run: (input, ctx) => ctx.services.db.transaction().execute((trx) => saveDraft(trx, input, ctx)),
  }),
  handle(contract.discardBorradorSolicitud, {
    policy,
    run: async ({ convocatoriaId }, ctx) => {
      await ctx.services.db.transaction().execute((trx) => discardDraft(trx, convocatoriaId, ctx));
      return null;
    },
  }),
  handle(contract.submitSolicitud, {
    policy,
    run: async ({ convocatoriaId, ...envio }, ctx) => {
      const { nueva, ...answer } = await submitPropia(convocatoriaId, envio, {
        ...{ actor: ctx.actor, services: ctx.services, proveedores: all('hechos') },
        receivedAt: ctx.request.receivedAt,
      });
      if (nueva && answer.avisos.porConfirmar !== null) {
        await tryAskContacto(ctx, answer.avisos.porConfirmar);
      }
      return answer;
    },
  }),
  handle(contract.withdrawSolicitud, {
    policy,
    run: async (input, ctx) => ({
      estado: await ctx.services.db.transaction().execute((trx) => withdrawPropia(trx, input, ctx)),
    }),
  }),
];
