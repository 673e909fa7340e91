import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { acuseHistorial } from '../acuse/historial.ts';
import { acuseRoutes } from '../acuse/server/http.ts';
import { inscripcionesHistorial } from '../historial.ts';
import { defineAvisosDeEdicion } from '../participantes/server/jobs.ts';
import { participantesDeEdicion } from '../participantes/server/service.ts';
import { inscripcionesPaths } from '../routes.ts';
import { sensiblesHistorial } from '../sensibles/historial.ts';
import { sealPorSellar } from '../sensibles/server/service.ts';
import { inscripcionesSeguidor } from '../traslado/server/service.ts';
import { inscripcionesHandlers } from './handlers.ts';
import {
  countPorVersion,
  inscripcionesAportes,
  inscripcionesPendientes,
  inscripcionesSupresiones,
  inscripcionesUsos,
  sendAcusesTo,
} from './service.ts';

export const inscripciones: ServerFeature = {
  name: 'inscripciones',
  paths: inscripcionesPaths,
  historial: [inscripcionesHistorial, acuseHistorial, sensiblesHistorial],
  callables: inscripcionesHandlers,
  http: ({ one }) => [acuseRoutes({ resolveActor: one('resolveActor') })],
  trabajos: defineAvisosDeEdicion,
  async onStart({ db, secrets, log }) {
    const apartadas = await sealPorSellar(db, secrets);
    if (apartadas > 0) log.info({ inscripciones: apartadas }, 'respuestas sensibles apartadas');
  },
  demo: [
    demoSeed({
      needs: ['personas', 'cuentas', 'ediciones'],
      gives: ['inscripciones'],
      run: async (trx, { personas, ediciones }, { now, random, services: { env, secrets } }) => {
        const { seedInscripciones } = await import('./seed.ts');
        // The three demo accounts start without enrolments, so that the first journey is theirs.
        const others = personas.slice(3);
        await seedInscripciones(trx, { now, random, personas: others, ediciones, env, secrets });
        return { inscripciones: true };
      },
    }),
  ],
  gives: {
    seguidores: [inscripcionesSeguidor],
    aportes: inscripcionesAportes,
    supresiones: inscripcionesSupresiones,
    usosDeCatalogo: inscripcionesUsos,
    participantesDeEdicion: [participantesDeEdicion],
    alConfirmarContacto: [sendAcusesTo],
    pendientes: [inscripcionesPendientes],
    inscripcionesDeVersion: [countPorVersion],
  },
};
