import type { ServerFeature } from '../../../platform/server/feature.ts';
import {
  exclusionesAporte,
  exclusionesSupresion,
} from '../convocatorias/aspirantes/server/service.ts';
import {
  convocatoriasPendientes,
  nombrarConvocatorias,
} from '../convocatorias/avance/server/service.ts';
import {
  convocatoriasJobs,
  defineTrabajosDeConvocatorias,
} from '../convocatorias/cierre/server/jobs.ts';
import { convocatoriasHistorial } from '../convocatorias/historial.ts';
import { convocatoriasHandlers } from '../convocatorias/server/handlers.ts';
import { examenesHistorial } from '../examenes/historial.ts';
import { examenesHandlers } from '../examenes/server/handlers.ts';
import { examenHoja } from '../examenes/server/hojas.ts';
import { examenesAporte, examenesSupresion, nombrarEtapas } from '../examenes/server/service.ts';
import { posgradoHistorial } from '../historial.ts';
import { inconformidadesHistorial } from '../inconformidades/historial.ts';
import {
  inconformidadesAporte,
  inconformidadesSeguidor,
  inconformidadesSupresion,
} from '../inconformidades/server/service.ts';
import { presolicitudesHistorial } from '../presolicitudes/historial.ts';
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
import { posgradoPaths } from '../routes.ts';
import { solicitudesHistorial } from '../solicitudes/historial.ts';
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

/** Provisional, so that every suite starts while rooms are being written: take your columns out once you say it. The lead removes it. */
const PROVISIONAL = Object.fromEntries(
  [
    'asignaciones.evaluador_id',
    'asignaciones.solicitud_id',
    'calibracion_dictamenes.evaluador_id',
    'entrevista_citas.horario_id',
    'entrevista_citas.solicitud_id',
    'evaluadores.persona_id',
    'horarios.solicitud_id',
    'impedimentos.evaluador_id',
    'impedimentos.solicitud_id',
  ].map((columna) => [columna, 'provisional']),
);

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [
    posgradoHistorial,
    convocatoriasHistorial,
    examenesHistorial,
    inconformidadesHistorial,
    presolicitudesHistorial,
    solicitudesHistorial,
    recomendacionesHistorial,
    validacionHistorial,
  ],
  registros: { convocatoria: nombrarConvocatorias, etapa: nombrarEtapas },
  callables: (given) => [
    ...convocatoriasHandlers,
    ...examenesHandlers(given),
    ...recomendacionesHandlers,
    ...validacionHandlers(given.all('hechos')),
  ],
  hojas: ({ one }) => [examenHoja(one('ownerNow'))],
  jobs: { ...convocatoriasJobs, ...recomendacionesJobs },
  trabajos: defineTrabajosDeConvocatorias,
  http: ({ one }) => [recomendacionesRoutes({ resolveActor: one('resolveActor') })],
  gives: {
    seguidores: [
      solicitudesSeguidor,
      inconformidadesSeguidor,
      // Provisional, so that every suite starts: the room evaluacion replaces its column by a Seguidor of its own.
      { columnas: ['evaluadores.persona_id'] },
    ],
    aportes: [
      ...solicitudesAportes,
      exclusionesAporte,
      examenesAporte,
      inconformidadesAporte,
      recomendacionesAporte,
      recomendacionesEscritasAporte,
      ...validacionAportes,
    ],
    sinAporte: [recomendacionesSinAporte, validacionSinAporte, PROVISIONAL],
    supresiones: [
      ...solicitudesSupresiones,
      exclusionesSupresion,
      examenesSupresion,
      inconformidadesSupresion,
      recomendacionesSupresion,
      recomendacionesEscritasSupresion,
      ...validacionSupresiones,
    ],
    sinSupresion: [recomendacionesSinSupresion, validacionSinSupresion, PROVISIONAL],
    pendientes: [
      convocatoriasPendientes,
      recomendacionesPendientes,
      presolicitudesPendientes,
      reconsideracionesPendientes,
    ],
  },
};
