import { defineHistorial } from '../../platform/shared/historial.ts';

export const inscripcionesHistorial = defineHistorial({
  registros: { inscripcion: 'Inscripción' },
  acciones: {
    'inscripcion.crear': 'Empezó la inscripción',
    'inscripcion.guardarBorrador': 'Siguió llenando la inscripción',
    'inscripcion.inscribir': 'Quedó inscrita',
    'inscripcion.cambiarPersona': 'Pasó la inscripción a otro expediente',
    'inscripcion.descartarBorrador': 'Descartó un borrador repetido',
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof inscripcionesHistorial.acciones, true> {}
}
