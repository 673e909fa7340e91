import { defineHistorial } from '../../../platform/shared/historial.ts';

export const reversionHistorial = defineHistorial({
  registros: { fusionHecha: 'Expedientes reunidos' },
  acciones: {
    'fusionHecha.listar': 'Consultó los expedientes reunidos',
    'fusionHecha.leer': 'Consultó dos expedientes reunidos',
    'persona.separar': 'Separó el expediente de otro con el que se había reunido',
  },
  datos: {
    personas: { label: 'Expedientes', registro: 'persona' },
    separadoDe: { label: 'Separado de', registro: 'persona' },
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof reversionHistorial.acciones, true> {}
}
