import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { seededRandom } from '../../../platform/shared/random.ts';
import { acuseHistorial } from '../acuse/historial.ts';
import { acuseRoutes } from '../acuse/server/http.ts';
import { acusePapel } from '../acuse/server/service.ts';
import { createElegibilidad } from '../elegibilidad/server/service.ts';
import { esperaJobs } from '../espera/server/jobs.ts';
import { aprobacionHechos, edadHechos, historiaHechos } from '../hechos/server/service.ts';
import { inscripcionesHistorial } from '../historial.ts';
import { mensajesHistorial } from '../inscritos/mensajes/historial.ts';
import { defineMensajes } from '../inscritos/mensajes/server/jobs.ts';
import { mensajesAporte, mensajesSupresion } from '../inscritos/mensajes/server/service.ts';
import { inscritosHoja } from '../inscritos/server/hojas.ts';
import { inscritosPendientes, ofertasPorVencerPendientes } from '../inscritos/server/service.ts';
import { invariantesJobs } from '../invariantes/server/jobs.ts';
import { invariantesPendientes } from '../invariantes/server/service.ts';
import { REVISION } from '../invariantes/server/textos.ts';
import { defineAvisosDeEdicion } from '../participantes/server/jobs.ts';
import { createParticipantes } from '../participantes/server/service.ts';
import { EDICIONES } from '../participantes/server/textos.ts';
import { PASOS } from '../pasos/server/textos.ts';
import { inscripcionesPaths } from '../routes.ts';
import { sensiblesHistorial } from '../sensibles/historial.ts';
import { sealPorSellar } from '../sensibles/server/service.ts';
import { inscripcionesSupresiones } from '../supresion/server/service.ts';
import { inscripcionesSeguidor } from '../traslado/server/service.ts';
import { inscripcionesHandlers } from './handlers.ts';
import {
  countPorVersion,
  inscripcionesAportes,
  inscripcionesContexto,
  inscripcionesPendientes,
  inscripcionesUsos,
  sendAcusesTo,
} from './service.ts';
import { ENVIOS } from './textos.ts';

export const inscripciones: ServerFeature = {
  name: 'inscripciones',
  paths: inscripcionesPaths,
  historial: [inscripcionesHistorial, acuseHistorial, sensiblesHistorial, mensajesHistorial],
  callables: (given) => inscripcionesHandlers(given),
  http: ({ one, all }) => [
    acuseRoutes({ resolveActor: one('resolveActor'), deEnvio: all('acusesDeEnvio') }),
  ],
  hojas: (given) => [inscritosHoja(given)],
  jobs: (given) => ({ ...esperaJobs(given), ...invariantesJobs(given) }),
  trabajos(services) {
    defineAvisosDeEdicion(services);
    defineMensajes(services);
  },
  async onStart({ db, secrets, log }) {
    const apartadas = await sealPorSellar(db, secrets);
    if (apartadas > 0) log.info({ inscripciones: apartadas }, 'respuestas sensibles apartadas');
  },
  demo: [
    demoSeed({
      // Rules look at what the files say.
      needs: ['personas', 'cuentas', 'ediciones', 'expedientes'],
      gives: ['inscripciones'],
      run: async (trx, { personas, ediciones }, { now, random, given, services }) => {
        const { seedInscripciones } = await import('./seed.ts');
        // The three demo accounts start without enrolments, so that the first journey is theirs.
        const others = personas.slice(3);
        const sow = (some: typeof ediciones, by: typeof random) =>
          seedInscripciones(trx, {
            ...{ now, random: by, personas: others, ediciones: some },
            ...{ env: services.env, secrets: services.secrets, proveedores: given.all('hechos') },
          });
        await sow(
          ediciones.filter(({ grupos }) => !grupos),
          random,
        );
        // With a random of its own: the rest is what it was without it.
        await sow(
          ediciones.filter(({ grupos }) => grupos),
          seededRandom(93),
        );
        return { inscripciones: true };
      },
    }),
  ],
  gives: ({ all, one }) => ({
    cartas: [ENVIOS.textos, PASOS.textos, EDICIONES.textos, REVISION.textos],
    contextoDeSoporte: [inscripcionesContexto],
    papeles: [acusePapel],
    elegibilidad: [createElegibilidad(() => all('hechos'))],
    hechos: [historiaHechos, edadHechos, aprobacionHechos],
    seguidores: [inscripcionesSeguidor],
    aportes: [...inscripcionesAportes, mensajesAporte],
    supresiones: [...inscripcionesSupresiones, mensajesSupresion],
    usosDeCatalogo: inscripcionesUsos,
    participantesDeEdicion: [createParticipantes(() => one('convocatoriaCancelada'))],
    alConfirmarContacto: [sendAcusesTo],
    pendientes: [
      inscripcionesPendientes,
      inscritosPendientes,
      ofertasPorVencerPendientes,
      invariantesPendientes,
    ],
    inscripcionesDeVersion: [countPorVersion],
  }),
};
