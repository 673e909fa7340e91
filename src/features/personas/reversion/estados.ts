import { defineEstados } from '../../../platform/shared/estados.ts';

/** A merge that was done: for some days it can be undone. */
export const FUSION_HECHA = defineEstados({
  tabla: 'fusiones_hechas',
  estados: {
    reversible: ['Se puede deshacer', 'info'],
    deshecha: ['Deshecha', 'neutral'],
    definitiva: ['Definitiva', 'success'],
  },
  pasos: {
    hacer: { de: [null], a: 'reversible' },
    deshacer: { de: ['reversible'], a: 'deshecha' },
    vencer: { de: ['reversible'], a: 'definitiva' },
  },
});
