import { defineCartas } from '../../../../../platform/shared/cartas.ts';

/** The digest of what somebody did not read. */
export const RESUMEN = defineCartas({
  'resumen.avisos': {
    nombre: 'Notificaciones: resumen de lo no leído',
    campos: {
      cuantos: { titulo: 'Cuántos avisos', ejemplo: '3 avisos' },
      avisos: {
        titulo: 'Avisos, un párrafo cada uno',
        ejemplo: '27 de noviembre de 2026. Ya está su resultado en Argumentación jurídica',
        soloCuerpo: true,
      },
    },
    asunto: 'Tiene {cuantos} sin leer',
    cuerpo: ['Esto es nuevo desde su resumen anterior:', '{avisos}'],
  },
});
