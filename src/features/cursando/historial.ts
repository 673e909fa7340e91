import { defineHistorial } from '../../platform/shared/historial.ts';

export const cursandoHistorial = defineHistorial({
  registros: { material: 'Material de una edición' },
  acciones: {
    'material.agregar': 'Agregó material a una edición',
    'material.editar': 'Cambió material de una edición',
    'material.borrar': 'Quitó material de una edición',
    'material.ordenar': 'Ordenó el material de una edición',
  },
  datos: { titulo: 'Título', publicado: 'Publicado', enlace: 'Enlace', nombre: 'Archivo' },
  tecnicos: ['edicionId', 'bytes', 'sha256', 'orden'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof cursandoHistorial.acciones, true> {}
}
