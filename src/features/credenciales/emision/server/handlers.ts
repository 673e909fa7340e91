import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canIssueEmitidos } from '../../policy.ts';
import * as contract from '../contract.ts';
import { selectEmisiones } from './data.ts';
import { presentEmision, presentVista } from './present.ts';
import { lookAtFuente, requestEmision } from './service.ts';

// Of everybody in it: whoever asks is left out, one by one.
const ofMany = { policy: canIssueEmitidos, noSobreUnoMismo: null } as const;

export const emisionHandlers: Handler[] = [
  handle(contract.previewEmisionDocumentos, {
    ...ofMany,
    run: async (de, { actor, services }) =>
      presentVista(de, await lookAtFuente(services, de), actor.personaId),
  }),
  handle(contract.startEmisionDocumentos, {
    ...ofMany,
    run: async (input, ctx) => ({ trabajo: await requestEmision(input, ctx) }),
  }),
  handle(contract.listEmisionesDocumentos, {
    ...ofMany,
    async run({ fuente, fuenteId }, { services: { db } }) {
      const rows = await selectEmisiones(db, fuente, fuenteId);
      return { emisiones: rows.map(presentEmision) };
    },
  }),
];
