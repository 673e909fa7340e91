import { defineHistorial } from '../../../platform/shared/historial.ts';
import { SOLICITUD } from '../estados.ts';

export const solicitudesHistorial = defineHistorial({
  registros: { solicitud: 'Solicitud de posgrado' },
  acciones: {
    'solicitud.empezar': 'Empezó la solicitud',
    'solicitud.guardar': 'Siguió llenando la solicitud',
    'solicitud.descartar': 'Descartó el borrador de la solicitud',
    'solicitud.descartarCorreccion': 'Descartó las correcciones sin enviar',
    'solicitud.enviar': 'Envió la solicitud',
    'solicitud.corregir': 'Envió corregida la solicitud',
    'solicitud.evaluar': 'La solicitud pasó a evaluación',
    'solicitud.excluir': 'Excluyó la solicitud',
    'solicitud.noPasar': 'La solicitud no pasó de una etapa',
    'solicitud.admitir': 'La solicitud fue admitida',
    'solicitud.esperar': 'La solicitud quedó en lista de espera',
    'solicitud.noAdmitir': 'La solicitud no fue admitida',
    'solicitud.promover': 'Pasó de la lista de espera a admitida',
    'solicitud.inscribir': 'Confirmó el lugar',
    'solicitud.desistir': 'Desistió de la solicitud',
    'solicitud.vencer': 'Venció sin confirmar el lugar',
    'solicitud.mejorar': 'Un nuevo ranking mejoró el resultado',
    'solicitud.anular': 'Se anuló la solicitud',
    'solicitud.leer': 'Consultó la solicitud',
    'solicitud.leerSensibles': 'Consultó las respuestas sensibles de la solicitud',
    'solicitud.cambiarPersona': 'La solicitud siguió a su titular a otro expediente',
    'solicitud.descartarBorrador': 'Se descartó un borrador repetido',
    'solicitud.suprimirSensibles': 'Se suprimieron las respuestas sensibles',
    'solicitud.depurar': 'Se suprimieron los datos de la solicitud al terminar su plazo',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(SOLICITUD.estados.map((one) => [one, SOLICITUD.palabra(one)])),
    },
    convocatoriaId: { label: 'Convocatoria', registro: 'convocatoria' },
    presolicitudId: { label: 'Presolicitud', registro: 'presolicitud' },
    folio: 'Folio de la solicitud',
    acuse: 'Folio del acuse',
    numero: 'Envío',
    motivo: 'Motivo',
    cupos: 'Lugares reservados que puede ocupar',
    venceEn: 'Fecha límite',
    personaId: { label: 'Expediente', registro: 'persona' },
  },
  tecnicos: ['en', 'huella', 'versionId', 'correos'],
});

declare module '../../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof solicitudesHistorial.acciones, true> {}
}
