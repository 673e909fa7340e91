import { defineHistorial } from '../../platform/shared/historial.ts';
import { CONVOCATORIA } from './estados.ts';

export const posgradoHistorial = defineHistorial({
  registros: { convocatoria: 'Convocatoria de posgrado' },
  acciones: {
    'convocatoria.crear': 'Creó una convocatoria de posgrado',
    'convocatoria.guardar': 'Cambió el borrador de una convocatoria',
    'convocatoria.descartar': 'Descartó el borrador de una convocatoria',
    'convocatoria.pedirPublicacion': 'Pidió publicar una convocatoria',
    'convocatoria.publicar': 'Publicó una convocatoria',
    'convocatoria.congelar': 'Recibió la primera solicitud: pesos, mínimos y cupos quedan fijos',
    'convocatoria.concluir': 'Concluyó una convocatoria',
    'convocatoria.cancelar': 'Canceló una convocatoria',
    'convocatoria.leer': 'Consultó una convocatoria',
    'convocatoria.listarSolicitudes': 'Consultó las solicitudes de una convocatoria',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        CONVOCATORIA.estados.map((one) => [one, CONVOCATORIA.palabra(one)]),
      ),
    },
    edicionId: { label: 'Edición', registro: 'edicion' },
    motivo: 'Motivo',
    copiaDe: { label: 'Copia de', registro: 'convocatoria' },
    partes: {
      label: 'Partes',
      valores: {
        presolicitudPlantillaId: 'Formulario de la presolicitud',
        calendario: 'Calendario',
        bases: 'Bases',
        etapas: 'Etapas',
      },
    },
    versionesFijas: { label: 'Versiones de los formularios', registro: 'version' },
    propuestaPor: { label: 'Propuesta por', registro: 'cuenta' },
    sinSegundaPersona: 'Sin segunda persona',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
  tecnicos: ['huella'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof posgradoHistorial.acciones, true> {}
}
