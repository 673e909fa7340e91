import { defineHistorial } from '../../../platform/shared/historial.ts';

export const duplicadosHistorial = defineHistorial({
  registros: { duplicado: 'Posible duplicado' },
  acciones: {
    'duplicado.buscar': 'Pidió buscar expedientes duplicados',
    'duplicado.listar': 'Consultó los posibles duplicados',
    'duplicado.leer': 'Comparó dos expedientes que se parecen',
    'duplicado.descartar': 'Dijo que dos expedientes son de personas distintas',
    'duplicado.reabrir': 'Dos expedientes vuelven a estar por revisar como duplicados',
  },
  datos: { personas: { label: 'Expedientes', registro: 'persona' } },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof duplicadosHistorial.acciones, true> {}
}
