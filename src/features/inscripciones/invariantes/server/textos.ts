import { defineCartas } from '../../../../platform/shared/cartas.ts';

/** The letter of the nightly check to Admins. */
export const REVISION = defineCartas({
  'revision.hallazgos': {
    nombre: 'Administración: registros que no cuadran',
    campos: {
      hallazgos: {
        titulo: 'Lo que no cuadra, un párrafo cada uno',
        ejemplo: 'La edición 3 de Amparo directo tiene 41 lugares ocupados y 40 inscripciones.',
        soloCuerpo: true,
      },
    },
    asunto: 'Hay registros que no cuadran',
    cuerpo: [
      'La revisión de esta noche comparó los lugares, las listas de espera, las convocatorias de posgrado, las conversaciones y su auditoría, y no todo cuadra:',
      '{hallazgos}',
    ],
  },
});
