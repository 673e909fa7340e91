import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A version of a plantilla is written, then in force, then kept for ever. */
export const VERSION = defineEstados({
  tabla: 'plantilla_versiones',
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
    // Another one takes its place, or nobody is to enrol by it any more.
    archivar: { de: ['publicada'], a: 'archivada' },
  },
});
export type EstadoVersion = EstadoDe<typeof VERSION>;
