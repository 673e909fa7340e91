import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { getPendientesPersonas, listPersonas } from '../contract.ts';
import { canListPersonas } from '../policy.ts';
import { countPendientes } from './data.ts';
import { readExpedientes, recordLista } from './service.ts';

export const expedientesHandlers: Handler[] = [
  handle(listPersonas, {
    policy: canListPersonas,
    async run({ tras, antes, porPagina, descendente, ...filtros }, { services: { db } }) {
      const page = await readExpedientes(db, filtros, {
        tras,
        antes,
        porPagina,
        descendente,
      });
      await recordLista(db, page.filas);
      return page;
    },
  }),

  handle(getPendientesPersonas, {
    policy: canListPersonas,
    run: (_input, { services: { db } }) => countPendientes(db),
  }),
];
