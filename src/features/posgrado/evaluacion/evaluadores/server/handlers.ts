import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { requireConvocatoria } from '../../../convocatorias/server/service.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { admiteEvaluadores } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { presentEvaluador } from './present.ts';
import {
  createEvaluador,
  readEtapasEvaluadas,
  readEvaluadores,
  removeEvaluador,
  requireEvaluadorById,
  requirePersonaId,
  sujetoDeEvaluador,
} from './service.ts';

const policy = canManagePosgrado;

/** Who evaluates in a call, for its staff. */
export const evaluadoresHandlers: Handler[] = [
  handle(contract.listEvaluadoresConvocatoria, {
    policy,
    async run({ convocatoriaId }, { actor, services: { db } }) {
      await requireAjeno(db, actor, convocatoriaId);
      const convocatoria = await requireConvocatoria(db, { id: convocatoriaId });
      const etapas = await readEtapasEvaluadas(db, convocatoriaId);
      const { evaluadores, avance } = await readEvaluadores(db, convocatoriaId);
      return {
        evaluadores: evaluadores.map((row) => presentEvaluador(row, avance.get(row.id) ?? [])),
        etapas: etapas.map(({ id, nombre, cerradaEn }) => ({ id, nombre, cerradaEn })),
        dictamenesPorSolicitud: convocatoria.bases.dictamenesPorSolicitud,
        abierta: admiteEvaluadores(convocatoria),
      };
    },
  }),

  handle(contract.createEvaluadorConvocatoria, {
    policy,
    noSobreUnoMismo: {
      sujeto: async ({ clave }, { services: { db } }) => ({
        personaIds: [await requirePersonaId(db, clave)],
      }),
    },
    async run(input, { actor, services }) {
      await requireAjeno(services.db, actor, input.convocatoriaId);
      const row = await services.db
        .transaction()
        .execute((trx) => createEvaluador(trx, input, { services, por: actor.uid }));
      return { id: row.id, nombre: row.persona_nombre_completo };
    },
  }),

  handle(contract.removeEvaluadorConvocatoria, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeEvaluador },
    async run(input, { actor, services }) {
      const { convocatoria_id } = await requireEvaluadorById(services.db, input.id);
      await requireAjeno(services.db, actor, convocatoria_id);
      return services.db
        .transaction()
        .execute((trx) => removeEvaluador(trx, input, { services, por: actor.uid }));
    },
  }),
];
