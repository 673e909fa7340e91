import { defineCartas } from '../../../../platform/shared/cartas.ts';

const curso = { titulo: 'Curso', ejemplo: 'Amparo directo' };

/** What those who are in an edition are told of it; its dates are the ficha's. */
export const EDICIONES = defineCartas({
  'edicion.cancelada': {
    nombre: 'Edición cancelada',
    campos: {
      curso,
      motivo: { titulo: 'Motivo', ejemplo: 'No se reunió el cupo mínimo.', soloCuerpo: true },
      alternativa: {
        titulo: 'Dónde más puede inscribirse',
        ejemplo:
          'Puede inscribirse en Amparo directo, edición 4. Su lugar no pasa a ella por sí solo: hay que enviar la inscripción.',
      },
    },
    asunto: 'Se canceló {curso}',
    cuerpo: [
      'La escuela canceló la edición en la que usted estaba, y su inscripción quedó sin efecto.',
      'Motivo: {motivo}',
      '{alternativa}',
    ],
  },
  'edicion.cambio': {
    nombre: 'Edición con otras fechas o sede',
    campos: { curso },
    asunto: 'Cambió {curso}',
    cuerpo: [
      'La escuela cambió las fechas o la sede de una edición en la que usted está. Su inscripción sigue como estaba.',
    ],
  },
});
