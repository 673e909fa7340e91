import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canDecideInscripciones } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  countInscritos,
  decideMany,
  readInscrito,
  readInscritos,
  readOpciones,
} from './service.ts';

export const inscritosHandlers: Handler[] = [
  handle(contract.listInscritos, {
    policy: canDecideInscripciones,
    run: ({ tras, antes, porPagina, descendente, ...filtros }, { services: { db, now } }) =>
      readInscritos(db, filtros, { tras, antes, porPagina }, descendente, now()),
  }),
  handle(contract.getTotalInscritos, {
    policy: canDecideInscripciones,
    run: async (filtros, { services: { db } }) => ({ total: await countInscritos(db, filtros) }),
  }),
  handle(contract.listOpcionesInscritos, {
    policy: canDecideInscripciones,
    run: ({ plantillaId }, { services: { db } }) => readOpciones(db, plantillaId),
  }),
  handle(contract.getInscrito, {
    policy: canDecideInscripciones,
    // Reading one's own is no act on oneself.
    noSobreUnoMismo: null,
    run: ({ id }, { services: { db, now } }) => readInscrito(db, id, now()),
  }),
  handle(contract.decideInscripciones, {
    policy: canDecideInscripciones,
    // Of many: one's own is told apart and left as it is (ERRORES.propia).
    noSobreUnoMismo: null,
    run: (input, { actor: { personaId }, services }) =>
      decideMany(services, { ...input, personaId }),
  }),
];
