import { defineHistorial } from '../../../platform/shared/historial.ts';
import { ASIGNACION, IMPEDIMENTO } from '../estados.ts';
import { TIPOS_IMPEDIMENTO } from './impedimentos/rules.ts';

/** Nothing here says points, nor of which application a disagreement is: the history is read before the stage closes. */
export const evaluacionHistorial = defineHistorial({
  registros: {
    evaluador: 'Evaluador de una convocatoria',
    asignacion: 'Dictamen asignado',
    impedimento: 'Impedimento de un evaluador',
    evaluacion: 'Evaluación de una etapa',
  },
  acciones: {
    'evaluador.nombrar': 'Registró a una persona como evaluadora',
    'evaluador.quitar': 'Retiró a una persona de la evaluación',
    'evaluador.listar': 'Consultó los evaluadores de una convocatoria',
    'evaluador.cambiarPersona': 'El encargo de evaluar siguió a su titular a otro expediente',
    'asignacion.asignar': 'Asignó una solicitud a un evaluador',
    'asignacion.aceptar': 'Declaró no tener impedimento y abrió una solicitud',
    'asignacion.leer': 'Consultó una solicitud para dictaminarla',
    'asignacion.guardar': 'Guardó el borrador de un dictamen',
    'asignacion.entregar': 'Entregó un dictamen',
    'asignacion.anular': 'Se anuló un dictamen asignado',
    'asignacion.cambiarPersona': 'Un dictamen siguió a su evaluador a otro expediente',
    'impedimento.impedir': 'Se registró un impedimento',
    'impedimento.plantear': 'Se planteó un posible impedimento',
    'impedimento.confirmar': 'Confirmó un impedimento',
    'impedimento.descartar': 'Descartó un posible impedimento',
    'impedimento.listar': 'Consultó los impedimentos de una convocatoria',
    'evaluacion.sembrar': 'Se generó la semilla del sorteo de una etapa',
    'evaluacion.cerrar': 'Cerró una etapa de evaluación',
    'evaluacion.repetir': 'Ordenó evaluar de nuevo una solicitud',
    'evaluacion.leerResultados': 'Consultó los puntos de una etapa',
    'evaluacion.guardarMuestras': 'Guardó las muestras de calibración de una etapa',
    'evaluacion.calificarMuestra': 'Calificó una muestra de calibración',
    'evaluacion.leerCalibracion': 'Consultó la calibración de una etapa',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries([
        ...ASIGNACION.estados.map((one) => [one, ASIGNACION.palabra(one)]),
        ...IMPEDIMENTO.estados.map((one) => [one, IMPEDIMENTO.palabra(one)]),
      ]),
    },
    tipo: { label: 'Tipo', valores: TIPOS_IMPEDIMENTO },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    etapaId: { label: 'Etapa', registro: 'etapa' },
    etapas: { label: 'Etapas', registro: 'etapa' },
    evaluadorId: { label: 'Evaluador', registro: 'evaluador' },
    solicitudId: { label: 'Solicitud', registro: 'solicitud' },
    personaId: { label: 'Expediente', registro: 'persona' },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    folio: 'Folio',
    semilla: 'Semilla del sorteo',
    asignadas: 'Asignaciones',
    faltan: 'Dictámenes que faltaban',
    muestras: 'Muestras',
  },
  tecnicos: ['muestraId'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof evaluacionHistorial.acciones, true> {}
}
