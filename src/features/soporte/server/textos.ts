import { defineCartas } from '../../../platform/shared/cartas.ts';

const folio = { titulo: 'Folio de la conversación', ejemplo: '7K3M-Q2XF' };

/** What a person is told of a conversation; never what was written in it. */
export const SOPORTE = defineCartas({
  'soporte.respuesta': {
    nombre: 'Soporte: respuesta por leer',
    campos: { folio },
    asunto: 'Tiene una respuesta de la escuela',
    cuerpo: ['La escuela respondió su conversación {folio}. El texto se lee en el portal.'],
  },
  'soporte.porResolver': {
    nombre: 'Soporte: conversación por resolver',
    campos: { folio, dia: { titulo: 'Día en que se resuelve', ejemplo: '9 de diciembre de 2026' } },
    asunto: 'Su conversación se dará por resuelta el {dia}',
    cuerpo: [
      'La escuela espera su respuesta en la conversación {folio}. Sin ella, el {dia} se da por resuelta. Puede reabrirla durante los cinco días hábiles siguientes.',
    ],
  },
});
