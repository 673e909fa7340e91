import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import * as contract from '../../contract.ts';
import { rememberEquipo } from '../../equipos/server/service.ts';
import { giveBack, recognise } from '../../sesiones/ingreso/server/service.ts';
import type { Cuenta } from './data.ts';
import {
  requestPasswordReset,
  requireEmail,
  resetPasswordByCode,
  sendVerificationTo,
  throttleMail,
} from './service.ts';

export const cuentasHandlers: Handler[] = [
  handle(contract.resendVerification, {
    public: true,
    async run({ volver, ...input }, { request, services }) {
      let cuenta: Cuenta | undefined;
      try {
        const mostrada = await recognise(services, input, request);
        ({ cuenta } = await giveBack(services, mostrada));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (['RESOURCE_EXHAUSTED', 'UNAVAILABLE'].includes(error.status)) throw error;
        // Whoever asks with wrong credentials is answered as if they were right, and spends no mail.
      }
      if (cuenta && !cuenta.email_verified) {
        await throttleMail(services, cuenta.email, request.ip);
        await sendVerificationTo(services, cuenta, volver);
      }
      return { ok: true as const };
    },
  }),

  handle(contract.sendPasswordReset, {
    public: true,
    async run({ email }, { request, services }) {
      await requestPasswordReset(services, requireEmail(email), request.ip);
      return { ok: true as const };
    },
  }),

  handle(contract.resetPassword, {
    public: true,
    async run(input, { request, services }) {
      const { email } = await resetPasswordByCode(services, input, request);
      rememberEquipo(services, request, email);
      return { ok: true as const };
    },
  }),
];
