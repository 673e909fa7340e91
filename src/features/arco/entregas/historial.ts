import { defineHistorial } from '../../../platform/shared/historial.ts';

export const entregasHistorial = defineHistorial({
  registros: {},
  acciones: {
    'copia.prepararParaSolicitud': 'Pidió preparar la copia de los datos de una persona',
    'copia.enviarEnlace': 'Envió el enlace para descargar la copia al correo de la solicitud',
    'copia.abrirEnlace': 'Se descargó la copia con el enlace que se envió',
    'copia.entregar': 'Descargó la copia de los datos de una persona para entregársela',
  },
  datos: { folio: 'Folio' },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof entregasHistorial.acciones, true> {}
}
