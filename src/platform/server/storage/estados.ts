import { defineEstados } from '../../shared/estados.ts';

/** A resumable upload: it takes what arrives until it is whole, given up or out of time. */
export const SUBIDA = defineEstados({
  tabla: 'subidas',
  estados: { activa: null, final: null, cancelada: null },
  pasos: {
    empezar: { de: [null], a: 'activa' },
    recibir: { de: ['activa'], a: 'activa' },
    terminar: { de: ['activa'], a: 'final' },
    cancelar: { de: ['activa'], a: 'cancelada' },
  },
});
