import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../pasos/server/service.ts';
import { canUseOwnInscripciones } from '../../policy.ts';
import { requirePersona } from '../../server/service.ts';
import { acceptLugarInscripcion, withdrawInscripcion } from '../contract.ts';
import { acceptLugar, withdrawOwn } from './service.ts';

const DONE = { ok: true } as const;

export const esperaHandlers = (given: Given): Handler[] => [
  handle(acceptLugarInscripcion, {
    policy: canUseOwnInscripciones,
    async run({ id }, { actor, request, services }) {
      const { receivedAt } = request;
      const personaId = requirePersona(actor);
      const proveedores = given.all('hechos');
      const con = withConvocatorias(services, given);
      await acceptLugar(con, { id, personaId, receivedAt, proveedores });
      return DONE;
    },
  }),
  handle(withdrawInscripcion, {
    policy: canUseOwnInscripciones,
    async run({ id, motivo }, { actor, services }) {
      await withdrawOwn(withConvocatorias(services, given), {
        id,
        personaId: requirePersona(actor),
        motivo,
      });
      return DONE;
    },
  }),
];
