import { defineCartas } from '../../../../platform/shared/cartas.ts';

const curso = { titulo: 'Curso', ejemplo: 'Argumentación jurídica' };
const campos = { curso };
const motivo = {
  titulo: 'Motivo que escribió Control Escolar',
  ejemplo: 'El grupo se llenó.',
  soloCuerpo: true,
} as const;

/** What a person is told of their inscripción. */
export const PASOS = defineCartas({
  'inscripcion.ofrecido': {
    nombre: 'Inscripción: lugar ofrecido',
    campos: {
      curso,
      limite: { titulo: 'Último momento para aceptar', ejemplo: '3 de diciembre de 2026, 18:00' },
    },
    asunto: 'Hay un lugar para usted en {curso}',
    cuerpo: [
      'Se liberó un lugar y usted es quien sigue en la lista de espera.',
      'Lo guardamos para usted hasta el {limite}. Si no lo acepta antes, pasa a la siguiente persona.',
    ],
  },
  'inscripcion.lugarAceptado': {
    nombre: 'Inscripción: lugar aceptado',
    campos,
    asunto: 'Ya tiene lugar en {curso}',
    cuerpo: ['Aceptó el lugar que se le ofreció: su inscripción quedó registrada.'],
  },
  'inscripcion.lugarVencido': {
    nombre: 'Inscripción: lugar vencido',
    campos,
    asunto: 'Venció su lugar en {curso}',
    cuerpo: [
      'No aceptó a tiempo el lugar que se le ofreció, y pasó a la siguiente persona de la lista de espera.',
      'Si la inscripción sigue abierta puede enviarla de nuevo: se forma al final.',
    ],
  },
  'inscripcion.filaTerminada': {
    nombre: 'Inscripción: fin de la lista de espera',
    campos,
    asunto: 'Terminó la lista de espera de {curso}',
    cuerpo: [
      'La edición comenzó y ya no se ofrecen lugares. Usted estaba en la lista de espera y no alcanzó uno.',
    ],
  },
  'inscripcion.aceptada': {
    nombre: 'Inscripción: aceptada',
    campos,
    asunto: 'Su inscripción a {curso} fue aceptada',
    cuerpo: ['Control Escolar revisó su inscripción y la aceptó: ya tiene lugar.'],
  },
  'inscripcion.formada': {
    nombre: 'Inscripción: en lista de espera',
    campos,
    asunto: 'Su inscripción a {curso} está en lista de espera',
    cuerpo: [
      'Control Escolar revisó su inscripción y la aceptó. Por ahora no hay lugares: está en la lista de espera, y le escribiremos si se libera uno.',
    ],
  },
  'inscripcion.rechazada': {
    nombre: 'Inscripción: no aceptada',
    campos: { curso, motivo },
    asunto: 'Su inscripción a {curso} no fue aceptada',
    cuerpo: ['Control Escolar revisó su inscripción y no la aceptó.', 'Motivo: {motivo}'],
  },
  'inscripcion.reconsiderada': {
    nombre: 'Inscripción: vuelve a revisión',
    campos,
    asunto: 'Su inscripción a {curso} vuelve a revisión',
    cuerpo: [
      'Control Escolar dejó sin efecto lo que había decidido de su inscripción, y la revisa de nuevo. Le escribiremos cuando decida.',
    ],
  },
  'inscripcion.bajaPropia': {
    nombre: 'Inscripción: baja pedida',
    campos,
    asunto: 'Su baja de {curso}',
    cuerpo: [
      'Registramos su baja, como la pidió. Si la inscripción sigue abierta puede volver a inscribirse, si hay lugar.',
    ],
  },
  'inscripcion.bajaPorEscuela': {
    nombre: 'Inscripción: baja por la escuela',
    campos: { curso, motivo },
    asunto: 'Se le dio de baja de {curso}',
    cuerpo: ['Control Escolar dio de baja su inscripción.', 'Motivo: {motivo}'],
  },
});
