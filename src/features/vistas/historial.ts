import { defineHistorial } from '../../platform/shared/historial.ts';

export const vistasHistorial = defineHistorial({
  registros: { vista: 'Vista de una lista' },
  acciones: {
    'vista.guardar': 'Guardó una vista de una lista',
    'vista.borrar': 'Borró una vista de una lista',
  },
  datos: { nombre: 'Nombre', predeterminada: 'La lista se abre así' },
  tecnicos: ['lista'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof vistasHistorial.acciones, true> {}
}
