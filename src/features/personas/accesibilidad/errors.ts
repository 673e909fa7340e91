/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** ABORTED */
  cambio: {
    code: 'accesibilidad-cambio',
    message:
      'Lo cambió usted en otra ventana. No se guardó nada: cierre esta, revise lo que dice y edítelo de nuevo.',
  },
  /** NOT_FOUND */
  noExiste: {
    code: 'persona-no-existe',
    message: 'No hay una persona con esa CURP o clave. Revísela.',
  },
} as const;
