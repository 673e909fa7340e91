/** What the callables of support refuse, as `details.code` and what the person reads. */
export const ERRORES_SOPORTE = {
  noExiste: { code: 'conversacion-no-existe', message: 'Esa conversación no existe.' },
  sinExpediente: {
    code: 'sin-expediente',
    message: 'Su cuenta todavía no tiene un expediente. Complételo para escribir a la escuela.',
  },
  vacio: { code: 'mensaje-vacio', message: 'Escriba un mensaje o adjunte un archivo.' },
  sinAsunto: { code: 'asunto-vacio', message: 'Escriba el asunto.' },
  otro: {
    code: 'mensaje-otro',
    message: 'Ese mensaje ya se envió con otro texto. Escríbalo de nuevo.',
  },
  cerrada: {
    code: 'conversacion-cerrada',
    message: 'La conversación está cerrada. Abra una nueva; puede mencionar el folio de esta.',
  },
  deOtro: {
    code: 'conversacion-de-otro',
    message: 'Otra persona del personal atiende esta conversación.',
  },
  noVisto: {
    code: 'mensaje-no-visto',
    message: 'Hay mensajes que no había visto. Revíselos antes de enviar el suyo.',
  },
  muchasConversaciones: {
    code: 'demasiadas-conversaciones',
    message: 'Ya tiene tres conversaciones abiertas. Continúe en una de ellas.',
  },
  sinArchivo: {
    code: 'adjunto-no-existe',
    message: 'El archivo no llegó completo. Adjúntelo de nuevo.',
  },
  yaTomada: {
    code: 'conversacion-ya-tomada',
    message: 'Otra persona la tomó antes. Tome la siguiente.',
  },
  propia: {
    code: 'sobre-uno-mismo',
    message: 'Nadie atiende su propia conversación: la atiende otra persona.',
  },
  noEsPersonal: {
    code: 'agente-no-es-personal',
    message: 'Elija a alguien del personal que pueda atender.',
  },
  sinCuenta: {
    code: 'persona-sin-cuenta',
    message: 'Esa persona no tiene una cuenta: no puede leer lo que se le escriba aquí.',
  },
  valoracion: {
    code: 'valoracion-no-permitida',
    message: 'Esta conversación ya se valoró o todavía no se resuelve.',
  },
  respuestaIncompleta: {
    code: 'respuesta-incompleta',
    message: 'Faltan datos de la respuesta: complete los campos señalados.',
  },
  encimado: {
    code: 'horario-encimado',
    message: 'Revise los horarios: hay intervalos encimados o un día repetido.',
  },
  campoDesconocido: {
    code: 'campo-desconocido',
    message: 'El texto nombra un campo que no existe.',
  },
  muchasRespuestas: {
    code: 'demasiadas-respuestas',
    message: 'Ya hay 300 respuestas. Cambie una que ya no use.',
  },
  sinRespuesta: { code: 'respuesta-no-existe', message: 'Esa respuesta ya no existe.' },
  revision: {
    code: 'soporte-cambio',
    message: 'Otra persona lo cambió mientras tanto. Revise los datos vigentes.',
  },
} as const;
