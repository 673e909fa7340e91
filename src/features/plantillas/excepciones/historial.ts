import { defineHistorial } from '../../../platform/shared/historial.ts';
import { EXCEPCION } from './estados.ts';

export const excepcionesHistorial = defineHistorial({
  registros: { excepcion: 'Excepción a una regla' },
  acciones: {
    'excepcion.pedir': 'Pidió exceptuar a una persona de una regla',
    'excepcion.aprobar': 'Aprobó la excepción a una regla',
    'excepcion.rechazar': 'Rechazó la excepción a una regla',
    'excepcion.retirar': 'Retiró la excepción a una regla',
    'excepcion.listar': 'Consultó las excepciones de una plantilla',
    'excepcion.cambiarPersona': 'La excepción siguió a su titular a otro expediente',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(EXCEPCION.estados.map((one) => [one, EXCEPCION.palabra(one)])),
    },
    plantillaId: { label: 'Plantilla', registro: 'plantilla' },
    regla: 'Regla',
    documento: { label: 'Documento que la sustenta', registro: 'documento' },
    venceEn: 'Vence',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['huella'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof excepcionesHistorial.acciones, true> {}
}
