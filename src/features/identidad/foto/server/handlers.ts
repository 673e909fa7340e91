import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { updateFotoCuenta } from '../contract.ts';
import { changeFoto } from './service.ts';

export const fotoHandlers: Handler[] = [
  handle(updateFotoCuenta, {
    policy: isSignedIn,
    run: async ({ photoURL }, ctx) => ({ photoURL: await changeFoto(ctx, photoURL) }),
  }),
];
