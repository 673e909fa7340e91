import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { accesibilidadHistorial } from '../accesibilidad/historial.ts';
import { accesibilidadHandlers } from '../accesibilidad/server/handlers.ts';
import {
  accesibilidadAporte,
  accesibilidadSeguidor,
  accesibilidadSupresion,
} from '../accesibilidad/server/service.ts';
import { apartadosHandlers } from '../apartados/server/handlers.ts';
import {
  apartadosAporte,
  apartadosSeguidor,
  apartadosSupresion,
  apartadosUsos,
} from '../apartados/server/service.ts';
import { requireSeguidores, withClaves } from '../clave/seguidores/server/service.ts';
import { claveHandlers } from '../clave/server/handlers.ts';
import { expedientePendiente } from '../completitud/server/service.ts';
import { curpHandlers } from '../curp/server/handlers.ts';
import { duplicadosHistorial } from '../duplicados/historial.ts';
import { duplicadosPaths } from '../duplicados/routes.ts';
import { duplicadosHandlers } from '../duplicados/server/handlers.ts';
import { defineDuplicadosTrabajos, duplicadosJobs } from '../duplicados/server/jobs.ts';
import { duplicadosPendientes, duplicadosSeguidor } from '../duplicados/server/service.ts';
import { expedientesPaths } from '../expedientes/routes.ts';
import { expedientesHandlers } from '../expedientes/server/handlers.ts';
import { directorioSeguidor } from '../expedientes/server/service.ts';
import { fusionesHistorial } from '../fusiones/historial.ts';
import { fusionesPaths } from '../fusiones/routes.ts';
import { fusionesHandlers } from '../fusiones/server/handlers.ts';
import { fusionesJobs } from '../fusiones/server/jobs.ts';
import { fusionesPendientes, fusionesSeguidor } from '../fusiones/server/service.ts';
import { FUSIONES } from '../fusiones/server/textos.ts';
import { expedienteHechos } from '../hechos/server/service.ts';
import { personasHistorial } from '../historial.ts';
import {
  importacionSeguidor,
  importacionSinAporte,
  importacionSinSupresion,
} from '../importacion/server/service.ts';
import { perfilHandlers } from '../perfil/server/handlers.ts';
import { mayOpenExpediente } from '../perfil/server/service.ts';
import { reversionHistorial } from '../reversion/historial.ts';
import { reversionPaths } from '../reversion/routes.ts';
import { reversionHandlers } from '../reversion/server/handlers.ts';
import { reversionSeguidor } from '../reversion/server/service.ts';
import { partePagePaths, personasPaths, personPagePath } from '../routes.ts';
import { telefonosHistorial } from '../telefonos/historial.ts';
import { telefonosHandlers } from '../telefonos/server/handlers.ts';
import {
  telefonosAporte,
  telefonosSeguidor,
  telefonosSupresion,
} from '../telefonos/server/service.ts';
import { personasHoja } from './hojas.ts';
import {
  nombrarPersonas,
  personasAportes,
  personasSinAporte,
  personasSinSupresion,
  personasSupresiones,
} from './service.ts';

export const personas: ServerFeature = {
  name: 'personas',
  paths: [
    ...personasPaths,
    ...expedientesPaths,
    ...duplicadosPaths,
    ...fusionesPaths,
    ...reversionPaths,
  ],
  historial: [
    personasHistorial,
    accesibilidadHistorial,
    duplicadosHistorial,
    fusionesHistorial,
    reversionHistorial,
    telefonosHistorial,
  ],
  registros: { persona: nombrarPersonas },
  callables: ({ all, one }) => [
    ...perfilHandlers,
    ...apartadosHandlers(one('readPruebas')),
    ...accesibilidadHandlers,
    ...telefonosHandlers,
    ...expedientesHandlers,
    ...claveHandlers(all('seguidores')),
    ...fusionesHandlers(all('seguidores')),
    ...duplicadosHandlers(all('seguidores')),
    ...reversionHandlers(all('seguidores')),
    ...curpHandlers(),
  ],
  hojas: [personasHoja],
  jobs: { ...fusionesJobs, ...duplicadosJobs },
  trabajos: defineDuplicadosTrabajos,
  demo: [
    demoSeed({
      needs: [],
      gives: ['personas'],
      run: async (trx, _, { people, random }) => {
        const { seedPersonas, seedSinCurp } = await import('./seed.ts');
        const personas = await seedPersonas(trx, { count: people, random });
        await seedSinCurp(trx, personas);
        return { personas };
      },
    }),
    demoSeed({
      needs: ['personas', 'cuentas', 'catalogos'],
      gives: ['expedientes'],
      run: async (trx, { personas }, { now, services: { secrets } }) => {
        const { seedApartados } = await import('../apartados/server/seed.ts');
        await seedApartados(trx, { personas, now });
        const { seedAccesibilidad } = await import('../accesibilidad/server/seed.ts');
        await seedAccesibilidad(trx, { personas, secrets, now });
        return { expedientes: true };
      },
    }),
    demoSeed({
      needs: ['personas', 'cuentas', 'inscripciones'],
      gives: [],
      run: async (trx, { personas }, { now, given, services }) => {
        const { seedFusiones } = await import('../fusiones/server/seed.ts');
        await seedFusiones(trx, { personas, seguidores: given.all('seguidores'), now });
        const { seedReversion } = await import('../reversion/server/seed.ts');
        await seedReversion(trx, {
          personas,
          seguidores: withClaves(given.all('seguidores')),
          services,
          now,
        });
        const { seedDuplicados } = await import('../duplicados/server/seed.ts');
        await seedDuplicados(trx, { personas, now });
        return {};
      },
    }),
  ],
  onStart: ({ db }, { all }) => requireSeguidores(db, all('seguidores')),
  gives: {
    cartas: [FUSIONES.textos],
    hechos: [expedienteHechos],
    puertas: [{ paths: [personPagePath, ...partePagePaths], mayOpen: mayOpenExpediente }],
    seguidores: [
      fusionesSeguidor,
      // Before the entries that they hang from.
      telefonosSeguidor,
      apartadosSeguidor,
      directorioSeguidor,
      duplicadosSeguidor,
      accesibilidadSeguidor,
      reversionSeguidor,
      importacionSeguidor,
    ],
    aportes: [...personasAportes, apartadosAporte, telefonosAporte, accesibilidadAporte],
    sinAporte: [personasSinAporte, importacionSinAporte],
    supresiones: [
      ...personasSupresiones,
      apartadosSupresion,
      telefonosSupresion,
      accesibilidadSupresion,
    ],
    sinSupresion: [personasSinSupresion, importacionSinSupresion],
    usosDeCatalogo: apartadosUsos,
    pendientes: [expedientePendiente, fusionesPendientes, duplicadosPendientes],
  },
};
