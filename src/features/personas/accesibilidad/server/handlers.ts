import { type Handler, handle } from '../../../../platform/server/callables.ts';
import * as contract from '../contract.ts';
import { canReadAccesibilidad, canSaveAccesibilidad } from '../policy.ts';
import { readAccesibilidad, readAccesibilidadDe, saveAccesibilidad } from './service.ts';

export const accesibilidadHandlers: Handler[] = [
  handle(contract.getAccesibilidadPropia, {
    policy: canSaveAccesibilidad,
    run: (_input, { actor, services: { db, secrets } }) =>
      // The policy asks for a file.
      readAccesibilidad(db, secrets, actor.personaId ?? ''),
  }),

  handle(contract.saveAccesibilidadPropia, {
    policy: canSaveAccesibilidad,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => saveAccesibilidad(trx, input, ctx)),
  }),

  handle(contract.getAccesibilidadPersona, {
    policy: canReadAccesibilidad,
    // They are one's own.
    noSobreUnoMismo: null,
    async run(input, { services: { db, secrets } }) {
      const { apoyos, detalle } = await readAccesibilidadDe(db, secrets, input);
      return { apoyos: [...apoyos], detalle };
    },
  }),
];
