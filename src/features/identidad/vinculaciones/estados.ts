import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** The request of an account for a file that is there already: a rejection may be withdrawn while nobody was told. */
export const VINCULACION = defineEstados({
  tabla: 'vinculaciones',
  estados: { pendiente: null, confirmada: null, rechazada: null },
  pasos: {
    pedir: { de: [null], a: 'pendiente' },
    confirmar: { de: ['pendiente'], a: 'confirmada' },
    rechazar: { de: ['pendiente'], a: 'rechazada' },
    deshacer: { de: ['rechazada'], a: 'pendiente' },
  },
});
export type EstadoVinculacion = EstadoDe<typeof VINCULACION>;
