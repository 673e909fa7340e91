import { defineHistorial } from '../../platform/shared/historial.ts';
import { CONVERSACION } from './estados.ts';

/** Nothing here says what was written: the history keeps that something was, and what became of the conversation. */
export const soporteHistorial = defineHistorial({
  registros: {
    conversacion: 'Conversación con la escuela',
    soporte: 'Configuración de soporte',
  },
  acciones: {
    'conversacion.abrir': 'Abrió una conversación con la escuela',
    'conversacion.iniciar': 'Escribió a una persona',
    'conversacion.escribir': 'Envió un mensaje',
    'conversacion.anotar': 'Escribió una nota interna',
    'conversacion.tomar': 'Tomó una conversación',
    'conversacion.soltar': 'Soltó una conversación',
    'conversacion.pasar': 'Pasó una conversación a otra persona del personal',
    'conversacion.responder': 'Respondió una conversación',
    'conversacion.contestar': 'Contestó en su conversación',
    'conversacion.resolver': 'Dio por resuelta una conversación',
    'conversacion.reabrir': 'Reabrió una conversación',
    'conversacion.cerrar': 'La conversación se cerró',
    'conversacion.valorar': 'Valoró la atención de una conversación',
    'conversacion.leer': 'Consultó una conversación',
    'conversacion.leerNotas': 'Consultó las notas de una conversación',
    'conversacion.leerAdjunto': 'Abrió un archivo de una conversación',
    'conversacion.listar': 'Consultó la bandeja de soporte',
    'conversacion.cambiarPersona': 'La conversación siguió a su titular a otro expediente',
    'conversacion.hacerPdf': 'Se hizo la transcripción de una conversación',
    'conversacion.reponerPdf': 'Se repuso la transcripción de una conversación',
    'conversacion.guardarAdjunto': 'Guardó un archivo de una conversación en sus documentos',
    'conversacion.retirarAdjunto': 'Se retiró un archivo dañino de una conversación',
    'soporte.horarios': 'Cambió el horario de atención de soporte',
    'soporte.agregarRespuesta': 'Agregó una respuesta frecuente de soporte',
    'soporte.cambiarRespuesta': 'Cambió una respuesta frecuente de soporte',
  },
  datos: {
    estado: {
      label: 'Estado',
      valores: Object.fromEntries(
        CONVERSACION.estados.map((one) => [one, CONVERSACION.palabra(one)]),
      ),
    },
    folio: 'Folio',
    n: 'Mensaje',
    adjuntos: 'Archivos',
    valor: {
      label: 'Valoración',
      valores: { si: 'Sí', enParte: 'En parte', no: 'No' },
    },
    semana: 'Horario por día',
    excepciones: 'Días especiales',
    titulo: 'Título',
    texto: 'Texto',
    retirada: 'Retirada',
    personas: { label: 'Expedientes a la vista', registro: 'persona' },
    personaId: { label: 'Expediente', registro: 'persona' },
    conversaciones: { label: 'Conversaciones a la vista', registro: 'conversacion' },
  },
  tecnicos: ['sha256', 'firmante', 'agente'],
});

declare module '../../platform/shared/historial.ts' {
  interface Acciones extends Record<keyof typeof soporteHistorial.acciones, true> {}
}
