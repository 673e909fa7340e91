import { defineHistorial } from '../../../platform/shared/historial.ts';

export const fusionesHistorial = defineHistorial({
  registros: { fusion: 'Expedientes por reunir' },
  acciones: {
    'fusion.proponer': 'Propuso reunir dos expedientes',
    'fusion.listar': 'Consultó los expedientes por reunir',
    'fusion.leer': 'Consultó una propuesta de reunir expedientes',
    'fusion.confirmar': 'Confirmó que dos expedientes se reúnan',
    'fusion.rechazar': 'Rechazó que dos expedientes se reúnan',
    'fusion.cancelar': 'Retiró su propuesta de reunir dos expedientes',
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
