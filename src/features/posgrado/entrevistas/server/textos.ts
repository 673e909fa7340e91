import { defineCartas } from '../../../../platform/shared/cartas.ts';

const programa = { titulo: 'Programa', ejemplo: 'Maestría en Derecho Procesal' };
const motivo = {
  titulo: 'Motivo',
  ejemplo: 'El panel no está disponible.',
  soloCuerpo: true,
} as const;
const cambio = {
  titulo: 'Hasta cuándo puede cambiarlo',
  ejemplo:
    'Puede cambiarlo una vez, hasta el 4 de diciembre de 2026, 18:00 (hora del centro de México).',
};
const LLEGADA = 'Conéctese o preséntese diez minutos antes, con una identificación oficial.';

/** Texts of the letters to applicants and panels about interviews; day, hour and place are the ficha's. */
export const ENTREVISTAS = defineCartas({
  'entrevista.elegida': {
    nombre: 'Posgrado: entrevista registrada',
    campos: { programa, cambio },
    asunto: 'Su entrevista quedó registrada: {programa}',
    cuerpo: ['Registramos el horario que eligió para su entrevista.', LLEGADA, '{cambio}'],
  },
  'entrevista.cambiada': {
    nombre: 'Posgrado: entrevista con otro horario',
    campos: { programa, cambio },
    asunto: 'Su entrevista cambió de horario: {programa}',
    cuerpo: [
      'Registramos el nuevo horario de su entrevista. El anterior quedó libre.',
      LLEGADA,
      '{cambio}',
    ],
  },
  'entrevista.asignada': {
    nombre: 'Posgrado: entrevista asignada',
    campos: { programa, motivo },
    asunto: 'Se le asignó un horario de entrevista: {programa}',
    cuerpo: ['La escuela le asignó el horario de su entrevista.', 'Motivo: {motivo}', LLEGADA],
  },
  'entrevista.cancelada': {
    nombre: 'Posgrado: entrevista cancelada',
    campos: { programa, motivo },
    asunto: 'Se canceló el horario de su entrevista: {programa}',
    cuerpo: [
      'La escuela canceló el horario que tenía para su entrevista. No cuenta como un cambio suyo.',
      'Motivo: {motivo}',
      'Elija otro horario en el portal. Si no hay ninguno disponible, la escuela abrirá más.',
    ],
  },
  'entrevista.recordatorio': {
    nombre: 'Posgrado: recordatorio de entrevista',
    campos: { programa },
    asunto: 'Recordatorio de su entrevista: {programa}',
    cuerpo: ['Le recordamos el horario de su entrevista.', LLEGADA],
  },
  'entrevista.panelRecordatorio': {
    nombre: 'Posgrado: entrevistas del día, al panel',
    campos: {
      programa,
      dia: { titulo: 'Día', ejemplo: '4 de diciembre de 2026' },
      zona: { titulo: 'Zona horaria', ejemplo: 'hora del centro de México' },
      entrevistas: {
        titulo: 'Entrevistas, un párrafo cada una',
        ejemplo: '10:00, folio K9Y2-ZKYW. Sala 2.',
        soloCuerpo: true,
      },
    },
    asunto: 'Entrevistas del {dia}: {programa}',
    cuerpo: ['Forma parte del panel de estas entrevistas del {dia} ({zona}):', '{entrevistas}'],
  },
  'entrevista.panelCancelada': {
    nombre: 'Posgrado: entrevista cancelada, al panel',
    campos: { programa, motivo },
    asunto: 'Se canceló una entrevista de su panel: {programa}',
    cuerpo: ['La escuela canceló esta entrevista.', 'Motivo: {motivo}'],
  },
  'entrevista.panelLibre': {
    nombre: 'Posgrado: entrevista libre, al panel',
    campos: { programa },
    asunto: 'Quedó libre una entrevista de su panel: {programa}',
    cuerpo: [
      'La persona que tenía este horario ya no se presentará. Le avisaremos si alguien más lo toma.',
    ],
  },
});
