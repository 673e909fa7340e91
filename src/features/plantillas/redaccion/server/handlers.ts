import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canEditPlantillas } from '../../policy.ts';
import { catalogoDeHechos } from '../../reglas/server/service.ts';
import * as contract from '../contract.ts';
import { presentHecho } from './present.ts';

const policy = canEditPlantillas;

/** What whoever writes rules chooses from. */
export const redaccionHandlers = ({ all }: Given): Handler[] => [
  handle(contract.listHechosReglas, {
    policy,
    run: async () => ({ hechos: catalogoDeHechos(all('hechos')).map(presentHecho) }),
  }),

  handle(contract.listOpcionesRegla, {
    policy,
    async run({ acervo, busqueda }, { services: { db } }) {
      const found = all('acervos').find(({ nombre }) => nombre === acervo);
      if (!found) throw new CallError('NOT_FOUND', 'No hay nada que buscar con ese nombre.');
      return { opciones: [...(await found.search(db, busqueda))] };
    },
  }),
];
