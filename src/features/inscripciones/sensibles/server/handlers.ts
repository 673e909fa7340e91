import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { getRespuestasSensibles } from '../contract.ts';
import { canReadSensibles } from '../policy.ts';
import { presentSensibles } from './present.ts';
import { readSensibles } from './service.ts';

export const sensiblesHandlers: Handler[] = [
  handle(getRespuestasSensibles, {
    policy: canReadSensibles,
    // They are one's own answers.
    noSobreUnoMismo: null,
    async run(input, { services }) {
      const leidas = await readSensibles(services.db, services.secrets, input);
      return { inscripciones: leidas.map(presentSensibles) };
    },
  }),
];
