import { defineHistorial } from '../../../platform/shared/historial.ts';
import { PRESOLICITUD } from '../estados.ts';

export const presolicitudesHistorial = defineHistorial({
  registros: { presolicitud: 'Presolicitud de posgrado' },
  acciones: {
    'presolicitud.empezar': 'Empezó la presolicitud',
    'presolicitud.guardar': 'Siguió llenando la presolicitud',
    'presolicitud.descartar': 'Descartó el borrador de la presolicitud',
    'presolicitud.enviar': 'Envió la presolicitud',
    'presolicitud.corregir': 'Envió las correcciones de la presolicitud',
    'presolicitud.responder': 'Respondió una observación',
    'presolicitud.observar': 'Hizo observaciones a la presolicitud',
    'presolicitud.validar': 'Validó la presolicitud',
    'presolicitud.rechazar': 'Declaró improcedente la presolicitud',
    'presolicitud.vencer': 'Venció el plazo para atender las observaciones',
    'presolicitud.reconsiderar': 'Reconsideró la presolicitud: vuelve a revisión',
    'presolicitud.retirar': 'Retiró la presolicitud',
    'presolicitud.anular': 'Se anuló la presolicitud',
    'presolicitud.leer': 'Consultó la presolicitud',
    'presolicitud.cambiarPersona': 'La presolicitud siguió a su titular a otro expediente',
    'presolicitud.descartarBorrador': 'Se descartó un borrador repetido',
    'presolicitud.suprimirSensibles': 'Se suprimieron las respuestas sensibles',
    'presolicitud.depurar': 'Se suprimieron los datos de la presolicitud al terminar su plazo',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        PRESOLICITUD.estados.map((one) => [one, PRESOLICITUD.palabra(one)]),
      ),
    },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    folio: 'Folio del acuse',
    numero: 'Envío',
    motivo: 'Motivo',
    requisito: 'Requisito',
    requisitos: 'Requisitos observados',
    ronda: 'Ronda de observaciones',
    venceEn: 'Fecha límite',
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['en', 'huella', 'versionId', 'correos', 'observacionId'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof presolicitudesHistorial.acciones, true> {}
}
