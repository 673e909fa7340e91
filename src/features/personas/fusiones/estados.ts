import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** A proposed merge: only one that waits changes. */
export const FUSION = defineEstados({
  tabla: 'fusiones',
  estados: {
    pendiente: null,
    confirmada: null,
    rechazada: null,
    cancelada: null,
    anulada: null,
    vencida: null,
  },
  pasos: {
    proponer: { de: [null], a: 'pendiente' },
    confirmar: { de: ['pendiente'], a: 'confirmada' },
    rechazar: { de: ['pendiente'], a: 'rechazada' },
    cancelar: { de: ['pendiente'], a: 'cancelada' },
    // One of the two files is another now.
    anular: { de: ['pendiente'], a: 'anulada' },
    vencer: { de: ['pendiente'], a: 'vencida' },
  },
});
export type EstadoFusion = EstadoDe<typeof FUSION>;
