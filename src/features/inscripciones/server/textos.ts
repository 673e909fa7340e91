import { defineCartas } from '../../../platform/shared/cartas.ts';

const curso = { titulo: 'Curso', ejemplo: 'Argumentación jurídica' };
const campos = { curso };
const asunto = 'Su inscripción a {curso}';

/** Texts of the letter that goes with the acuse of an inscripción that was sent, by what sending came to. */
export const ENVIOS = defineCartas({
  'inscripcion.enviada': {
    nombre: 'Inscripción: acuse, con lugar',
    ...{ campos, asunto },
    cuerpo: ['Su inscripción quedó registrada.'],
  },
  'inscripcion.enviadaARevision': {
    nombre: 'Inscripción: acuse, en revisión',
    ...{ campos, asunto },
    cuerpo: [
      'Recibimos su inscripción. Control Escolar la revisa antes de asignarle un lugar; le escribiremos cuando decida.',
    ],
  },
  'inscripcion.enviadaAEspera': {
    nombre: 'Inscripción: acuse, en lista de espera',
    ...{ campos, asunto },
    cuerpo: [
      'Recibimos su inscripción. Por ahora no hay lugares: está en la lista de espera. Si se libera uno y usted sigue, le escribiremos para que lo acepte; en el portal ve su lugar en la lista.',
    ],
  },
});
