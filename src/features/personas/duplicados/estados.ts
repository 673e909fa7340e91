import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** Two files that look alike: they wait for staff, or staff said that they are two people. */
export const DUPLICADO = defineEstados({
  tabla: 'duplicados',
  estados: {
    pendiente: ['Por revisar', 'info'],
    descartado: ['Son dos personas', 'neutral'],
  },
  pasos: {
    hallar: { de: [null], a: 'pendiente' },
    descartar: { de: ['pendiente'], a: 'descartado' },
    // Their data changed, or staff thought better of it.
    reabrir: { de: ['descartado'], a: 'pendiente' },
    // They are not alike any more, or one is merged.
    quitar: { de: ['pendiente', 'descartado'], a: null },
  },
});
export type EstadoDuplicado = EstadoDe<typeof DUPLICADO>;
