/** This feature's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND: there is none, or it is somebody else's. */
  noExiste: { code: 'arco-no-existe', message: 'No encontramos esa solicitud. Revise su folio.' },
  /** ABORTED */
  yaAtendida: {
    code: 'arco-atendida',
    message:
      'Alguien ya la atendió, o se retiró. No se guardó nada: vuelva a abrirla para ver cómo está.',
  },
  /** RESOURCE_EXHAUSTED */
  demasiadas: {
    code: 'arco-demasiadas',
    message:
      'Ya tiene 5 solicitudes en espera de respuesta. Espere a que se atienda alguna, o retire la que ya no necesite.',
  },
  /** NOT_FOUND */
  sinPersona: {
    code: 'arco-sin-persona',
    message: 'No hay una persona con esa CURP o clave. Revísela, o déjela vacía.',
  },
  /** PERMISSION_DENIED */
  otraPersona: {
    code: 'arco-otra-persona',
    message:
      'Usted registró o respondió esta solicitud. Pida a otra persona del personal que entregue la copia o suprima los datos.',
  },
  /** FAILED_PRECONDITION */
  noCancela: {
    code: 'arco-no-cancela',
    message: 'Solo se suprime lo que pide una cancelación que se respondió como procedente.',
  },
  /** FAILED_PRECONDITION */
  impedida: {
    code: 'arco-impedida',
    message: 'Hay algo que impide suprimir estos datos. Revise el ensayo.',
  },
  /** INVALID_ARGUMENT */
  noConfirma: {
    code: 'arco-no-confirma',
    message: 'No es la clave que se pide. Escríbala como aparece en el ensayo.',
  },
  /** ABORTED */
  cambio: {
    code: 'arco-cambio',
    message:
      'Algo de esta persona cambió desde el ensayo. No se borró nada: revíselo de nuevo antes de confirmar.',
  },
} as const;
