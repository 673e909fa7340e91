import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { selectCopiasDeTramite } from '../../copias/server/data.ts';
import { presentCopia } from '../../copias/server/present.ts';
import { COPIA_TRAMITE_JOB } from '../../copias/server/service.ts';
import { canAnswerArco } from '../../policy.ts';
import { sujetoOf } from '../../server/service.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

export const entregasHandlers: Handler[] = [
  handle(contract.listEntregasTramiteArco, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: sujetoOf },
    async run({ id }, { actor, services: { db, trabajos, now } }) {
      const tramite = await service.requireTramite(db, id);
      const rows = await selectCopiasDeTramite(db, id);
      const enCurso = await db
        .transaction()
        .execute((trx) => trabajos.liveOf(trx, COPIA_TRAMITE_JOB, actor.uid));
      const copias = rows.map((row) => presentCopia(row, now()));
      return { copias, enCurso, correo: service.correoDe(tramite) };
    },
  }),

  handle(contract.requestEntregaTramiteArco, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: sujetoOf },
    run: ({ id }, ctx) =>
      ctx.services.db
        .transaction()
        .execute(async (trx) => ({ trabajo: await service.requestEntrega(trx, id, ctx) })),
  }),

  handle(contract.sendEnlaceEntrega, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: service.sujetoDeCopia },
    run: ({ id }, ctx) =>
      ctx.services.db.transaction().execute((trx) => service.sendEnlace(trx, id, ctx)),
  }),

  handle(contract.createDescargaEntrega, {
    policy: canAnswerArco,
    noSobreUnoMismo: { sujeto: service.sujetoDeCopia },
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => service.createDescarga(trx, input, ctx)),
  }),
];
