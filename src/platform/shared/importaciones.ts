import { defineEstados } from './estados.ts';

/** An import while it writes (docs/decisions/0020): once it is decided there is no way back. */
export const IMPORTACION = defineEstados({
  tabla: 'importaciones',
  estados: { preparando: null, descartada: null, decidida: null, terminada: null },
  pasos: {
    empezar: { de: [null], a: 'preparando' },
    // What it had written is removed little by little.
    descartar: { de: ['preparando', 'descartada'], a: 'descartada' },
    olvidar: { de: ['preparando', 'descartada', 'terminada'], a: null },
    decidir: { de: ['preparando'], a: 'decidida' },
    // The history, and what everybody sees, in blocks.
    seguir: { de: ['decidida'], a: 'decidida' },
    terminar: { de: ['decidida'], a: 'terminada' },
  },
});
