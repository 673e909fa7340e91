import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { canUseOwnInscripciones } from '../../policy.ts';
import { requirePersona } from '../../server/service.ts';
import { acceptLugarInscripcion, withdrawInscripcion } from '../contract.ts';
import { acceptLugar, withdrawOwn } from './service.ts';

const DONE = { ok: true } as const;

export const esperaHandlers = (proveedores: readonly ProveedorDeHechos[]): Handler[] => [
  handle(acceptLugarInscripcion, {
    policy: canUseOwnInscripciones,
    async run({ id }, { actor, request, services }) {
      const { receivedAt } = request;
      const personaId = requirePersona(actor);
      await acceptLugar(services, { id, personaId, receivedAt, proveedores });
      return DONE;
    },
  }),
  handle(withdrawInscripcion, {
    policy: canUseOwnInscripciones,
    async run({ id, motivo }, { actor, services }) {
      await withdrawOwn(services, { id, personaId: requirePersona(actor), motivo });
      return DONE;
    },
  }),
];
