import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import type { Given } from '../../../../../platform/server/feature.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { requireEtapaDeMesa } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { presentEtapaConAvance, presentResultados } from './present.ts';
import {
  endEtapa,
  readAvance,
  readResultados,
  requestReevaluacion,
  sujetoDeSolicitud,
} from './service.ts';

const policy = canManagePosgrado;

/** How far the evaluation is and what came of it, for the staff of a call. */
export const cierreHandlers = ({ one }: Given): Handler[] => [
  handle(contract.listAvanceEvaluacion, {
    policy,
    async run({ convocatoriaId }, { actor, services: { db } }) {
      await requireAjeno(db, actor, convocatoriaId);
      const { etapas, ...counts } = await readAvance(db, convocatoriaId);
      const uids = etapas.flatMap(({ cerro }) => cerro ?? []);
      const nombres = await one('nombresDeCuentas')(db, [...new Set(uids)]);
      return { etapas: etapas.map((row) => presentEtapaConAvance(row, nombres)), ...counts };
    },
  }),

  handle(contract.endEtapa, {
    policy,
    // Of all the applications of a stage, and of none in which the actor takes part.
    noSobreUnoMismo: null,
    async run(input, { actor, services }) {
      await requireEtapaDeMesa(services.db, actor, input.etapaId);
      const acto = { services, por: actor.uid };
      const cerrada = await services.db.transaction().execute((trx) => endEtapa(trx, input, acto));
      return { cerradaEn: cerrada.toISOString() };
    },
  }),

  handle(contract.listResultadosEtapa, {
    policy,
    async run({ etapaId }, { actor, services: { db } }) {
      const evaluada = await requireEtapaDeMesa(db, actor, etapaId);
      return presentResultados(await readResultados(db, evaluada));
    },
  }),

  handle(contract.requestReevaluacion, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeSolicitud },
    async run(input, { actor, services }) {
      await requireEtapaDeMesa(services.db, actor, input.etapaId);
      const acto = { services, por: actor.uid };
      await services.db.transaction().execute((trx) => requestReevaluacion(trx, input, acto));
      return { ok: true as const };
    },
  }),
];
