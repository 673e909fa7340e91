import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Given } from '../../../platform/server/feature.ts';
import * as contract from '../contract.ts';
import { canAskSoporte } from '../policy.ts';
import {
  openConversacion,
  rateConversacion,
  readCambios,
  readContexto,
  readConversaciones,
  readMensajes,
  reopenConversacion,
  resolveConversacion,
  saveLectura,
  sendMensaje,
  tellEscribiendo,
} from './service.ts';

const policy = canAskSoporte;

/** What a person does in their conversations; staff write in those that they attend by the same callables. */
export const soporteHandlers = ({ all }: Given): Handler[] => [
  handle(contract.listConversaciones, {
    policy,
    run: ({ busqueda }, { actor, services }) => readConversaciones(services, actor, busqueda),
  }),
  handle(contract.getContextoSoporte, {
    policy,
    run: (input, { actor, services: { db } }) =>
      readContexto(db, all('contextoDeSoporte'), input, actor),
  }),
  handle(contract.createConversacion, {
    policy,
    run: (input, ctx) => openConversacion(input, all('contextoDeSoporte'), ctx),
  }),
  handle(contract.sendMensaje, {
    policy,
    run: (input, ctx) => sendMensaje(input, ctx),
  }),
  handle(contract.listMensajes, {
    policy,
    run: (input, { actor, services }) => readMensajes(services, input, actor),
  }),
  handle(contract.listCambiosSoporte, {
    policy,
    run: (input, { actor, services: { db } }) => readCambios(db, input, actor),
  }),
  handle(contract.saveLecturaConversacion, {
    policy,
    run: async (input, { actor, services }) => ({
      leidoHasta: await saveLectura(services, input, actor),
    }),
  }),
  handle(contract.sendEscribiendo, {
    policy,
    async run({ id }, { actor, services }) {
      await tellEscribiendo(services, id, actor);
      return null;
    },
  }),
  handle(contract.endConversacion, {
    policy,
    run: ({ id }, ctx) => resolveConversacion(id, ctx),
  }),
  handle(contract.resetConversacion, {
    policy,
    run: ({ id }, ctx) => reopenConversacion(id, ctx),
  }),
  handle(contract.saveValoracionConversacion, {
    policy,
    async run(input, ctx) {
      await rateConversacion(input, ctx);
      return null;
    },
  }),
];
