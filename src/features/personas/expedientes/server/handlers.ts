import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { searchPage } from '../../../../platform/server/db/search.ts';
import * as contract from '../contract.ts';
import { canListPersonas } from '../policy.ts';
import { countPendientes, countPersonas, selectPersonas } from './data.ts';
import { presentFila } from './present.ts';
import { recordLista } from './service.ts';

export const expedientesHandlers: Handler[] = [
  handle(contract.listPersonas, {
    policy: canListPersonas,
    async run(input, { services: { db } }) {
      const query = { ...input, pendiente: input.pendiente };
      const { total, rows, parecidas } = await searchPage(db, query, countPersonas, selectPersonas);
      await recordLista(
        db,
        rows.map(({ id }) => id),
      );
      return { total, filas: rows.map(presentFila), parecidas };
    },
  }),

  handle(contract.getPendientesPersonas, {
    policy: canListPersonas,
    run: (_input, { services: { db } }) => countPendientes(db),
  }),
];
