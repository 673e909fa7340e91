import { defineHistorial } from '../../../platform/shared/historial.ts';

export const listasHistorial = defineHistorial({
  registros: { listaPersonas: 'Lista de personas' },
  acciones: {
    'listaPersonas.crear': 'Creó una lista de personas de una plantilla',
    'listaPersonas.vaciar': 'Vació una lista de personas',
    'listaPersonas.eliminar': 'Eliminó una lista de personas',
    'listaPersonas.incluir': 'Incluyó a una persona en una lista',
    'listaPersonas.cambiarPersona': 'Su lugar en una lista siguió a su titular a otro expediente',
  },
  datos: {
    nombre: 'Nombre',
    personas: 'Personas',
    plantillaId: { label: 'Plantilla', registro: 'plantilla' },
    personaId: { label: 'Expediente', registro: 'persona' },
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof listasHistorial.acciones, true> {}
}
