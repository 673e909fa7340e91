import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canAttendSoporte, canConfigureSoporte } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  changeRespuesta,
  createRespuesta,
  readConfiguracion,
  readRespuestas,
  saveHorarios,
} from './service.ts';

/** Hours and canned answers are about nobody. */
const deNadie = { noSobreUnoMismo: null };

export const configuracionHandlers: Handler[] = [
  handle(contract.getHorariosSoporte, {
    policy: canAttendSoporte,
    ...deNadie,
    run: (_input, ctx) => readConfiguracion(ctx),
  }),
  handle(contract.saveHorariosSoporte, {
    policy: canConfigureSoporte,
    ...deNadie,
    run: (input, ctx) => saveHorarios(input, ctx),
  }),
  handle(contract.listRespuestasSoporte, {
    policy: canAttendSoporte,
    ...deNadie,
    run: (_input, ctx) => readRespuestas(ctx),
  }),
  handle(contract.createRespuestaSoporte, {
    policy: canConfigureSoporte,
    ...deNadie,
    run: (input, ctx) => createRespuesta(input, ctx),
  }),
  handle(contract.updateRespuestaSoporte, {
    policy: canConfigureSoporte,
    ...deNadie,
    run: (input, ctx) => changeRespuesta(input, ctx),
  }),
];
