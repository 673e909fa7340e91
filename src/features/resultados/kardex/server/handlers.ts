import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { requirePersona } from '../../../personas/perfil/server/service.ts';
import { canReadKardex } from '../../policy.ts';
import { getKardex } from '../contract.ts';
import { readKardex } from './service.ts';

/** Whose it is, `requirePersona` asks: the person's own, or anybody's for staff, which is recorded. */
export const kardexHandlers: Handler[] = [
  handle(getKardex, {
    policy: canReadKardex,
    run: async ({ clave }, ctx) => {
      const persona = await requirePersona(clave, ctx, 'leer');
      return readKardex(ctx.services.db, persona.id);
    },
  }),
];
