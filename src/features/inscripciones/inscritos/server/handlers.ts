import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../pasos/server/service.ts';
import { canDecideInscripciones } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  countInscritos,
  decideMany,
  readInscrito,
  readInscritos,
  readOpciones,
  requireAjeno,
} from './service.ts';

export const inscritosHandlers = (given: Given): Handler[] => [
  handle(contract.listInscritos, {
    policy: canDecideInscripciones,
    async run({ tras, antes, porPagina, descendente, ...filtros }, { actor, services }) {
      const { db, now } = services;
      await requireAjeno(db, withConvocatorias(services, given), actor, filtros);
      return readInscritos(db, filtros, { tras, antes, porPagina }, descendente, now());
    },
  }),
  handle(contract.getTotalInscritos, {
    policy: canDecideInscripciones,
    async run(filtros, { actor, services }) {
      await requireAjeno(services.db, withConvocatorias(services, given), actor, filtros);
      return { total: await countInscritos(services.db, filtros) };
    },
  }),
  handle(contract.listOpcionesInscritos, {
    policy: canDecideInscripciones,
    async run({ plantillaId }, { actor, services }) {
      await requireAjeno(services.db, withConvocatorias(services, given), actor, { plantillaId });
      return readOpciones(services.db, plantillaId);
    },
  }),
  handle(contract.getInscrito, {
    policy: canDecideInscripciones,
    // Reading one's own is no act on oneself.
    noSobreUnoMismo: null,
    async run({ id }, { actor, services }) {
      const con = withConvocatorias(services, given);
      await requireAjeno(services.db, con, actor, { inscripcionId: id });
      return readInscrito(services.db, id, services.now());
    },
  }),
  handle(contract.decideInscripciones, {
    policy: canDecideInscripciones,
    // Of many: one's own is told apart and left as it is (ERRORES.propia).
    noSobreUnoMismo: null,
    run: (input, { actor, services }) =>
      decideMany(
        { ...withConvocatorias(services, given), proveedores: given.all('hechos') },
        { ...input, actor },
      ),
  }),
];
