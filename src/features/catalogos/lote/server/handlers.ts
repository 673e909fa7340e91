import type { Handler } from '../../../../platform/server/callables.ts';
import { handle } from '../../../../platform/server/callables.ts';
import { runLote } from '../../../../platform/server/lotes.ts';
import { setOneActivo } from '../../cambios/server/service.ts';
import { canEditCatalogos } from '../../policy.ts';
import { selectItemsById, selectItemsOf } from '../../server/data.ts';
import * as contract from '../contract.ts';

export const loteCatalogosHandlers: Handler[] = [
  handle(contract.setActivoItemsCatalogo, {
    policy: canEditCatalogos,
    // About a list.
    noSobreUnoMismo: null,
    run: ({ catalogo, activo, parte }, { services: { db } }) =>
      runLote(
        parte,
        (ids) => selectItemsOf(db, catalogo, ids),
        (filtros, id, limit) => selectItemsById(db, { catalogo, ...filtros }, id, limit),
        async (item) => {
          if (item.activo === activo) return 'sinCambio';
          await db.transaction().execute((trx) => setOneActivo(trx, { id: item.id, activo }));
          return 'cambiada';
        },
      ),
  }),
];
