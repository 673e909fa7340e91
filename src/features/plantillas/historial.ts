import { defineHistorial } from '../../platform/shared/historial.ts';
import { VERSION } from './estados.ts';

export const plantillasHistorial = defineHistorial({
  registros: { plantilla: 'Plantilla', version: 'Versión de una plantilla' },
  acciones: {
    'plantilla.crear': 'Creó una plantilla',
    'plantilla.editar': 'Cambió el nombre o la descripción de una plantilla',
    'version.empezar': 'Empezó una versión de una plantilla',
    'version.guardar': 'Editó el borrador de una plantilla',
    'version.descartar': 'Descartó el borrador de una plantilla',
    'version.publicar': 'Publicó una versión de una plantilla',
    'version.programar': 'Programó la publicación de una versión',
    'version.cancelarPublicacion': 'Canceló la publicación programada de una versión',
    'persona.probarReglas': 'Probó las reglas de una plantilla con sus datos',
    'version.simular': 'Probó las reglas de una versión con todas las personas',
    'version.archivar': 'Archivó una versión de una plantilla',
  },
  datos: {
    nombre: 'Nombre',
    descripcion: 'Descripción',
    plantillaId: { label: 'Plantilla', registro: 'plantilla' },
    numero: 'Número de versión',
    nota: 'Nota de la publicación',
    publicarEn: 'Se publica desde',
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(VERSION.estados.map((one) => [one, VERSION.palabra(one)])),
    },
    secciones: 'Secciones',
    campos: 'Campos',
    reglas: 'Reglas',
  },
  tecnicos: ['huella'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof plantillasHistorial.acciones, true> {}
}
