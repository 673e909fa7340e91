import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { tryAskContacto } from '../../../inscripciones/server/service.ts';
import { canApplyPosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import { presentAbierta, presentPresolicitud } from './present.ts';
import {
  answerObservacion,
  discardDraft,
  readAbiertas,
  readPropia,
  saveDraft,
  submitPropia,
  withdrawPropia,
} from './service.ts';

const policy = canApplyPosgrado;

/** The applicant's own pre-applications: whose they are comes from the session. */
export const presolicitudesHandlers = ({ all }: Given): Handler[] => [
  handle(contract.listConvocatoriasAbiertas, {
    policy,
    run: async (_input, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const found = await readAbiertas(services.db, all('hechos'), { actor, ahora });
      return {
        convocatorias: found.map(({ row, resultados }) => presentAbierta(row, resultados, ahora)),
        ahora: ahora.toISOString(),
      };
    },
  }),
  handle(contract.getPresolicitud, {
    policy,
    run: async ({ convocatoriaId }, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const { cv, row, vista, ...rest } = await readPropia(services, all('hechos'), {
        ...{ actor, convocatoriaId, ahora },
      });
      return presentPresolicitud(cv, row, vista, { ...rest, ahora });
    },
  }),
  handle(contract.saveBorradorPresolicitud, {
    policy,
    run: (input, ctx) => ctx.services.db.transaction().execute((trx) => saveDraft(trx, input, ctx)),
  }),
  handle(contract.discardBorradorPresolicitud, {
    policy,
    run: async ({ convocatoriaId }, ctx) => {
      await ctx.services.db.transaction().execute((trx) => discardDraft(trx, convocatoriaId, ctx));
      return null;
    },
  }),
  handle(contract.submitPresolicitud, {
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
  handle(contract.saveRespuestaObservacion, {
    policy,
    run: async (input, { actor, services, request: { receivedAt } }) => ({
      pendientes: await services.db
        .transaction()
        .execute((trx) => answerObservacion(trx, input, { actor, services, receivedAt })),
    }),
  }),
  handle(contract.withdrawPresolicitud, {
    policy,
    run: async (input, { actor, services, request: { receivedAt } }) => ({
      estado: await services.db
        .transaction()
        .execute((trx) => withdrawPropia(trx, input, { actor, services, receivedAt })),
    }),
  }),
];
