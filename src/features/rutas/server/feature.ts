import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { seededRandom } from '../../../platform/shared/random.ts';
import { noticeOfActa } from '../avance/server/service.ts';
import { rutasAcervo, rutasHechos } from '../hechos/server/service.ts';
import { rutasHistorial } from '../historial.ts';
import { rutasPaths } from '../routes.ts';
import { rutasAporte, rutasSeguidor, rutasSupresion } from '../traslado/server/service.ts';
import { rutasHandlers } from './handlers.ts';
import { nombrarRutas } from './service.ts';
import { RUTAS } from './textos.ts';

export const rutas: ServerFeature = {
  name: 'rutas',
  paths: rutasPaths,
  historial: [rutasHistorial],
  registros: { ruta: nombrarRutas },
  callables: rutasHandlers,
  demo: [
    demoSeed({
      needs: ['personas', 'ediciones', 'inscripciones'],
      gives: ['cursadas'],
      run: async (trx, { personas, ediciones }, { now, given, services }) => {
        const { seedCursadasDeAna } = await import('./seed.ts');
        await seedCursadasDeAna(trx, {
          ...{ personas, ediciones, now, env: services.env, secrets: services.secrets },
          // Of its own: the rest is what it was without it.
          random: seededRandom(94),
          proveedores: given.all('hechos'),
        });
        return { cursadas: true };
      },
    }),
    demoSeed({
      needs: ['personas', 'ediciones', 'cursadas', 'resultados'],
      gives: [],
      run: async (trx, { personas }, { now }) => {
        const { seedRutas } = await import('./seed.ts');
        await seedRutas(trx, { personas, now });
        return {};
      },
    }),
  ],
  gives: {
    cartas: [RUTAS.textos],
    hechos: [rutasHechos],
    acervos: [rutasAcervo],
    alCerrarActa: [noticeOfActa],
    seguidores: [rutasSeguidor],
    aportes: [rutasAporte],
    supresiones: [rutasSupresion],
  },
};
