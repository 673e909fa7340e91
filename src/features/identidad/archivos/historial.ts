import { defineHistorial } from '../../../platform/shared/historial.ts';

export const archivosHistorial = defineHistorial({
  registros: { archivo: 'Archivo' },
  acciones: {
    'archivo.subir': 'Subió un archivo',
    'archivo.borrar': 'Borró un archivo',
    'archivo.editar': 'Editó los datos de un archivo',
    'archivo.vencer': 'Archivo eliminado por vencimiento',
    'archivo.leer': 'Consultó un archivo',
    'archivo.infectado': 'El antivirus encontró un programa dañino',
    'archivo.listar': 'Consultó la lista de archivos',
  },
  datos: { bytes: 'Tamaño en bytes', contentType: 'Tipo de archivo', firma: 'Qué encontró' },
  tecnicos: ['generation', 'sha256'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof archivosHistorial.acciones, true> {}
}
