import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { excepcionesJobs } from '../excepciones/avisos/server/jobs.ts';
import { excepcionesPendientes } from '../excepciones/avisos/server/service.ts';
import { EXCEPCIONES } from '../excepciones/avisos/server/textos.ts';
import { excepcionesHistorial } from '../excepciones/historial.ts';
import { excepcionesHandlers } from '../excepciones/server/handlers.ts';
import {
  excepcionesAporte,
  excepcionesSeguidor,
  excepcionesSupresion,
} from '../excepciones/server/service.ts';
import { plantillasHistorial } from '../historial.ts';
import { listasHistorial } from '../listas/historial.ts';
import { listasHandlers } from '../listas/server/handlers.ts';
import { listasHoja } from '../listas/server/hojas.ts';
import {
  listasAcervo,
  listasAporte,
  listasHechos,
  listasSeguidor,
  listasSupresion,
} from '../listas/server/service.ts';
import { pruebaHandlers } from '../prueba/server/handlers.ts';
import { redaccionHandlers } from '../redaccion/server/handlers.ts';
import { plantillasUsos, versionesQueNombranCursos } from '../reglas/claves/server/service.ts';
import { plantillasPaths } from '../routes.ts';
import { seccionesHistorial } from '../secciones/historial.ts';
import { seccionesHandlers } from '../secciones/server/handlers.ts';
import { seedSecciones, seedSeccionesDemo } from '../secciones/server/seed.ts';
import { simulacionHandlers } from '../simulacion/server/handlers.ts';
import { defineSimulaciones } from '../simulacion/server/jobs.ts';
import { versionesHandlers } from '../versiones/server/handlers.ts';
import { plantillasJobs } from '../versiones/server/jobs.ts';
import {
  nombrarVersiones,
  versionesPendientes,
  versionesPuntuales,
} from '../versiones/server/service.ts';

export const plantillas: ServerFeature = {
  name: 'plantillas',
  paths: plantillasPaths,
  historial: [plantillasHistorial, excepcionesHistorial, listasHistorial, seccionesHistorial],
  registros: { version: nombrarVersiones },
  hojas: [listasHoja],
  callables: (given) => [
    ...versionesHandlers(given),
    ...redaccionHandlers(given),
    ...pruebaHandlers(given),
    ...excepcionesHandlers(given),
    ...simulacionHandlers(given),
    ...listasHandlers,
    ...seccionesHandlers,
  ],
  jobs: (given) => ({ ...plantillasJobs(given), ...excepcionesJobs }),
  trabajos: defineSimulaciones,
  gives: (given) => ({
    cartas: [EXCEPCIONES.textos],
    seguidores: [excepcionesSeguidor, listasSeguidor],
    aportes: [excepcionesAporte, listasAporte],
    supresiones: [excepcionesSupresion, listasSupresion],
    hechos: [listasHechos],
    acervos: [listasAcervo],
    pendientes: [excepcionesPendientes, versionesPendientes],
    usosDeCatalogo: plantillasUsos(given),
    usosDeClaveDeCurso: [versionesQueNombranCursos(given)],
    puntuales: [versionesPuntuales(given)],
  }),
  async onStart({ db, log }) {
    const secciones = await seedSecciones(db);
    if (secciones > 0) log.info({ secciones }, 'secciones de la biblioteca sembradas');
  },
  demo: [
    demoSeed({
      needs: [],
      gives: ['plantillas'],
      run: async (trx, _, { now }) => {
        const { seedPlantillas } = await import('./seed.ts');
        await seedSeccionesDemo(trx, now);
        return { plantillas: await seedPlantillas(trx, { now }) };
      },
    }),
  ],
};
