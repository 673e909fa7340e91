import { defineCartas } from '../../../../../platform/shared/cartas.ts';

const plantilla = { titulo: 'Nombre de la plantilla', ejemplo: 'Inscripción a cursos en línea' };
const requisito = {
  titulo: 'Requisito que no se pide',
  ejemplo: '«Tener 25 años cumplidos»',
  soloCuerpo: true,
} as const;
const dia = { titulo: 'Último día de la excepción', ejemplo: '9 de diciembre de 2026' };
const motivo = {
  titulo: 'Motivo que escribió la escuela',
  ejemplo: 'El documento no lo comprueba.',
  soloCuerpo: true,
} as const;

/** What a person is told of an exception. */
export const EXCEPCIONES = defineCartas({
  'excepcion.aprobada': {
    nombre: 'Excepción: aprobada',
    campos: { plantilla, requisito, dia },
    asunto: 'Se aprobó una excepción para usted: {plantilla}',
    cuerpo: [
      'La escuela aprobó que pueda inscribirse sin cumplir este requisito: {requisito}. Vale hasta el {dia}.',
      'Los demás requisitos siguen igual, y la excepción no lo inscribe por sí sola: hay que enviar la inscripción antes de ese día.',
    ],
  },
  'excepcion.porVencer': {
    nombre: 'Excepción: por vencer',
    campos: { plantilla, requisito, dia },
    asunto: 'Su excepción vence el {dia}: {plantilla}',
    cuerpo: [
      'Hasta el {dia} puede inscribirse sin cumplir este requisito: {requisito}. Después se le pedirá como a las demás personas.',
      'Lo que ya envió no cambia.',
    ],
  },
  'excepcion.rechazada': {
    nombre: 'Excepción: no aprobada',
    campos: { plantilla, requisito, motivo },
    asunto: 'No se aprobó una excepción para usted: {plantilla}',
    cuerpo: [
      'Se pidió que pudiera inscribirse sin cumplir este requisito: {requisito}. No se aprobó, y el requisito le sigue aplicando.',
      'Motivo: {motivo}',
    ],
  },
  'excepcion.retirada': {
    nombre: 'Excepción: retirada',
    campos: { plantilla, requisito, motivo },
    asunto: 'Se retiró su excepción: {plantilla}',
    cuerpo: [
      'La escuela retiró la excepción que tenía: este requisito le aplica de nuevo: {requisito}. Lo que ya envió no cambia.',
      'Motivo: {motivo}',
    ],
  },
});
