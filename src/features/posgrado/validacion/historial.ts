import { defineHistorial } from '../../../platform/shared/historial.ts';
import { RECONSIDERACION } from '../estados.ts';

export const validacionHistorial = defineHistorial({
  registros: { reconsideracion: 'Reconsideración de una presolicitud' },
  acciones: {
    'presolicitud.revisar': 'Abrió la presolicitud para revisarla',
    'presolicitud.leerSensibles': 'Consultó las respuestas sensibles de la presolicitud',
    'presolicitud.validarRequisito': 'Validó un requisito de la presolicitud',
    'presolicitud.quitarRequisito': 'Quitó la validación de un requisito de la presolicitud',
    'reconsideracion.pedir': 'Pidió reconsiderar una presolicitud',
    'reconsideracion.aprobar': 'Aprobó reconsiderar una presolicitud',
    'reconsideracion.rechazar': 'Rechazó reconsiderar una presolicitud',
    'reconsideracion.retirar': 'Retiró la reconsideración que pidió',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        RECONSIDERACION.estados.map((one) => [one, RECONSIDERACION.palabra(one)]),
      ),
    },
    presolicitudId: { label: 'Presolicitud', registro: 'presolicitud' },
    requisito: 'Requisito',
    numero: 'Envío',
    sinSegundaPersona: 'Sin segunda persona',
  },
  tecnicos: [],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof validacionHistorial.acciones, true> {}
}
