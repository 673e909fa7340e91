import type { Nombrado } from '../../platform/shared/historial.ts';
import { defineHistorial } from '../../platform/shared/historial.ts';
import { CATALOGOS, hojaDe } from './definiciones/rules.ts';
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
  datos: {
    ...Object.fromEntries(
      CATALOGOS.flatMap(({ campos }) =>
        campos.map(({ key, label, kind }) => [
          key,
          kind === 'reference' ? { label, registro: 'catalogo' } : label,
        ]),
      ),
    ),
    // In one catalog a text, in another an item of a third: what is no item's id reads as it is.
    tipo: { label: 'Tipo', registro: 'catalogo' },
    catalogo: {
      label: 'Catálogo',
      valores: Object.fromEntries(CATALOGOS.map(({ id, titulo }) => [id, titulo])),
    },
    clave: 'Clave',
    nombre: 'Nombre',
    padre: { label: 'Depende de', registro: 'catalogo' },
    activo: 'Activo',
    lugar: 'Lugar en la lista',
  },
  tecnicos: ['version'],
  listas: Object.fromEntries(CATALOGOS.map(({ id, titulo }) => [hojaDe(id), titulo])),
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
