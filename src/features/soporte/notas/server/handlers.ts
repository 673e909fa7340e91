import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canAttendSoporte } from '../../policy.ts';
import { sujetoDeConversacion } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { readNotas, writeNota } from './service.ts';

const policy = canAttendSoporte;
const noSobreUnoMismo = { sujeto: sujetoDeConversacion };

export const notasHandlers: Handler[] = [
  handle(contract.listNotasConversacion, {
    policy,
    noSobreUnoMismo,
    run: ({ id }, ctx) => readNotas(id, ctx),
  }),
  handle(contract.createNotaConversacion, {
    policy,
    noSobreUnoMismo,
    run: (input, ctx) => writeNota(input, ctx),
  }),
];
