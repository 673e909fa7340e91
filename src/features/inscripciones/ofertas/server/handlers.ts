import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { readFaltasParaInscribirse } from '../../../personas/completitud/server/service.ts';
import { DIAS_DE_ANUNCIO, listOfertas, MAX_OFERTAS } from '../contract.ts';
import { canSeeOfertas } from '../policy.ts';
import { findOfertas } from './data.ts';
import { presentOferta } from './present.ts';

const DIA = 86_400_000;

export const ofertasHandlers: Handler[] = [
  handle(listOfertas, {
    policy: canSeeOfertas,
    run: async (_input, { actor, request, services }) => {
      const ahora = request.receivedAt;
      const rows = await findOfertas(services.db, {
        personaId: actor.personaId,
        ahora,
        hasta: new Date(ahora.getTime() + DIAS_DE_ANUNCIO * DIA),
        limite: MAX_OFERTAS,
      });
      return {
        ahora: ahora.toISOString(),
        ofertas: rows.map((row) => presentOferta(row, ahora)),
        faltas: await readFaltasParaInscribirse(services.db, actor.personaId),
      };
    },
  }),
];
