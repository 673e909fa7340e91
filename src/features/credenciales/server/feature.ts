import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { offlineRoutes } from '../../../platform/server/http/offline.ts';
import { createPapeles } from '../../../platform/server/papeles.ts';
import { recordArchivo, recordLecturaArchivo } from '../../identidad/archivos/server/service.ts';
import { desacuerdoPendientes } from '../acta/server/service.ts';
import { archivoRoutes } from '../archivo/server/http.ts';
import { compartirRoutes } from '../compartir/server/http.ts';
import { imagenesHandlers } from '../disenos/imagenes/server/handlers.ts';
import { imagenRoutes } from '../disenos/imagenes/server/http.ts';
import { disenoFiles } from '../disenos/policy.ts';
import { disenosHandlers } from '../disenos/server/handlers.ts';
import { emisionHandlers } from '../emision/server/handlers.ts';
import { emisionRoutes } from '../emision/server/http.ts';
import { defineEmisiones } from '../emision/server/jobs.ts';
import { emisorRoutes } from '../emisor/server/http.ts';
import { requireLlavero } from '../emisor/server/service.ts';
import { credencialesHistorial } from '../historial.ts';
import { impresionRoutes } from '../impresion/server/http.ts';
import { documentoPapel, tarjetaPapel } from '../impresion/server/service.ts';
import { credencialesPaths, TARJETA_WORKER } from '../routes.ts';
import { tarjetaHandlers } from '../tarjeta/server/handlers.ts';
import { tarjetaRoutes } from '../tarjeta/server/http.ts';
import { hojaPapel } from '../tarjeta/server/service.ts';
import { emitidosAporte, emitidosSeguidor, emitidosSupresion } from '../traslado/server/service.ts';
import { listaRoutes } from '../validacion/lista/server/http.ts';
import { validacionHandlers } from '../validacion/server/handlers.ts';
import { validacionRoutes } from '../validacion/server/http.ts';
import { credencialesHandlers } from './handlers.ts';
import { credencialesJobs } from './jobs.ts';
import { emitidosContexto, emitidosPendientes, idsDeEmitidos } from './service.ts';
import { EMITIDOS } from './textos.ts';

export const credenciales: ServerFeature = {
  name: 'credenciales',
  paths: credencialesPaths,
  historial: [credencialesHistorial],
  callables: ({ all }) => [
    ...credencialesHandlers,
    ...emisionHandlers,
    ...validacionHandlers(createPapeles(all('papeles'))),
    ...tarjetaHandlers,
    ...disenosHandlers,
    ...imagenesHandlers,
  ],
  storage: [{ ...disenoFiles, onChange: recordArchivo, onRead: recordLecturaArchivo }],
  jobs: credencialesJobs,
  trabajos: defineEmisiones,
  http: ({ one, all }) => {
    const resolveActor = one('resolveActor');
    const papeles = createPapeles(all('papeles'));
    return [
      emisorRoutes,
      archivoRoutes,
      validacionRoutes(papeles),
      listaRoutes(papeles),
      compartirRoutes,
      impresionRoutes({ resolveActor }),
      tarjetaRoutes({ resolveActor }),
      offlineRoutes(TARJETA_WORKER),
      emisionRoutes({ resolveActor }),
      imagenRoutes({ resolveActor }),
    ];
  },
  onStart: requireLlavero,
  demo: [
    demoSeed({
      // A certificado is of a line of an acta.
      needs: ['personas', 'cuentas', 'catalogos', 'resultados'],
      gives: [],
      run: async (trx, { personas }, { services, now }) => {
        const { seedCredenciales } = await import('./seed.ts');
        await seedCredenciales(trx, { personas, services, now });
        return {};
      },
    }),
  ],
  gives: {
    seguidores: [emitidosSeguidor],
    aportes: [emitidosAporte],
    supresiones: [emitidosSupresion],
    pendientes: [...emitidosPendientes, ...desacuerdoPendientes],
    cartas: [EMITIDOS.textos],
    idsDeRegistros: [idsDeEmitidos],
    papeles: [documentoPapel, tarjetaPapel, hojaPapel],
    contextoDeSoporte: [emitidosContexto],
  },
};
