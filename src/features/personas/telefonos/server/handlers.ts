import { type Handler, handle } from '../../../../platform/server/callables.ts';
import * as contract from '../contract.ts';
import { canVerifyTelefono } from '../policy.ts';
import { sendCodigo, verifyTelefono } from './service.ts';

export const telefonosHandlers: Handler[] = [
  handle(contract.requestCodigoTelefono, {
    policy: canVerifyTelefono,
    run: ({ entrada }, ctx) => sendCodigo(entrada, ctx),
  }),

  handle(contract.confirmTelefono, {
    policy: canVerifyTelefono,
    run: async (input, ctx) => ({
      verificadoEn: (await verifyTelefono(ctx.services.db, input, ctx)).toISOString(),
    }),
  }),
];
