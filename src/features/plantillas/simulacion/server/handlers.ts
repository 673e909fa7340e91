import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { canEditPlantillas } from '../../policy.ts';
import * as contract from '../contract.ts';
import { readSimulacion, startSimulacion } from './service.ts';

const policy = canEditPlantillas;

/** Rules tried on everybody. */
export const simulacionHandlers = ({ registros }: Given): Handler[] => [
  handle(contract.startSimulacionReglas, {
    policy,
    noSobreUnoMismo: null,
    run: async (input, ctx) => ({ trabajoId: await startSimulacion(input, ctx) }),
  }),
  handle(contract.getSimulacionReglas, {
    policy,
    run: ({ versionId }, ctx) => readSimulacion(versionId, ctx, registros.edicion),
  }),
];
