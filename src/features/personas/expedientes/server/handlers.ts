import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { getPendientesPersonas, listPersonas, type PersonaListada } from '../contract.ts';
import { canListPersonas } from '../policy.ts';
import { countPendientes } from './data.ts';
import { readExpedientes, recordLista } from './service.ts';

/** Accounts are administered by few. */
const sinCuenta = (persona: PersonaListada): PersonaListada => ({ ...persona, cuenta: null });

export const expedientesHandlers: Handler[] = [
  handle(listPersonas, {
    policy: canListPersonas,
    async run({ tras, antes, porPagina, descendente, ...filtros }, { actor, services: { db } }) {
      const page = await readExpedientes(db, filtros, {
        tras,
        antes,
        porPagina,
        descendente,
      });
      await recordLista(db, page.filas);
      return isAdmin(actor) ? page : { ...page, filas: page.filas.map(sinCuenta) };
    },
  }),

  handle(getPendientesPersonas, {
    policy: canListPersonas,
    run: (_input, { services: { db } }) => countPendientes(db),
  }),
];
