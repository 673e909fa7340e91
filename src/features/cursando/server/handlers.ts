import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { requirePersona } from '../../personas/perfil/server/service.ts';
import { listCursosPersona } from '../contract.ts';
import { canReadCursos } from '../policy.ts';
import { readCursos } from './service.ts';

/** Whose it is, `requirePersona` asks: the person's own, or anybody's for staff, which is recorded. */
export const cursandoHandlers = (
  resultados: readonly Slots['resultadosDeInscripciones'][],
): Handler[] => [
  handle(listCursosPersona, {
    policy: canReadCursos,
    async run({ clave }, ctx) {
      const persona = await requirePersona(clave, ctx, 'leer');
      const ahora = ctx.request.receivedAt;
      return {
        propios: persona.id === ctx.actor.personaId,
        cursos: await readCursos(ctx.services.db, persona.id, { ahora, resultados }),
        ahora: ahora.toISOString(),
      };
    },
  }),
];
