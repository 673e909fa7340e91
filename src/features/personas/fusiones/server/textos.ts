import { defineCartas } from '../../../../platform/shared/cartas.ts';

/** Letters to the staff who proposed that two files be one. */
export const FUSIONES = defineCartas({
  'fusion.confirmada': {
    nombre: 'Expedientes: fusión confirmada',
    campos: {},
    asunto: 'Se reunieron los expedientes que propuso',
    cuerpo: ['Otra persona del personal confirmó su propuesta: los dos expedientes son ahora uno.'],
  },
  'fusion.rechazada': {
    nombre: 'Expedientes: fusión rechazada',
    campos: {
      motivo: {
        titulo: 'Motivo',
        ejemplo: 'Las fechas de nacimiento son distintas.',
        soloCuerpo: true,
      },
    },
    asunto: 'No se reunieron los expedientes que propuso',
    cuerpo: [
      'Otra persona del personal rechazó su propuesta de reunir dos expedientes. Los dos siguen como estaban.',
      'Motivo: {motivo}',
    ],
  },
});
