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
  datos: {
    hoja: { label: 'Lista', lista: true },
    edicion: { label: 'Edición', registro: 'edicion' },
    etapa: { label: 'Etapa de una convocatoria', registro: 'etapa' },
    listaPersonas: { label: 'Lista de personas', registro: 'listaPersonas' },
    tipo: { label: 'Formato', valores: { xlsx: 'Excel (.xlsx)', csv: 'CSV' } },
    filtros: {
      label: 'Filtros',
      valores: {
        busqueda: 'Búsqueda',
        buscar: 'Búsqueda',
        estado: 'Estado',
        role: 'Rol',
        accion: 'Acción',
        entidad: 'Registro',
        desde: 'Desde',
        hasta: 'Hasta',
        descendente: 'Lo más reciente primero',
        solo: 'Solo los elegidos',
        excepto: 'Sin los excluidos',
        enBlanco: 'En blanco',
      },
    },
    filas: 'Filas',
    nuevas: 'Nuevas',
    cambiadas: 'Cambiadas',
    sinCambio: 'Sin cambio',
    personas: { label: 'Personas incluidas', registro: 'persona' },
    todas: 'Todas las personas',
    motivo: 'Motivo',
  },
  tecnicos: ['sha256'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof trabajosHistorial.acciones, true> {}
}
