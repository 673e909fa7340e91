import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { edicionesHandlers } from '../ediciones/server/handlers.ts';
import { edicionesHoja } from '../ediciones/server/hojas.ts';
import {
  edicionesContexto,
  edicionesPendientes,
  nombrarEdiciones,
} from '../ediciones/server/service.ts';
import { fichasHandlers } from '../fichas/server/handlers.ts';
import { cursosHoja } from '../fichas/server/hojas.ts';
import { nombrarCursos } from '../fichas/server/service.ts';
import { cursosAcervo, edicionesAcervo, edicionHechos } from '../hechos/server/service.ts';
import { cursosHistorial } from '../historial.ts';
import { cursosPaths } from '../routes.ts';
import { countEdicionesDePlantillas, cursosUsos } from './service.ts';

export const cursos: ServerFeature = {
  name: 'cursos',
  paths: cursosPaths,
  historial: [cursosHistorial],
  registros: { curso: nombrarCursos, edicion: nombrarEdiciones },
  callables: ({ one }) => [
    ...fichasHandlers(() => one('usosDeClaveDeCurso')),
    ...edicionesHandlers(
      () => one('participantesDeEdicion'),
      () => one('resultadosDeEdicion'),
    ),
  ],
  hojas: ({ one }) => [
    cursosHoja(() => one('usosDeClaveDeCurso')),
    edicionesHoja(
      () => one('participantesDeEdicion'),
      () => one('resultadosDeEdicion'),
    ),
  ],
  demo: [
    demoSeed({
      needs: ['plantillas', 'catalogos'],
      gives: ['ediciones'],
      run: async (trx, { plantillas }, { now, random, people }) => {
        const { seedCursos } = await import('./seed.ts');
        const scale = Math.max(1, Math.round(people / 300));
        return { ediciones: await seedCursos(trx, { now, random, plantillas, scale }) };
      },
    }),
  ],
  gives: {
    pendientes: [edicionesPendientes],
    edicionesDePlantilla: [countEdicionesDePlantillas],
    hechos: [edicionHechos],
    acervos: [cursosAcervo, edicionesAcervo],
    usosDeCatalogo: cursosUsos,
    contextoDeSoporte: [edicionesContexto],
  },
};
