import { type Handler, handle } from '../../../platform/server/callables.ts';
import { searchPage } from '../../../platform/server/db/search.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { NombresDeCuentas } from '../../trabajos/server/service.ts';
import { cambiosHandlers } from '../cambios/server/handlers.ts';
import type { CatalogoUso } from '../cambios/server/service.ts';
import * as contract from '../contract.ts';
import { CATALOGO_IDS } from '../definiciones/rules.ts';
import { canEditCatalogos, canReadCatalogos } from '../policy.ts';
import * as data from './data.ts';
import { presentAll, presentOne } from './present.ts';
import { chainOf, findInCatalogos } from './service.ts';

export const catalogosHandlers = (
  usos: readonly CatalogoUso[],
  nombresDeCuentas: NombresDeCuentas,
): Handler[] => [
  handle(contract.listCatalogos, {
    policy: canReadCatalogos,
    async run(_input, { services }) {
      const counts = new Map((await data.countByCatalogo(services.db)).map((c) => [c.catalogo, c]));
      return CATALOGO_IDS.map((id) => ({
        id,
        activos: counts.get(id)?.activos ?? 0,
        inactivos: counts.get(id)?.inactivos ?? 0,
      }));
    },
  }),

  handle(contract.listItemsCatalogo, {
    policy: canReadCatalogos,
    async run(input, { actor, services: { db } }) {
      const query = canEditCatalogos(actor) ? input : { ...input, estado: 'activos' as const };
      const { total, rows, parecidas } = await searchPage(
        db,
        query,
        data.countItems,
        data.selectItems,
      );
      return { total, filas: await presentAll(db, rows), parecidas };
    },
  }),

  handle(contract.listHallazgosCatalogos, {
    policy: canEditCatalogos,
    // It reads, and of nobody.
    noSobreUnoMismo: null,
    run: async ({ busqueda }, { services: { db } }) =>
      presentAll(db, await findInCatalogos(db, busqueda)),
  }),

  handle(contract.listRamasCatalogo, {
    policy: canReadCatalogos,
    async run({ catalogo, padreId, estado }, { actor, services: { db } }) {
      const rows = await data.selectRamas(db, {
        catalogos: chainOf(catalogo),
        hoja: catalogo,
        padreId,
        soloActivos: estado === 'activos' || !canEditCatalogos(actor),
      });
      const items = await presentAll(db, rows);
      return items.map((item, i) => ({ item, debajo: rows[i]?.debajo ?? 0 }));
    },
  }),

  handle(contract.getItemCatalogo, {
    policy: canReadCatalogos,
    async run({ id }, { services: { db } }) {
      const [row] = await data.selectByIds(db, [id]);
      if (!row) throw new CallError('NOT_FOUND', 'Ese elemento ya no existe en el catálogo.');
      return presentOne(db, row);
    },
  }),

  ...cambiosHandlers(usos, nombresDeCuentas),
];
