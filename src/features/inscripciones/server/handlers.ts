import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Given } from '../../../platform/server/feature.ts';
import type { ProveedorDeHechos } from '../../plantillas/reglas/server/service.ts';
import { acuseHandlers } from '../acuse/server/handlers.ts';
import { readContexto } from '../contexto/server/data.ts';
import {
  discardBorradorInscripcion,
  getInscripcion,
  listMatricula,
  saveBorradorInscripcion,
  submitInscripcion,
} from '../contract.ts';
import { createElegibilidad } from '../elegibilidad/server/service.ts';
import { submit } from '../envio/server/service.ts';
import { esperaHandlers } from '../espera/server/handlers.ts';
import { readPrellenado } from '../expediente/server/service.ts';
import { mensajesHandlers } from '../inscritos/mensajes/server/handlers.ts';
import { inscritosHandlers } from '../inscritos/server/handlers.ts';
import { ofertasHandlers } from '../ofertas/server/handlers.ts';
import { canUseOwnInscripciones } from '../policy.ts';
import { sensiblesHandlers } from '../sensibles/server/handlers.ts';
import { findMatricula } from './data.ts';
import { presentInscripcion, presentMatricula } from './present.ts';
import {
  discardDraft,
  readInscripcion,
  requireIds,
  requirePersona,
  saveDraft,
  tryAskContacto,
} from './service.ts';

export const inscripcionesHandlers = (
  given: Given,
  proveedores: readonly ProveedorDeHechos[] = given.all('hechos'),
): Handler[] => [
  handle(getInscripcion, {
    policy: canUseOwnInscripciones,
    run: async (input, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const ids = requireIds(input);
      const { row, ...read } = await readInscripcion(services, proveedores, ids, actor, ahora);
      const personaId = requirePersona(actor);
      const who = { personaId, correo: actor.email };
      const prellenado = await readPrellenado(services.db, row, who);
      return presentInscripcion(row, { ...read, prellenado, ahora });
    },
  }),
  handle(saveBorradorInscripcion, {
    policy: canUseOwnInscripciones,
    run: async ({ respuestas, elegido, desde, ...input }, { actor, services }) => {
      const personaId = requirePersona(actor);
      const ids = requireIds(input);
      const ahora = services.now();
      const draft = { personaId, ids, respuestas, elegido, desde, ahora };
      const version = await services.db
        .transaction()
        .execute((trx) => saveDraft(trx, services.secrets, draft));
      return { guardadoEn: ahora.toISOString(), version };
    },
  }),
  handle(discardBorradorInscripcion, {
    policy: canUseOwnInscripciones,
    run: async (input, { actor, services }) => {
      const personaId = requirePersona(actor);
      const ids = requireIds(input);
      await services.db.transaction().execute((trx) => discardDraft(trx, personaId, ids));
      return null;
    },
  }),
  handle(submitInscripcion, {
    policy: canUseOwnInscripciones,
    ahead: (db, input, quien) => readContexto(db, requireIds(input), quien),
    inTurn: 'edicionId',
    run: async ({ version, respuestas, grupoId, llave, guardar, ...input }, ctx) => {
      const ids = requireIds(input);
      const { answer, avisos, nueva } = await submit(
        ids,
        { version, respuestas, grupoId, llave, guardar },
        {
          ...ctx,
          proveedores,
          receivedAt: ctx.request.receivedAt,
          receivedOrder: ctx.request.receivedOrder,
          turn: ctx.request.turn,
        },
      );
      if (nueva && avisos.porConfirmar !== null) await tryAskContacto(ctx, avisos.porConfirmar);
      return { ...answer, avisos };
    },
  }),
  handle(listMatricula, {
    policy: canUseOwnInscripciones,
    run: async ({ limite, tras }, { actor, request, services }) => {
      const personaId = requirePersona(actor);
      const rows = await findMatricula(services.db, { personaId, limite: limite + 1, tras });
      const page = rows.slice(0, limite);
      return {
        inscripciones: page.map((row) => presentMatricula(row, request.receivedAt)),
        siguiente: rows.length > limite ? (page.at(-1)?.id ?? null) : null,
      };
    },
  }),
  ...esperaHandlers(given),
  ...inscritosHandlers(given),
  ...mensajesHandlers(given),
  ...ofertasHandlers(createElegibilidad(() => proveedores)),
  ...acuseHandlers(given),
  ...sensiblesHandlers,
];
