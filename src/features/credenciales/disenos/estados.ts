import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** A version of a design is written, then what documents are issued with, then kept for those that were. */
export const VERSION_DISENO = defineEstados({
  tabla: 'diseno_versiones',
  estados: {
    borrador: ['Borrador', 'neutral'],
    publicada: ['Publicada', 'success'],
    archivada: ['Archivada', 'neutral'],
  },
  pasos: {
    escribir: { de: [null], a: 'borrador' },
    guardar: { de: ['borrador'], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    publicar: { de: ['borrador'], a: 'publicada' },
    // Another one takes its place, or nothing is to be issued with it any more.
    archivar: { de: ['publicada'], a: 'archivada' },
  },
});
export type EstadoVersionDiseno = EstadoDe<typeof VERSION_DISENO>;
