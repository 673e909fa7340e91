import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { recordArchivo, recordLecturaArchivo } from '../../identidad/archivos/server/service.ts';
import { mayOpenExpediente } from '../../personas/perfil/server/service.ts';
import { cursandoHistorial } from '../historial.ts';
import { materialFiles } from '../materiales/policy.ts';
import { materialesHandlers } from '../materiales/server/handlers.ts';
import { materialRoutes } from '../materiales/server/http.ts';
import { cursandoPaths, cursosPersonaPagePath } from '../routes.ts';
import { cursandoHandlers } from './handlers.ts';
import { sesionesProximas } from './service.ts';

export const cursando: ServerFeature = {
  name: 'cursando',
  paths: cursandoPaths,
  historial: [cursandoHistorial],
  callables: ({ all }) => [
    ...cursandoHandlers(all('resultadosDeInscripciones')),
    ...materialesHandlers,
  ],
  storage: [{ ...materialFiles, onChange: recordArchivo, onRead: recordLecturaArchivo }],
  http: ({ one }) => [materialRoutes({ resolveActor: one('resolveActor') })],
  demo: [
    demoSeed({
      needs: ['ediciones'],
      gives: [],
      run: async (trx, { ediciones }, { services, now }) => {
        const { seedMateriales } = await import('./seed.ts');
        await seedMateriales(trx, { ediciones, services, now });
        return {};
      },
    }),
  ],
  gives: {
    pendientes: [sesionesProximas],
    puertas: [{ paths: [cursosPersonaPagePath], mayOpen: mayOpenExpediente }],
  },
};
