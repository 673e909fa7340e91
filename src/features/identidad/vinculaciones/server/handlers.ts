import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import * as contract from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { canDecideVinculaciones } from '../policy.ts';
import { identificacionesDe } from '../rules.ts';
import { countPendientes, findLatestOf, selectPendientes } from './data.ts';
import { presentFila, presentVinculacion } from './present.ts';
import {
  decide,
  recordLectura,
  recordLista,
  refuseTaken,
  removeIdentificaciones,
  requireVinculacion,
} from './service.ts';

export const vinculacionesHandlers: Handler[] = [
  handle(contract.listVinculaciones, {
    policy: canDecideVinculaciones,
    async run(input, { services }) {
      const [total, rows] = [
        await countPendientes(services.db),
        await selectPendientes(services.db, input),
      ];
      await recordLista(services.db, rows);
      return { total, filas: rows.map(presentFila) };
    },
  }),

  handle(contract.getVinculacion, {
    policy: canDecideVinculaciones,
    async run({ id }, { actor, services }) {
      const row = await requireVinculacion(services.db, id);
      const { entries } = await services.storage.list(
        { prefix: identificacionesDe(row.uid), delimiter: false, after: '', limit: 10 },
        { actor, ticket: null },
      );
      await recordLectura(services.db, row);
      return presentVinculacion(row, entries);
    },
  }),

  handle(contract.decideVinculacion, {
    policy: canDecideVinculaciones,
    noSobreUnoMismo: {
      sujeto: async ({ id }, { services }) => {
        const { uid, persona_id } = await requireVinculacion(services.db, id);
        return { uids: [uid], personaIds: [persona_id] };
      },
      rechazo: ERRORES.propia,
    },
    async run(input, ctx) {
      const row = await ctx.services.db
        .transaction()
        .execute((trx) => decide(trx, input, ctx))
        .catch((error: unknown) => {
          throw refuseTaken(error);
        });
      await removeIdentificaciones(row.uid, ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.getVinculacionPropia, {
    policy: isSignedIn,
    async run(_input, { actor, services }) {
      if (actor.personaId !== null) return null;
      const row = await findLatestOf(services.db, actor.uid);
      if (!row) return null;
      return {
        estado: row.estado,
        clave: row.clave,
        creadoEn: row.creado_en.toISOString(),
        motivo: row.motivo,
        identificacion: row.identificacion,
        carpeta: identificacionesDe(actor.uid),
      };
    },
  }),
];
