import { defineHistorial } from '../../../platform/shared/historial.ts';

export const accesibilidadHistorial = defineHistorial({
  acciones: {
    'persona.guardarAccesibilidad': 'Guardó lo que necesita para participar',
    'persona.leerAccesibilidad': 'Consultó lo que necesita para participar',
    'persona.reunirAccesibilidad': 'Lo que necesita para participar pasó a este expediente',
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof accesibilidadHistorial.acciones, true> {}
}
