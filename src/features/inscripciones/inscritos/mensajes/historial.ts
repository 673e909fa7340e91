import { defineHistorial } from '../../../../platform/shared/historial.ts';

export const mensajesHistorial = defineHistorial({
  registros: { mensajeInscritos: 'Mensaje a quienes se inscribieron' },
  acciones: {
    'mensajeInscritos.enviar': 'Pidió enviar un mensaje a quienes se inscribieron',
    'inscripcion.escribir': 'Se le envió un mensaje de la escuela',
  },
  datos: { asunto: 'Asunto', destinatarios: 'Inscripciones a las que se dirige' },
  tecnicos: ['plantillaId', 'mensajeId'],
});

declare module '../../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof mensajesHistorial.acciones, true> {}
}
