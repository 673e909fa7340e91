import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { requireEvaluadorById } from '../../evaluadores/server/service.ts';
import { requireEtapaDeMesa } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { presentAsignaciones, presentSorteo } from './present.ts';
import {
  assignAMano,
  assignSolicitudes,
  previewAsignacion,
  readDeEtapa,
  removeAMano,
  requireAsignacionDeMesa,
  sujetoDeAsignacion,
} from './service.ts';

const policy = canManagePosgrado;

/** Who evaluates what, for the staff of a call. */
export const asignacionHandlers: Handler[] = [
  handle(contract.listAsignacionesEtapa, {
    policy,
    async run({ etapaId }, { actor, services: { db } }) {
      const evaluada = await requireEtapaDeMesa(db, actor, etapaId);
      const { noSeAsigna, ...todo } = await readDeEtapa(db, evaluada);
      const cuantos = evaluada.convocatoria.bases.dictamenesPorSolicitud;
      return presentAsignaciones({ etapa: evaluada.etapa, cuantos, noSeAsigna }, todo);
    },
  }),

  handle(contract.previewAsignacionEtapa, {
    policy,
    // Of all the applications of a stage, and of none in which the actor takes part.
    noSobreUnoMismo: null,
    async run({ etapaId }, { actor, services }) {
      const drawn = await services.db.transaction().execute(async (trx) => {
        const evaluada = await requireEtapaDeMesa(trx, actor, etapaId);
        const { dictamenesPorSolicitud: cuantos } = evaluada.convocatoria.bases;
        const acto = { services, por: actor.uid };
        return { cuantos, ...(await previewAsignacion(trx, evaluada, acto)) };
      });
      return presentSorteo(drawn, drawn);
    },
  }),

  handle(contract.assignSolicitudesEtapa, {
    policy,
    noSobreUnoMismo: null,
    async run({ etapaId, huella }, { actor, services }) {
      await requireEtapaDeMesa(services.db, actor, etapaId);
      const acto = { services, por: actor.uid };
      return services.db
        .transaction()
        .execute((trx) => assignSolicitudes(trx, etapaId, huella, acto));
    },
  }),

  handle(contract.createAsignacionEtapa, {
    policy,
    noSobreUnoMismo: {
      sujeto: async ({ evaluadorId }, { services: { db } }) => ({
        personaIds: [(await requireEvaluadorById(db, evaluadorId)).persona_id],
      }),
    },
    async run(input, { actor, services }) {
      await requireEtapaDeMesa(services.db, actor, input.etapaId);
      const acto = { services, por: actor.uid };
      await services.db.transaction().execute((trx) => assignAMano(trx, input, acto));
      return { ok: true as const };
    },
  }),

  handle(contract.removeAsignacionEtapa, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeAsignacion },
    async run(input, { actor, services }) {
      await requireAsignacionDeMesa(services.db, actor, input.id);
      const acto = { services, por: actor.uid };
      const reasignadas = await services.db
        .transaction()
        .execute((trx) => removeAMano(trx, input, acto));
      return { reasignadas };
    },
  }),
];
