import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canEvaluatePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import { presentDictamen, presentEtapaEnCola } from './present.ts';
import {
  acceptAsignacion,
  countPropias,
  declareImpedimento,
  findSiguiente,
  readDictamen,
  readPropias,
  saveDictamen,
  submitDictamen,
} from './service.ts';

const policy = canEvaluatePosgrado;

/** What evaluators do. Whose an application is never leaves these. */
export const dictamenesHandlers: Handler[] = [
  handle(contract.listDictamenesPropios, {
    policy,
    async run(_input, { actor, services: { db, now } }) {
      const { evalua, convocatorias } = await readPropias(db, actor);
      return {
        evalua,
        convocatorias: convocatorias.map(({ etapas, ...one }) => ({
          ...one,
          etapas: etapas.map(presentEtapaEnCola),
        })),
        ahora: now().toISOString(),
      };
    },
  }),

  handle(contract.getPendientesDictamenes, {
    policy,
    async run(_input, { actor, services: { db } }) {
      const { cuantos } = await countPropias(db, actor);
      return { cuantos };
    },
  }),

  handle(contract.getDictamen, {
    policy,
    run: async ({ id }, { actor, request, services }) =>
      presentDictamen(await readDictamen(services.db, id, request.receivedAt, { actor, services })),
  }),

  handle(contract.acceptAsignacion, {
    policy,
    async run({ id }, { actor, request, services }) {
      const estado = await services.db
        .transaction()
        .execute((trx) => acceptAsignacion(trx, id, request.receivedAt, { actor, services }));
      return { estado };
    },
  }),

  handle(contract.declareImpedimento, {
    policy,
    async run(input, { actor, request, services }) {
      await services.db
        .transaction()
        .execute((trx) => declareImpedimento(trx, input, request.receivedAt, { actor, services }));
      return { ok: true as const };
    },
  }),

  handle(contract.saveDictamen, {
    policy,
    async run(input, { actor, request, services }) {
      const { revision, guardadoEn } = await services.db
        .transaction()
        .execute((trx) => saveDictamen(trx, input, request.receivedAt, { actor, services }));
      return { revision, guardadoEn: guardadoEn.toISOString() };
    },
  }),

  handle(contract.submitDictamen, {
    policy,
    async run(input, { actor, request, services }) {
      const { entregadaEn, row } = await services.db
        .transaction()
        .execute((trx) => submitDictamen(trx, input, request.receivedAt, { actor, services }));
      return {
        entregadaEn: entregadaEn.toISOString(),
        siguiente: await findSiguiente(services.db, actor, row.etapa_id),
      };
    },
  }),
];
