import { defineHistorial } from '../../../platform/shared/historial.ts';

export const archivosHistorial = defineHistorial({
  registros: { archivo: 'Archivo' },
  acciones: {
    'archivo.subir': 'Subió un archivo',
    'archivo.borrar': 'Borró un archivo',
    'archivo.editar': 'Editó los datos de un archivo',
    'archivo.vencer': 'Archivo eliminado por vencimiento',
    'archivo.leer': 'Consultó un archivo',
    'archivo.listar': 'Consultó la lista de archivos',
  },
  datos: { bytes: 'Tamaño en bytes', contentType: 'Tipo de archivo' },
  tecnicos: ['generation', 'sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof archivosHistorial.acciones, true> {}
}
