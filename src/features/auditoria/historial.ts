import { defineHistorial } from '../../platform/shared/historial.ts';

export const auditoriaHistorial = defineHistorial({
  registros: { base: 'Base de datos' },
  acciones: {
    'base.restaurar': 'Se restauró la base de un respaldo',
    'persona.leerHistorial': 'Consultó el historial del expediente',
  },
  listas: { historial: 'Auditoría', accesos: 'Consultas de su expediente' },
  datos: { respaldo: 'Respaldo', empezado: 'Respaldo empezado' },
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof auditoriaHistorial.acciones, true> {}
}
