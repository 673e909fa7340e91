import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { recordArchivo, recordLecturaArchivo } from '../../identidad/archivos/server/service.ts';
import { mayOpenExpediente } from '../../personas/perfil/server/service.ts';
import { entradaFiles } from '../entrada/policy.ts';
import { documentosHechos } from '../hechos/server/service.ts';
import { documentosHistorial } from '../historial.ts';
import { revisionHandlers } from '../revision/server/handlers.ts';
import { revisionPendientes } from '../revision/server/service.ts';
import { documentosPagePath, documentosPaths } from '../routes.ts';
import { documentosHandlers } from './handlers.ts';
import { archivoRoutes } from './http.ts';
import { documentosJobs } from './jobs.ts';
import {
  documentosAporte,
  documentosContexto,
  documentosPropiosPendientes,
  documentosSeguidor,
  documentosSinAporte,
  documentosSinSupresion,
  documentosSupresion,
  documentosUsos,
  readPruebas,
} from './service.ts';
import { DOCUMENTOS } from './textos.ts';

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** Documents of the people of the demonstration are there. */
    documentos: true;
  }
}

export const documentos: ServerFeature = {
  name: 'documentos',
  paths: documentosPaths,
  historial: [documentosHistorial],
  callables: [...documentosHandlers, ...revisionHandlers],
  storage: [{ ...entradaFiles, onChange: recordArchivo, onRead: recordLecturaArchivo }],
  jobs: documentosJobs,
  http: ({ one }) => [archivoRoutes({ resolveActor: one('resolveActor') })],
  demo: [
    demoSeed({
      needs: ['personas', 'expedientes', 'cuentas', 'catalogos'],
      gives: ['documentos'],
      run: async (trx, { personas }, { services, now, random }) => {
        const { seedDocumentos } = await import('./seed.ts');
        await seedDocumentos(trx, { personas, services, now, random });
        return { documentos: true };
      },
    }),
  ],
  gives: {
    cartas: [DOCUMENTOS.textos],
    hechos: [documentosHechos],
    puertas: [{ paths: [documentosPagePath], mayOpen: mayOpenExpediente }],
    seguidores: [documentosSeguidor],
    aportes: [documentosAporte],
    sinAporte: [documentosSinAporte],
    supresiones: [documentosSupresion],
    sinSupresion: [documentosSinSupresion],
    readPruebas: [readPruebas],
    usosDeCatalogo: documentosUsos,
    contextoDeSoporte: [documentosContexto],
    pendientes: [documentosPropiosPendientes, revisionPendientes],
  },
};
