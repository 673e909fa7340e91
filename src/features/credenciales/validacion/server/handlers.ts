import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Papeles } from '../../../../platform/server/papeles.ts';
import { checkDocumentoEmitido } from '../contract.ts';
import { checkPapel, lookUpEmitido, readResultado } from './service.ts';

export const validacionHandlers = (papeles: Papeles): Handler[] => [
  handle(checkDocumentoEmitido, {
    public: true,
    run: async ({ tipo, folio }, { request: { ip }, services }) =>
      tipo === undefined
        ? checkPapel(services, papeles, { folio, ip })
        : readResultado(services, await lookUpEmitido(services, { tipo, folio, ip })),
  }),
];
