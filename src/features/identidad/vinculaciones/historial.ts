import { defineHistorial } from '../../../platform/shared/historial.ts';

export const vinculacionesHistorial = defineHistorial({
  registros: { vinculacion: 'Expediente por confirmar' },
  acciones: {
    'vinculacion.pedir': 'Pidió un expediente que ya existía',
    'vinculacion.listar': 'Consultó los expedientes por confirmar',
    'vinculacion.leer': 'Consultó un expediente por confirmar',
    'vinculacion.confirmar': 'Confirmó de quién es el expediente',
    'vinculacion.rechazar': 'No confirmó de quién es el expediente',
    'vinculacion.deshacer': 'Deshizo su rechazo de un expediente por confirmar',
  },
  datos: {
    cuenta: { label: 'Cuenta', registro: 'cuenta' },
    estado: {
      label: 'Estado',
      valores: { pendiente: 'Pendiente', confirmada: 'Confirmado', rechazada: 'No confirmado' },
    },
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
  },
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof vinculacionesHistorial.acciones, true> {}
}
