import { defineHistorial } from '../../../platform/shared/historial.ts';

export const examenesHistorial = defineHistorial({
  registros: { examen: 'Resultados de un examen de posgrado', etapa: 'Etapa de una convocatoria' },
  acciones: {
    'examen.preparar': 'Escribió el motivo de la siguiente versión de un examen',
    'examen.importar': 'Importó los resultados de un examen: una versión nueva',
    'examen.corregir': 'Registró a mano los puntos de una solicitud: una versión nueva',
    'examen.puntuar': 'Se registraron sus puntos en un examen',
    'examen.cerrar': 'Cerró la etapa de un examen',
    'examen.abrirCorreccion': 'Abrió una corrección de los puntos de un examen',
    'examen.terminarCorreccion': 'Terminó la corrección de los puntos de un examen',
    'examen.consultar': 'Consultó los resultados de un examen',
  },
  datos: {
    etapa: 'Etapa',
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    version: 'Versión',
    puntos: 'Puntos',
    cambios: 'Solicitudes que cambiaron',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
  listas: { examen: 'Resultados de un examen de posgrado' },
  tecnicos: ['sha256', 'solicitudId', 'etapaId'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof examenesHistorial.acciones, true> {}
}
