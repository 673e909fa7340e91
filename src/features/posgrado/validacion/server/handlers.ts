import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { canApplyPosgrado, canDecidePosgrado, canManagePosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import { ERRORES_VALIDACION as ERRORES } from '../errors.ts';
import {
  decideReconsideracion,
  requestReconsideracion,
  sujetoDeReconsideracion,
  withdrawReconsideracion,
} from '../reconsideracion/server/service.ts';
import { cuentaDe } from '../rules.ts';
import { presentCurso, presentFila, presentRegistro, presentValidacion } from './present.ts';
import {
  decideMany,
  decideRevision,
  endRevision,
  readPresolicitudes,
  readRevision,
  readSensibles,
  readValidacion,
  renewRevision,
  reviewRequisito,
  startRevision,
  sujetoDePresolicitud,
} from './service.ts';

const DONE = { ok: true } as const;

const noPropia = { sujeto: sujetoDePresolicitud, rechazo: ERRORES.propia };
const noSuya = { sujeto: sujetoDeReconsideracion, rechazo: ERRORES.propia };

/** The review of pre-applications, by the school and as each applicant sees it. */
export const validacionHandlers = (proveedores: readonly ProveedorDeHechos[]): Handler[] => [
  handle(contract.getValidacionPresolicitud, {
    policy: canApplyPosgrado,
    run: async ({ cursoId }, { actor, services }) =>
      presentValidacion(await readValidacion(services, actor, cursoId)),
  }),

  handle(contract.listPresolicitudesCurso, {
    policy: canManagePosgrado,
    // Calls in which one applies are left out.
    noSobreUnoMismo: null,
    async run(input, { actor, services }) {
      const { total, parecidas, juzgadas, ...momento } = await readPresolicitudes(
        services,
        actor,
        input,
      );
      return { total, parecidas, filas: juzgadas.map((one) => presentFila(one, momento)) };
    },
  }),

  handle(contract.getRevisionPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    run: async ({ id }, ctx) =>
      presentRegistro(await readRevision(id, { ...ctx, proveedores }), ctx.actor),
  }),

  handle(contract.getSensiblesPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    run: async ({ id }, ctx) => ({ secciones: await readSensibles(id, ctx) }),
  }),

  handle(contract.startRevisionPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    async run(input, ctx) {
      const { curso, registro, espera } = await startRevision(input, { ...ctx, proveedores });
      return {
        curso: presentCurso(curso),
        presolicitud: registro && presentRegistro(registro, ctx.actor),
        espera: { cuantos: espera.n, desde: espera.desde?.toISOString() ?? null },
      };
    },
  }),

  handle(contract.renewRevisionPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => renewRevision(trx, id, ctx));
      return DONE;
    },
  }),

  handle(contract.endRevisionPresolicitud, {
    policy: canManagePosgrado,
    // It lets go of what one holds, whatever it is.
    noSobreUnoMismo: null,
    async run(_input, { actor, services }) {
      await services.db.transaction().execute((trx) => endRevision(trx, actor.uid));
      return DONE;
    },
  }),

  handle(contract.reviewRequisitoPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    async run(input, ctx) {
      const { requisito, requisitos } = await ctx.services.db
        .transaction()
        .execute((trx) => reviewRequisito(trx, input, ctx));
      return { requisito, cuenta: cuentaDe(requisitos) };
    },
  }),

  handle(contract.decideRevisionPresolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: noPropia,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => decideRevision(trx, input, ctx));
      return DONE;
    },
  }),

  handle(contract.decidePresolicitudesCurso, {
    policy: canManagePosgrado,
    // Of many: one's own is told apart and left as it is (ERRORES.propia).
    noSobreUnoMismo: null,
    run: ({ parte }, ctx) => decideMany(parte, { ...ctx, proveedores }),
  }),

  handle(contract.requestReconsideracionPresolicitud, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: noPropia,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => requestReconsideracion(trx, input, ctx)),
  }),

  handle(contract.decideReconsideracionPresolicitud, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: noSuya,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => decideReconsideracion(trx, input, ctx));
      return DONE;
    },
  }),

  handle(contract.withdrawReconsideracionPresolicitud, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: noSuya,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawReconsideracion(trx, id, ctx));
      return DONE;
    },
  }),
];
