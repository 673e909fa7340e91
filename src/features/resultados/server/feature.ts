import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { actaRoutes } from '../actas/server/http.ts';
import { actaPapel, idsDeActas, nombrarActas } from '../actas/server/service.ts';
import { RESULTADOS } from '../actas/server/textos.ts';
import { asistenciaHoja } from '../asistencia/server/hojas.ts';
import { resultadosHistorial } from '../historial.ts';
import { calificacionesHoja } from '../importacion/server/hojas.ts';
import { kardexRoutes } from '../kardex/server/http.ts';
import { kardexPapel } from '../kardex/server/service.ts';
import { resultadosPaths } from '../routes.ts';
import { resultadosHandlers } from './handlers.ts';
import {
  actasPendientes,
  comprobarActas,
  readResultadosDeInscripciones,
  resultadosAportes,
  resultadosDeEdicion,
  resultadosSupresiones,
} from './service.ts';

export const resultados: ServerFeature = {
  name: 'resultados',
  paths: resultadosPaths,
  historial: [resultadosHistorial],
  registros: { acta: nombrarActas },
  http: ({ one }) => {
    const resolveActor = one('resolveActor');
    return [actaRoutes({ resolveActor }), kardexRoutes({ resolveActor })];
  },
  hojas: [calificacionesHoja, asistenciaHoja],
  callables: ({ all }) => resultadosHandlers(all('alCerrarActa')),
  demo: [
    demoSeed({
      needs: ['ediciones', 'inscripciones', 'cursadas'],
      gives: ['resultados'],
      run: async (trx, { ediciones }, { now, random, services: { env } }) => {
        const { seedResultados } = await import('./seed.ts');
        await seedResultados(trx, { now, random, ediciones, env });
        return { resultados: true };
      },
    }),
  ],
  gives: {
    cartas: [RESULTADOS.textos],
    aportes: resultadosAportes,
    supresiones: resultadosSupresiones,
    idsDeRegistros: [idsDeActas],
    resultadosDeEdicion: [resultadosDeEdicion],
    resultadosDeInscripciones: [readResultadosDeInscripciones],
    invariantes: [comprobarActas],
    papeles: [actaPapel, kardexPapel],
    pendientes: [actasPendientes],
  },
};
