import { defineHistorial } from '../../../platform/shared/historial.ts';

export const calendarioHistorial = defineHistorial({
  registros: { calendario: 'Calendario de una cuenta' },
  acciones: {
    'calendario.renovar': 'Creó una dirección para seguir su calendario',
    'calendario.retirar': 'Retiró la dirección de su calendario',
    'calendario.elegir': 'Puso una edición en su calendario',
    'calendario.quitar': 'Quitó una edición de su calendario',
  },
  tecnicos: ['edicionId'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof calendarioHistorial.acciones, true> {}
}
