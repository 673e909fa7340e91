import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canApplyPosgrado, canManagePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import { readBasesPublicas, readConvocatoria, readConvocatorias } from './service.ts';

export const avanceHandlers: Handler[] = [
  handle(contract.listConvocatorias, {
    policy: canManagePosgrado,
    run: (input, ctx) => readConvocatorias(input, ctx),
  }),

  handle(contract.getConvocatoria, {
    policy: canManagePosgrado,
    run: ({ edicionId }, ctx) => readConvocatoria(edicionId, ctx),
  }),

  handle(contract.getBasesConvocatoria, {
    policy: canApplyPosgrado,
    run: ({ convocatoriaId }, { services }) => readBasesPublicas(services, convocatoriaId),
  }),
];
