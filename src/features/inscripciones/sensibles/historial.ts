import { defineHistorial } from '../../../platform/shared/historial.ts';

export const sensiblesHistorial = defineHistorial({
  acciones: {
    'persona.leerSensibles': 'Consultó las respuestas sensibles',
    'inscripcion.apartarSensibles': 'Apartó y cifró las respuestas sensibles',
    'inscripcion.suprimirSensibles': 'Se suprimió lo que hubiera respondido aparte',
  },
  datos: { inscripciones: 'Inscripciones leídas', campos: 'Respuestas apartadas' },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof sensiblesHistorial.acciones, true> {}
}
