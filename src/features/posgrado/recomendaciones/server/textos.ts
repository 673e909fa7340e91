import { defineCartas } from '../../../../platform/shared/cartas.ts';

const programa = { titulo: 'Programa', ejemplo: 'Maestría en Derecho Procesal' };
const aspirante = {
  titulo: 'Persona que solicita',
  ejemplo: 'Ana Pérez Ruiz',
  soloCuerpo: true,
} as const;
const recomendante = {
  titulo: 'Persona que recomienda',
  ejemplo: 'Luis Gómez Lara',
  soloCuerpo: true,
} as const;
const limite = { titulo: 'Fecha límite', ejemplo: '9 de diciembre de 2026, 18:00' };

/** Texts of the letters to referees and applicants about recommendations. */
export const RECOMENDACIONES = defineCartas({
  'recomendacion.invitacion': {
    nombre: 'Posgrado: petición de carta de recomendación',
    campos: { programa, aspirante, limite },
    asunto: 'Solicitud de carta de recomendación',
    cuerpo: [
      '{aspirante} solicita ingresar a {programa} y pide que usted le recomiende.',
      'La carta se escribe en el portal, sin crear una cuenta, hasta el {limite}. Si no puede darla, dígalo ahí mismo: así podrá pedirla a otra persona.',
    ],
  },
  'recomendacion.recordatorio': {
    nombre: 'Posgrado: recordatorio de carta de recomendación',
    campos: {
      ...{ programa, aspirante, limite },
      faltan: { titulo: 'Días que faltan', ejemplo: 'faltan 3 días hábiles' },
    },
    asunto: 'Recordatorio: carta de recomendación',
    cuerpo: [
      'Todavía no recibimos su carta para {aspirante}, que solicita ingresar a {programa}.',
      'La fecha límite es el {limite}: {faltan}. Si no puede darla, dígalo en la misma página.',
    ],
  },
  'recomendacion.yaNoHaceFalta': {
    nombre: 'Posgrado: carta de recomendación que ya no hace falta',
    campos: { programa, aspirante },
    asunto: 'Ya no hace falta la carta de recomendación',
    cuerpo: [
      'La solicitud de {aspirante} a {programa} no sigue adelante. Ya no hace falta que escriba la carta; el enlace que le enviamos dejó de servir.',
      'Gracias por su tiempo.',
    ],
  },
  'recomendacion.recibo': {
    nombre: 'Posgrado: recibo de carta de recomendación',
    campos: {
      ...{ programa, aspirante },
      recibida: { titulo: 'Cuándo se recibió', ejemplo: '2 de diciembre de 2026, 10:30' },
    },
    asunto: 'Recibimos su carta de recomendación',
    cuerpo: [
      'Recibimos el {recibida} su carta para {aspirante}, que solicita ingresar a {programa}. No hace falta nada más.',
      'Si usted no la escribió, avise a la escuela.',
    ],
  },
  'recomendacion.recibida': {
    nombre: 'Posgrado: carta recibida, a quien solicita',
    campos: { programa, recomendante },
    asunto: 'Se recibió una carta de recomendación: {programa}',
    cuerpo: ['Recibimos la carta de {recomendante} para su solicitud.'],
  },
  'recomendacion.declinada': {
    nombre: 'Posgrado: carta declinada, a quien solicita',
    campos: {
      ...{ programa, recomendante },
      reemplazo: {
        titulo: 'Si puede proponer a otra persona',
        ejemplo:
          'Puede proponer a otra persona en su lugar, una sola vez, antes de la fecha límite.',
      },
    },
    asunto: 'Una carta de recomendación no se recibirá: {programa}',
    cuerpo: ['{recomendante} nos dijo que no podrá recomendarle.', '{reemplazo}'],
  },
  'recomendacion.vencidas': {
    nombre: 'Posgrado: cartas que no se recibieron, a quien solicita',
    campos: {
      programa,
      cartas: {
        titulo: 'Cuántas cartas',
        ejemplo: '2 cartas de su solicitud no se recibieron a tiempo.',
      },
    },
    asunto: 'Terminó el plazo de las cartas de recomendación: {programa}',
    cuerpo: ['{cartas}'],
  },
});
