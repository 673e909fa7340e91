import type { Nombrado } from '../../platform/shared/historial.ts';
import { defineHistorial } from '../../platform/shared/historial.ts';
import { itemPath } from './routes.ts';

export const catalogosHistorial = defineHistorial({
  registros: { catalogo: 'Catálogo' },
  acciones: {
    'catalogo.agregar': 'Agregó al catálogo',
    'catalogo.editar': 'Editó en el catálogo',
    'catalogo.desactivar': 'Desactivó en el catálogo',
    'catalogo.reactivar': 'Reactivó en el catálogo',
    'catalogo.ordenar': 'Cambió el orden del catálogo',
    'catalogo.borrar': 'Borró del catálogo',
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof catalogosHistorial.acciones, true> {}
}

/** An item in the history: its name, and its page. */
export const nombrarItem = (item: {
  catalogo: string;
  clave: string;
  nombre: string;
}): Nombrado => ({
  nombre: item.nombre,
  enlace: itemPath(item.catalogo, item.clave),
});
