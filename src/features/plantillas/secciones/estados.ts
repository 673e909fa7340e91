import { defineEstados, type EstadoDe } from '../../../platform/shared/estados.ts';

/** A section of the library is there to be taken, or kept out of sight; what copied it is nobody's but the copy's. */
export const SECCION = defineEstados({
  tabla: 'plantilla_secciones',
  estados: {
    disponible: ['Disponible', 'success'],
    archivada: ['Archivada', 'neutral'],
  },
  pasos: {
    guardar: { de: [null], a: 'disponible' },
    archivar: { de: ['disponible'], a: 'archivada' },
    restaurar: { de: ['archivada'], a: 'disponible' },
  },
});
export type EstadoSeccion = EstadoDe<typeof SECCION>;
