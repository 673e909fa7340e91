import { type Handler, handle } from '../../../platform/server/callables.ts';
import { evaluateReglas } from '../../plantillas/reglas/rules.ts';
import { acuseHandlers } from '../acuse/server/handlers.ts';
import { getInscripcion, listMatricula, saveBorrador, submitInscripcion } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { ofertasHandlers } from '../ofertas/server/handlers.ts';
import { canUseOwnInscripciones } from '../policy.ts';
import { sensiblesHandlers } from '../sensibles/server/handlers.ts';
import { openSensibles } from '../sensibles/server/service.ts';
import { findContexto, findMatricula } from './data.ts';
import { hechosOf, presentInscripcion, presentMatricula } from './present.ts';
import {
  readAvisos,
  refuse,
  requireIds,
  requirePersona,
  saveDraft,
  submit,
  tryAskContacto,
} from './service.ts';

export const inscripcionesHandlers: Handler[] = [
  handle(getInscripcion, {
    policy: canUseOwnInscripciones,
    run: async (input, { actor, request, services }) => {
      const personaId = requirePersona(actor);
      const row = await findContexto(services.db, requireIds(input), personaId);
      if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const ahora = request.receivedAt;
      const resultados =
        row.inscripcion_evaluacion?.resultados ??
        evaluateReglas(row.version_definicion.reglas, hechosOf(row), ahora);
      const sensibles =
        row.inscripcion_id === null
          ? {}
          : openSensibles(services.secrets, row.inscripcion_id, row.inscripcion_sensibles);
      const avisos = await readAvisos(services.db, row, actor);
      return presentInscripcion(row, {
        correo: actor.email,
        sensibles,
        avisos,
        resultados,
        ahora,
      });
    },
  }),
  handle(saveBorrador, {
    policy: canUseOwnInscripciones,
    run: async ({ respuestas, ...input }, { actor, services }) => {
      const personaId = requirePersona(actor);
      const ids = requireIds(input);
      const ahora = services.now();
      await services.db
        .transaction()
        .execute((trx) => saveDraft(trx, services.secrets, { personaId, ids, respuestas, ahora }));
      return { guardadoEn: ahora.toISOString() };
    },
  }),
  handle(submitInscripcion, {
    policy: canUseOwnInscripciones,
    run: async ({ version, respuestas, ...input }, ctx) => {
      const ids = requireIds(input);
      const { answer, avisos, nueva } = await ctx.services.db
        .transaction()
        .execute((trx) =>
          submit(trx, ids, { version, respuestas }, { ...ctx, receivedAt: ctx.request.receivedAt }),
        );
      if (nueva && avisos.porConfirmar !== null) await tryAskContacto(ctx, avisos.porConfirmar);
      return { ...answer, avisos };
    },
  }),
  handle(listMatricula, {
    policy: canUseOwnInscripciones,
    run: async ({ limite, desde }, { actor, services }) => {
      const personaId = requirePersona(actor);
      const rows = await findMatricula(services.db, { personaId, limite: limite + 1, desde });
      const page = rows.slice(0, limite);
      return {
        inscripciones: page.map(presentMatricula),
        siguiente: rows.length > limite ? (page.at(-1)?.id ?? null) : null,
      };
    },
  }),
  ...ofertasHandlers,
  ...acuseHandlers,
  ...sensiblesHandlers,
];
