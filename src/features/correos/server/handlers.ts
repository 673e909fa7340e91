import { type CallContext, type Handler, handle } from '../../../platform/server/callables.ts';
import type { Trx } from '../../../platform/server/db/index.ts';
import { searchPage } from '../../../platform/server/db/search.ts';
import {
  recordCambio,
  recordCambios,
  recordOnce,
} from '../../../platform/server/historial/index.ts';
import { runLote } from '../../../platform/server/lotes.ts';
import type { GivenUp } from '../../../platform/server/mail/delivery.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { Accion } from '../../../platform/shared/historial.ts';
import * as contract from '../contract.ts';
import { canManageCorreos } from '../policy.ts';
import { countCorreosListed, selectCorreos, selectCorreosAfter, selectCorreosOf } from './data.ts';
import { presentCorreo } from './present.ts';

/** What was given up goes in the history: by its id and in codes, never its address. */
export const recordCorreosFallidos = (trx: Trx, mails: readonly GivenUp[]): Promise<void> =>
  // Whoever's request happened to wake the queue has nothing to do with it.
  actAsSystem(() =>
    recordCambios(
      trx,
      'correo.fallar',
      mails.map(({ id, causa, codigo }) => ({
        id,
        antes: { estado: 'pendiente' },
        despues: { estado: 'fallido', causa, codigo },
      })),
    ),
  );

type Row = Awaited<ReturnType<typeof selectCorreosOf>>[number];
type Context = CallContext<Actor>;

const APPLY: Record<
  (typeof contract.ACCIONES)[number],
  { accion: Accion; done: (trx: Trx, row: Row, ctx: Context) => Promise<boolean>; not: string }
> = {
  reenviar: {
    accion: 'correo.reenviar',
    done: async (trx, { id }, { services }) => (await services.mail.resend(trx, [id])).length > 0,
    not: 'Está saliendo en este momento.',
  },
  descartar: {
    accion: 'correo.descartar',
    done: async (trx, { id }, { services }) => (await services.mail.discard(trx, [id])).length > 0,
    not: 'Todavía se intenta entregar: solo se descarta lo que no se pudo.',
  },
};

const apply = (accion: (typeof contract.ACCIONES)[number], row: Row, ctx: Context) =>
  ctx.services.db.transaction().execute(async (trx) => {
    if (row.estado === 'enviado') {
      throw new CallError('FAILED_PRECONDITION', 'Ya se envió, y lo que decía se borró.');
    }
    const { accion: name, done, not } = APPLY[accion];
    if (!(await done(trx, row, ctx))) throw new CallError('FAILED_PRECONDITION', not);
    await recordCambio(trx, name, {
      id: row.id,
      personaId: row.persona_id,
      antes: { estado: row.estado, causa: row.causa },
      despues: { estado: accion === 'reenviar' ? 'pendiente' : null },
    });
    return 'hecha' as const;
  });

export const correosHandlers: Handler[] = [
  handle(contract.listCorreos, {
    policy: canManageCorreos,
    async run(input, { services: { db } }) {
      const { total, rows, parecidas } = await searchPage(
        db,
        input,
        countCorreosListed,
        selectCorreos,
      );
      const personas = [...new Set(rows.flatMap(({ persona_id }) => persona_id ?? []))];
      if (personas.length > 0) {
        await db.transaction().execute((trx) =>
          recordOnce(trx, 'correo.listar', {
            id: 'lista',
            despues: { personas: personas.sort() },
          }),
        );
      }
      return { total, filas: rows.map(presentCorreo), parecidas };
    },
  }),

  handle(contract.getColaCorreos, {
    policy: canManageCorreos,
    async run(_input, { services }) {
      const { desde, falla, ...cola } = await services.mail.state();
      return {
        ...cola,
        desde: desde?.toISOString() ?? null,
        falla: falla && {
          desde: falla.desde.toISOString(),
          proximo: falla.proximo.toISOString(),
          respuesta: falla.respuesta,
        },
      };
    },
  }),

  handle(contract.applyToCorreos, {
    policy: canManageCorreos,
    run: ({ accion, parte }, ctx) => {
      const { db } = ctx.services;
      return runLote(
        parte,
        (ids) => selectCorreosOf(db, ids),
        (filtros, id, limit) => selectCorreosAfter(db, filtros, id, limit),
        (row) => apply(accion, row, ctx),
      );
    },
  }),
];
