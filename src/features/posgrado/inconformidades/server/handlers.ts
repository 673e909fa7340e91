import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { SOBRE_UNO_MISMO } from '../../../../platform/shared/uno-mismo.ts';
import { readCalendar } from '../../../arco/server/service.ts';
import { canApplyPosgrado, canManagePosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  readPropias,
  submitInconformidad,
  withdrawPropia,
} from '../presentacion/server/service.ts';
import {
  assignInconformidad,
  decideInconformidad,
  readDeConvocatoria,
  readEnMesa,
  readRevisores,
  sujetoDeInconformidad,
} from '../resolucion/server/service.ts';
import { presentFila, presentPlazo, presentPropia, presentUna } from './present.ts';

const DONE = { ok: true } as const;
const noSuya = { sujeto: sujetoDeInconformidad, rechazo: SOBRE_UNO_MISMO };

/** Requests for review, by who files them and by the school. */
export const inconformidadesHandlers: Handler[] = [
  handle(contract.listPropias, {
    policy: canApplyPosgrado,
    async run(input, { actor, request, services }) {
      const ahora = request.receivedAt;
      const suyo = { ...input, personaId: actor.personaId };
      const { materia, propias, calendario } = await readPropias(services.db, suyo, ahora);
      const momento = { ahora, calendario };
      return {
        materia: materia && {
          ...{ sobre: materia.sobre, etapa: materia.etapa, dias: materia.dias },
          notificadaEn: materia.notificadaEn.toISOString(),
          presentar: presentPlazo(materia.venceEn, momento),
          porque: materia.porque,
        },
        propias: propias.map((one) => presentPropia(one, momento)),
        ahora: ahora.toISOString(),
      };
    },
  }),

  handle(contract.submitInconformidad, {
    policy: canApplyPosgrado,
    async run(input, { actor, request, services }) {
      const { venceEn, ...presentada } = await services.db
        .transaction()
        .execute((trx) =>
          submitInconformidad(
            trx,
            services,
            { ...input, personaId: actor.personaId },
            request.receivedAt,
          ),
        );
      return { ...presentada, venceEn: venceEn.toISOString() };
    },
  }),

  handle(contract.withdrawInconformidad, {
    policy: canApplyPosgrado,
    async run({ id }, { actor, request, services }) {
      const { personaId } = actor;
      await services.db
        .transaction()
        .execute((trx) => withdrawPropia(trx, { id, personaId }, request.receivedAt));
      return DONE;
    },
  }),

  handle(contract.listInconformidades, {
    policy: canManagePosgrado,
    // Whoever applies in the call sees none of them.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { total, rows } = await readDeConvocatoria(input, ctx);
      const { actor, request, services } = ctx;
      const momento = { ahora: request.receivedAt, calendario: await readCalendar(services.db) };
      return { total, filas: rows.map((row) => presentFila(row, actor.uid, momento)) };
    },
  }),

  handle(contract.getInconformidad, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noSuya,
    async run({ id }, ctx) {
      const una = await readEnMesa(id, ctx);
      return presentUna(una, {
        ...{ ahora: ctx.request.receivedAt, calendario: await readCalendar(ctx.services.db) },
      });
    },
  }),

  handle(contract.listRevisores, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noSuya,
    run: async ({ id }, ctx) => ({ revisores: await readRevisores(id, ctx) }),
  }),

  handle(contract.assignInconformidad, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noSuya,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => assignInconformidad(trx, input, ctx));
      return DONE;
    },
  }),

  handle(contract.decideInconformidad, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noSuya,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => decideInconformidad(trx, input, ctx));
      return DONE;
    },
  }),
];
