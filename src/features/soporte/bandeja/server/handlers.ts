import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canAttendSoporte } from '../../policy.ts';
import { sujetoDeConversacion } from '../../server/service.ts';
import * as contract from '../contract.ts';
import {
  handOverConversacion,
  leaveConversacion,
  readAgentes,
  readBandeja,
  readFicha,
  readPendientes,
  requirePersonaId,
  takeConversacion,
  writeToPersona,
} from './service.ts';

const policy = canAttendSoporte;
const noSobreUnoMismo = { sujeto: sujetoDeConversacion };

export const bandejaHandlers: Handler[] = [
  handle(contract.listBandejaSoporte, {
    policy,
    // Its rows are never of one's own file.
    noSobreUnoMismo: null,
    run: (input, ctx) => readBandeja(input, ctx),
  }),
  handle(contract.getPendientesSoporte, {
    policy,
    noSobreUnoMismo: null,
    run: (_input, ctx) => readPendientes(ctx.services.db, ctx),
  }),
  handle(contract.getFichaConversacion, {
    policy,
    noSobreUnoMismo,
    run: ({ id }, ctx) => readFicha(id, ctx),
  }),
  handle(contract.startAtencionConversacion, {
    policy,
    noSobreUnoMismo: {
      sujeto: ({ id }, ctx) => (id === undefined ? {} : sujetoDeConversacion({ id }, ctx)),
    },
    run: async ({ id }, ctx) => ({ id: await takeConversacion(id, ctx) }),
  }),
  handle(contract.endAtencionConversacion, {
    policy,
    noSobreUnoMismo,
    async run({ id }, ctx) {
      await leaveConversacion(id, ctx);
      return { ok: true as const };
    },
  }),
  handle(contract.listAgentesSoporte, {
    policy,
    noSobreUnoMismo: null,
    run: (_input, ctx) => readAgentes(ctx.services.db, ctx),
  }),
  handle(contract.assignConversacion, {
    policy,
    noSobreUnoMismo,
    async run(input, ctx) {
      await handOverConversacion(input, ctx);
      return { ok: true as const };
    },
  }),
  handle(contract.createConversacionPersona, {
    policy,
    noSobreUnoMismo: {
      sujeto: async ({ clave }, { services: { db } }) => ({
        personaIds: [await requirePersonaId(db, clave)],
      }),
    },
    run: (input, ctx) => writeToPersona(input, ctx),
  }),
];
