import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A version of a plantilla is written, then in force, then kept for ever. */
export const VERSION = defineEstados({
  tabla: 'plantilla_versiones',
  estados: { borrador: null, publicada: null, archivada: null },
  pasos: {
    escribir: { de: [null], a: 'borrador' },
    publicar: { de: ['borrador'], a: 'publicada' },
    // Another one takes its place.
    archivar: { de: ['publicada'], a: 'archivada' },
  },
});
export type EstadoVersion = EstadoDe<typeof VERSION>;
