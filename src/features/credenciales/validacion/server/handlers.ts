import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { checkDocumentoEmitido } from '../contract.ts';
import { lookUpEmitido, readResultado } from './service.ts';

export const validacionHandlers: Handler[] = [
  handle(checkDocumentoEmitido, {
    public: true,
    run: async ({ tipo, folio }, { request, services }) =>
      readResultado(services, await lookUpEmitido(services, { tipo, folio, ip: request.ip })),
  }),
];
