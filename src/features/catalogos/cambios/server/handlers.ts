import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { NombresDeCuentas } from '../../../trabajos/server/service.ts';
import * as contract from '../../contract.ts';
import { canEditCatalogos } from '../../policy.ts';
import { selectByIds } from '../../server/data.ts';
import * as service from './service.ts';

/** What an Admin does to the items of the catalogs. */
export const cambiosHandlers = (
  usos: readonly service.CatalogoUso[],
  nombresDeCuentas: NombresDeCuentas,
): Handler[] => [
  handle(contract.saveItemCatalogo, {
    policy: canEditCatalogos,
    // About a list.
    noSobreUnoMismo: null,
    run: (input, { services: { db } }) =>
      db
        .transaction()
        .execute((trx) => service.saveItemCatalogo(trx, input, usos, nombresDeCuentas)),
  }),

  handle(contract.setActivoItemCatalogo, {
    policy: canEditCatalogos,
    // About a list.
    noSobreUnoMismo: null,
    run: (input, { services: { db } }) =>
      db.transaction().execute((trx) => service.setOneActivo(trx, input)),
  }),

  handle(contract.reorderItemsCatalogo, {
    policy: canEditCatalogos,
    // About a list.
    noSobreUnoMismo: null,
    async run(input, { services: { db } }) {
      await db.transaction().execute((trx) => service.reorder(trx, input));
      return { ok: true as const };
    },
  }),

  handle(contract.getUsoItemCatalogo, {
    policy: canEditCatalogos,
    async run({ id }, { services: { db } }) {
      const [row] = await selectByIds(db, [id]);
      if (!row) throw service.NO_SUCH;
      return { usos: await service.readUsos(db, row, usos) };
    },
  }),

  handle(contract.deleteItemCatalogo, {
    policy: canEditCatalogos,
    // About a list.
    noSobreUnoMismo: null,
    async run(input, { services: { db } }) {
      await db.transaction().execute((trx) => service.remove(trx, input, usos, nombresDeCuentas));
      return { ok: true as const };
    },
  }),
];
