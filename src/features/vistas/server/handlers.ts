import { type Handler, handle } from '../../../platform/server/callables.ts';
import { tryKept } from '../../../platform/shared/formatos.ts';
import * as contract from '../../../platform/shared/vistas.ts';
import { canKeepVistas } from '../policy.ts';
import { selectVistas } from './data.ts';
import { removeVistaOf, saveVistaOf } from './service.ts';

export const vistasHandlers: Handler[] = [
  handle(contract.listVistas, {
    policy: canKeepVistas,
    async run(_input, { actor, services }) {
      const rows = await selectVistas(services.db, actor.uid);
      // Which columns are hidden and cannot be read: as the list shows them at first.
      return rows.map((row) => ({
        ...row,
        ocultas: tryKept(() => contract.ocultasLeidas.parse(row.ocultas)),
      }));
    },
  }),

  handle(contract.saveVista, {
    policy: canKeepVistas,
    run: (input, { actor, services: { db } }) =>
      db.transaction().execute((trx) => saveVistaOf(trx, actor.uid, input)),
  }),

  handle(contract.deleteVista, {
    policy: canKeepVistas,
    async run({ id }, { actor, services: { db } }) {
      await db.transaction().execute((trx) => removeVistaOf(trx, actor.uid, id));
      return { ok: true as const };
    },
  }),
];
