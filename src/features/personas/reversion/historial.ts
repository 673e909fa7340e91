import { defineHistorial } from '../../../platform/shared/historial.ts';

export const reversionHistorial = defineHistorial({
  registros: { fusionHecha: 'Fusión realizada' },
  acciones: {
    'fusionHecha.listar': 'Consultó las fusiones realizadas',
    'fusionHecha.leer': 'Consultó una fusión realizada',
    'persona.separar': 'Separó el expediente de otro con el que se había fusionado',
  },
  datos: {
    personas: { label: 'Expedientes', registro: 'persona' },
    separadoDe: { label: 'Separado de', registro: 'persona' },
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof reversionHistorial.acciones, true> {}
}
