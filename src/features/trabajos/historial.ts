import { defineHistorial } from '../../platform/shared/historial.ts';

export const trabajosHistorial = defineHistorial({
  registros: { trabajo: 'Trabajo' },
  acciones: {
    'hoja.pedirImportacion': 'Pidió importar una lista',
    'hoja.importar': 'Importó una lista',
    'hoja.pedirExportacion': 'Pidió exportar una lista',
    'hoja.exportar': 'Exportó una lista',
    'trabajo.cancelar': 'Canceló un trabajo',
    'trabajo.detener': 'Se detuvo un trabajo de quien ya no tiene permiso',
    'trabajo.reintentar': 'Reintentó un trabajo',
    'trabajo.quitar': 'Quitó un trabajo de su bandeja',
  },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof trabajosHistorial.acciones, true> {}
}
