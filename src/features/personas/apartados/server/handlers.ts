import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { requirePersona } from '../../perfil/server/service.ts';
import { readTelefonos } from '../../telefonos/server/service.ts';
import * as contract from '../contract.ts';
import { type ReadPruebas, readEntradas, removeEntrada, saveEntrada } from './service.ts';

/** Whose file it is, `requirePersona` asks: the person's own, or anybody's for staff. */
export const apartadosHandlers = (readPruebas: ReadPruebas): Handler[] => [
  handle(contract.getApartadosPersona, {
    policy: isSignedIn,
    async run({ clave }, ctx) {
      const persona = await requirePersona(clave, ctx, 'leer');
      return {
        entradas: await readEntradas(ctx.services.db, persona.id, readPruebas),
        conCurp: persona.curp !== null,
        telefonos: await readTelefonos(
          ctx.services,
          persona.id,
          persona.id === ctx.actor.personaId,
        ),
        hoy: fechaDe(ctx.services.now()),
      };
    },
  }),

  handle(contract.saveEntradaPersona, {
    policy: isSignedIn,
    async run({ clave, ...input }, ctx) {
      const { id: personaId } = await requirePersona(clave, ctx, 'escribir');
      return ctx.services.db
        .transaction()
        .execute((trx) => saveEntrada(trx, { ...input, personaId }, { ...ctx, readPruebas }));
    },
  }),

  handle(contract.deleteEntradaPersona, {
    policy: isSignedIn,
    async run({ clave, ...input }, ctx) {
      const { id: personaId } = await requirePersona(clave, ctx, 'escribir');
      await ctx.services.db
        .transaction()
        .execute((trx) => removeEntrada(trx, { ...input, personaId }, { ...ctx, readPruebas }));
      return { ok: true as const };
    },
  }),
];
