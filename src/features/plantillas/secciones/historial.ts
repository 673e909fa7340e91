import { defineHistorial } from '../../../platform/shared/historial.ts';
import { SECCION } from './estados.ts';

export const seccionesHistorial = defineHistorial({
  registros: { seccion: 'Sección de la biblioteca' },
  acciones: {
    'seccion.guardar': 'Guardó una sección en la biblioteca',
    'seccion.editar': 'Cambió el nombre o la descripción de una sección de la biblioteca',
    'seccion.reemplazar': 'Reemplazó lo que dice una sección de la biblioteca',
    'seccion.archivar': 'Archivó una sección de la biblioteca',
    'seccion.restaurar': 'Volvió a ofrecer una sección de la biblioteca',
  },
  datos: {
    nombre: 'Nombre',
    descripcion: 'Descripción',
    campos: 'Campos',
    contenido: 'Lo que dice',
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(SECCION.estados.map((one) => [one, SECCION.palabra(one)])),
    },
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof seccionesHistorial.acciones, true> {}
}
