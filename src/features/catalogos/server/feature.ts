import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { catalogosHistorial } from '../historial.ts';
import { loteCatalogosHandlers } from '../lote/server/handlers.ts';
import { catalogosPaths } from '../routes.ts';
import { catalogosHandlers } from './handlers.ts';
import { catalogosHojas } from './hojas.ts';
import { seedCatalogos, seedCatalogosDemo } from './seed.ts';
import { nombrarItems } from './service.ts';

export const catalogos: ServerFeature = {
  name: 'catalogos',
  paths: catalogosPaths,
  historial: [catalogosHistorial],
  registros: { catalogo: nombrarItems },
  callables: ({ all, one }) => [
    ...catalogosHandlers(all('usosDeCatalogo'), (db, uids) => one('nombresDeCuentas')(db, uids)),
    ...loteCatalogosHandlers,
  ],
  hojas: catalogosHojas,
  demo: [
    demoSeed({
      needs: [],
      gives: ['catalogos'],
      run: async (trx) => ({ catalogos: await seedCatalogosDemo(trx) }),
    }),
  ],
  async onStart({ db, log }) {
    const sembrados = await seedCatalogos(db);
    if (sembrados > 0) log.info({ elementos: sembrados }, 'catálogos sembrados');
  },
};
