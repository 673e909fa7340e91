import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { qrSvg } from '../../../../platform/server/pdf/index.ts';
import { getAcuse } from '../contract.ts';
import { presentAcuse } from './present.ts';
import { lookUpAcuse, recordLecturaAcuse } from './service.ts';

export const acuseHandlers = ({ all }: Given): Handler[] => [
  handle(getAcuse, {
    public: true,
    run: async ({ folio, clave }, { actor, request, services }) => {
      const { row, open } = await lookUpAcuse(
        { ...services, deEnvio: all('acusesDeEnvio') },
        { folio, clave, ip: request.ip },
      );
      if (open) await recordLecturaAcuse(services, actor, row);
      return presentAcuse(row, open ? await qrSvg(row.datos.url) : null);
    },
  }),
];
