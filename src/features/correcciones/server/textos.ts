import { defineCartas } from '../../../platform/shared/cartas.ts';

export const CORRECCIONES = defineCartas({
  'correccion.aprobada': {
    nombre: 'Corrección de datos: aprobada',
    campos: {},
    asunto: 'Corregimos sus datos',
    cuerpo: [
      'Control Escolar aprobó la corrección que pidió, y su expediente ya lo dice.',
      'Los acuses que ya tiene siguen siendo válidos y dicen lo que decían al emitirse.',
    ],
  },
  'correccion.rechazada': {
    nombre: 'Corrección de datos: no aprobada',
    campos: {
      motivo: {
        titulo: 'Explicación de Control Escolar',
        ejemplo: 'El documento no se lee.',
        soloCuerpo: true,
      },
    },
    asunto: 'No pudimos corregir sus datos',
    cuerpo: [
      'Control Escolar revisó la corrección que pidió y no pudo aprobarla. Su expediente sigue como estaba.',
      'Le explica: {motivo}',
      'Puede pedirla de nuevo con otro documento.',
    ],
  },
});
