import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import type { Given } from '../../../../../platform/server/feature.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { requireConvocatoria } from '../../../convocatorias/server/service.ts';
import { IMPEDIMENTO } from '../../../estados.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { requireEvaluadorById } from '../../evaluadores/server/service.ts';
import * as contract from '../contract.ts';
import { presentImpedimento } from './present.ts';
import {
  createImpedimento,
  decideImpedimento,
  readImpedimentos,
  requireImpedimento,
  sujetoDeImpedimento,
} from './service.ts';

const policy = canManagePosgrado;

/** Conflicts of evaluators, for the staff of a call. */
export const resolucionHandlers = ({ one }: Given): Handler[] => [
  handle(contract.listImpedimentosConvocatoria, {
    policy,
    async run({ convocatoriaId }, { actor, services: { db } }) {
      await requireConvocatoria(db, { id: convocatoriaId });
      await requireAjeno(db, actor, convocatoriaId);
      const rows = await readImpedimentos(db, convocatoriaId);
      const uids = rows.flatMap(({ creada_por, resuelto_por }) =>
        [creada_por, resuelto_por].filter((uid) => uid !== null),
      );
      const nombres = await one('nombresDeCuentas')(db, [...new Set(uids)]);
      return {
        impedimentos: rows.map((row) => presentImpedimento(row, nombres)),
        porResolver: rows.filter(({ estado }) => IMPEDIMENTO.can('confirmar', estado)).length,
      };
    },
  }),

  handle(contract.decideImpedimento, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoDeImpedimento },
    async run(input, { actor, services }) {
      const { convocatoria_id } = await requireImpedimento(services.db, input.id);
      await requireAjeno(services.db, actor, convocatoria_id);
      const acto = { services, por: actor.uid };
      const anuladas = await services.db
        .transaction()
        .execute((trx) => decideImpedimento(trx, input, acto));
      return { anuladas };
    },
  }),

  handle(contract.createImpedimento, {
    policy,
    noSobreUnoMismo: {
      sujeto: async ({ evaluadorId }, { services: { db } }) => ({
        personaIds: [(await requireEvaluadorById(db, evaluadorId)).persona_id],
      }),
    },
    async run(input, { actor, services }) {
      const { convocatoria_id } = await requireEvaluadorById(services.db, input.evaluadorId);
      await requireAjeno(services.db, actor, convocatoria_id);
      const acto = { services, por: actor.uid };
      return services.db.transaction().execute((trx) => createImpedimento(trx, input, acto));
    },
  }),
];
