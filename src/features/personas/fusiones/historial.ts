import { defineHistorial } from '../../../platform/shared/historial.ts';

export const fusionesHistorial = defineHistorial({
  registros: { fusion: 'Fusión de expedientes' },
  acciones: {
    'fusion.proponer': 'Propuso fusionar dos expedientes',
    'fusion.listar': 'Consultó las fusiones por confirmar',
    'fusion.leer': 'Consultó una propuesta de fusión de expedientes',
    'fusion.confirmar': 'Confirmó la fusión de dos expedientes',
    'fusion.rechazar': 'Rechazó la fusión de dos expedientes',
    'fusion.cancelar': 'Retiró su propuesta de fusión de dos expedientes',
    'fusion.anular': 'Propuesta anulada: el expediente cambió de clave',
    'fusion.vencer': 'Propuesta vencida: nadie la atendió',
  },
  datos: {
    personas: { label: 'Expedientes', registro: 'persona' },
    nombresTomados: 'Nombres que se toman',
    propuestaPor: { label: 'Propuesto por', registro: 'cuenta' },
  },
  tecnicos: ['reemplaza'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof fusionesHistorial.acciones, true> {}
}
