import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { seededRandom } from '../../../platform/shared/random.ts';
import { correosReservados, historialReservado } from '../acceso/server/service.ts';
import { solicitudesHoja } from '../convocatorias/aspirantes/server/hojas.ts';
import {
  exclusionesSinAporte,
  exclusionesSupresion,
} from '../convocatorias/aspirantes/server/service.ts';
import {
  convocatoriasPendientes,
  nombrarConvocatorias,
  nombrarModificaciones,
} from '../convocatorias/avance/server/service.ts';
import {
  convocatoriasJobs,
  defineTrabajosDeConvocatorias,
} from '../convocatorias/cierre/server/jobs.ts';
import { convocatoriasHistorial } from '../convocatorias/historial.ts';
import { convocatoriasHandlers } from '../convocatorias/server/handlers.ts';
import { depuracionJobs } from '../depuracion/server/jobs.ts';
import { entrevistasHistorial } from '../entrevistas/historial.ts';
import { entrevistasPendientes } from '../entrevistas/reserva/server/service.ts';
import { entrevistasHandlers } from '../entrevistas/server/handlers.ts';
import { entrevistasRoutes } from '../entrevistas/server/http.ts';
import { entrevistasJobs } from '../entrevistas/server/jobs.ts';
import {
  entrevistasAportes,
  entrevistasSinAporte,
  entrevistasSinSupresion,
  entrevistasSupresiones,
} from '../entrevistas/server/service.ts';
import { ENTREVISTAS } from '../entrevistas/server/textos.ts';
import {
  acusesDePosgrado,
  nombrarPresolicitudes,
  nombrarSolicitudes,
  sendAcusesDePosgrado,
} from '../envios/server/service.ts';
import { TRAMITES } from '../envios/server/textos.ts';
import { asignacionHandlers } from '../evaluacion/asignacion/server/handlers.ts';
import { ENCARGOS } from '../evaluacion/avisos/server/textos.ts';
import { calibracionHandlers } from '../evaluacion/calibracion/server/handlers.ts';
import { cierreHandlers } from '../evaluacion/cierre/server/handlers.ts';
import { dictamenesHoja } from '../evaluacion/cierre/server/hojas.ts';
import { dictamenesHandlers } from '../evaluacion/dictamenes/server/handlers.ts';
import { dictamenesPendientes } from '../evaluacion/dictamenes/server/service.ts';
import { evaluadoresHandlers } from '../evaluacion/evaluadores/server/handlers.ts';
import {
  evaluacionAportes,
  evaluacionSinAporte,
  evaluacionSupresiones,
  evaluadoresSeguidor,
} from '../evaluacion/evaluadores/server/service.ts';
import { evaluacionHistorial } from '../evaluacion/historial.ts';
import { resolucionHandlers } from '../evaluacion/resolucion/server/handlers.ts';
import { evaluacionJobs } from '../evaluacion/resolucion/server/jobs.ts';
import { impedimentosPendientes } from '../evaluacion/resolucion/server/service.ts';
import { examenesHistorial } from '../examenes/historial.ts';
import { examenesHandlers } from '../examenes/server/handlers.ts';
import { examenHoja } from '../examenes/server/hojas.ts';
import { examenesAporte, examenesSupresion } from '../examenes/server/service.ts';
import { posgradoHistorial } from '../historial.ts';
import { inconformidadesHistorial } from '../inconformidades/historial.ts';
import { inconformidadesPendientes } from '../inconformidades/resolucion/server/service.ts';
import { inconformidadesHandlers } from '../inconformidades/server/handlers.ts';
import { inconformidadesHoja } from '../inconformidades/server/hojas.ts';
import {
  inconformidadesAporte,
  inconformidadesSeguidor,
  inconformidadesSupresion,
} from '../inconformidades/server/service.ts';
import { comprobarPosgrado } from '../invariantes/server/service.ts';
import { convocatoriaCancelada } from '../lugares/cancelacion/server/service.ts';
import { lugarDeConvocatoria } from '../lugares/pasos/server/service.ts';
import { lugaresHandlers } from '../lugares/server/handlers.ts';
import { nombrarDeConvocatorias } from '../nombres/server/service.ts';
import { presolicitudesHistorial } from '../presolicitudes/historial.ts';
import { presolicitudesHandlers } from '../presolicitudes/server/handlers.ts';
import { presolicitudesJobs } from '../presolicitudes/server/jobs.ts';
import { presolicitudesContexto, presolicitudesPropias } from '../presolicitudes/server/service.ts';
import { publicacionHandlers } from '../publicacion/server/handlers.ts';
import { resultadosRoutes } from '../publicacion/server/http.ts';
import { publicacionJobs } from '../publicacion/server/jobs.ts';
import { rankingsPendientes, resultadosAporte } from '../publicacion/server/service.ts';
import { rankingHistorial } from '../ranking/historial.ts';
import { rankingHandlers } from '../ranking/server/handlers.ts';
import { rankingHoja } from '../ranking/server/hojas.ts';
import { recomendacionesHistorial } from '../recomendaciones/historial.ts';
import { recomendacionesHandlers } from '../recomendaciones/server/handlers.ts';
import { recomendacionesRoutes } from '../recomendaciones/server/http.ts';
import { recomendacionesJobs } from '../recomendaciones/server/jobs.ts';
import {
  recomendacionesAporte,
  recomendacionesEscritasAporte,
  recomendacionesEscritasSupresion,
  recomendacionesPendientes,
  recomendacionesSinAporte,
  recomendacionesSinSupresion,
  recomendacionesSupresion,
} from '../recomendaciones/server/service.ts';
import { RECOMENDACIONES } from '../recomendaciones/server/textos.ts';
import { posgradoPaths } from '../routes.ts';
import { solicitudesHistorial } from '../solicitudes/historial.ts';
import { solicitudesHandlers } from '../solicitudes/server/handlers.ts';
import { solicitudesJobs } from '../solicitudes/server/jobs.ts';
import { solicitudesContexto, solicitudesPropias } from '../solicitudes/server/service.ts';
import { solicitudesAportes, solicitudesSupresiones } from '../supresion/server/service.ts';
import { solicitudesSeguidor } from '../traslado/server/service.ts';
import { validacionHistorial } from '../validacion/historial.ts';
import { reconsideracionesPendientes } from '../validacion/reconsideracion/server/service.ts';
import { validacionHandlers } from '../validacion/server/handlers.ts';
import {
  presolicitudesPendientes,
  validacionAportes,
  validacionSinAporte,
  validacionSinSupresion,
  validacionSupresiones,
} from '../validacion/server/service.ts';

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [
    posgradoHistorial,
    convocatoriasHistorial,
    evaluacionHistorial,
    entrevistasHistorial,
    examenesHistorial,
    inconformidadesHistorial,
    presolicitudesHistorial,
    rankingHistorial,
    solicitudesHistorial,
    recomendacionesHistorial,
    validacionHistorial,
  ],
  registros: {
    convocatoria: nombrarConvocatorias,
    modificacion: nombrarModificaciones,
    presolicitud: nombrarPresolicitudes,
    solicitud: nombrarSolicitudes,
    ...nombrarDeConvocatorias,
  },
  callables: (given) => [
    ...presolicitudesHandlers(given),
    ...solicitudesHandlers(given),
    ...lugaresHandlers(given),
    ...convocatoriasHandlers,
    ...evaluadoresHandlers,
    ...asignacionHandlers,
    ...resolucionHandlers(given),
    ...dictamenesHandlers,
    ...calibracionHandlers,
    ...cierreHandlers(given),
    ...entrevistasHandlers,
    ...examenesHandlers(given),
    ...inconformidadesHandlers,
    ...publicacionHandlers,
    ...rankingHandlers(given),
    ...recomendacionesHandlers,
    ...validacionHandlers(given.all('hechos')),
  ],
  demo: [
    demoSeed({
      needs: ['personas', 'cuentas', 'ediciones', 'expedientes', 'documentos', 'inscripciones'],
      gives: [],
      run: async (trx, { personas }, { services, given, now }) => {
        const { seedPosgrado } = await import('./seed.ts');
        // With a random of its own: the rest is what it was without it.
        const random = seededRandom(110);
        await seedPosgrado(trx, { personas, services, given, now, random });
        return {};
      },
    }),
  ],
  hojas: ({ one }) => {
    const ownerNow = one('ownerNow');
    return [
      examenHoja(ownerNow),
      solicitudesHoja(ownerNow),
      dictamenesHoja(ownerNow),
      rankingHoja(ownerNow),
      inconformidadesHoja(ownerNow),
    ];
  },
  jobs: {
    ...presolicitudesJobs,
    ...solicitudesJobs,
    ...entrevistasJobs,
    ...convocatoriasJobs,
    ...evaluacionJobs,
    ...publicacionJobs,
    ...recomendacionesJobs,
    ...depuracionJobs,
  },
  trabajos: defineTrabajosDeConvocatorias,
  http: ({ one }) => [
    entrevistasRoutes({ resolveActor: one('resolveActor') }),
    recomendacionesRoutes({ resolveActor: one('resolveActor') }),
    resultadosRoutes,
  ],
  gives: {
    cartas: [ENCARGOS.textos, ENTREVISTAS.textos, RECOMENDACIONES.textos, TRAMITES.textos],
    contextoDeSoporte: [presolicitudesContexto, solicitudesContexto],
    acusesDeEnvio: [acusesDePosgrado],
    alConfirmarContacto: [sendAcusesDePosgrado],
    historialReservado: [historialReservado],
    correosReservados: [correosReservados],
    invariantes: [comprobarPosgrado],
    lugarDeConvocatoria: [lugarDeConvocatoria],
    convocatoriaCancelada: [convocatoriaCancelada],
    seguidores: [solicitudesSeguidor, inconformidadesSeguidor, evaluadoresSeguidor],
    aportes: [
      ...solicitudesAportes,
      ...evaluacionAportes,
      ...entrevistasAportes,
      examenesAporte,
      inconformidadesAporte,
      recomendacionesAporte,
      resultadosAporte,
      recomendacionesEscritasAporte,
      ...validacionAportes,
    ],
    sinAporte: [
      exclusionesSinAporte,
      entrevistasSinAporte,
      evaluacionSinAporte,
      recomendacionesSinAporte,
      validacionSinAporte,
    ],
    supresiones: [
      ...solicitudesSupresiones,
      exclusionesSupresion,
      ...evaluacionSupresiones,
      ...entrevistasSupresiones,
      examenesSupresion,
      inconformidadesSupresion,
      recomendacionesSupresion,
      recomendacionesEscritasSupresion,
      ...validacionSupresiones,
    ],
    sinSupresion: [entrevistasSinSupresion, recomendacionesSinSupresion, validacionSinSupresion],
    pendientes: [
      presolicitudesPropias,
      solicitudesPropias,
      entrevistasPendientes,
      convocatoriasPendientes,
      dictamenesPendientes,
      impedimentosPendientes,
      inconformidadesPendientes,
      rankingsPendientes,
      recomendacionesPendientes,
      presolicitudesPendientes,
      reconsideracionesPendientes,
    ],
  },
};
