/** This feature's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'persona-no-existe',
    message: 'No hay una persona con esa clave. Revísela.',
  },
  /** FAILED_PRECONDITION: also when somebody else has just assigned it. */
  conCurp: {
    code: 'con-curp',
    message: 'Este expediente ya tiene una CURP. Cargue de nuevo la página para verlo.',
  },
  /** FAILED_PRECONDITION; the message is the first of the reasons. */
  impedido: { code: 'impedido' },
  /** FAILED_PRECONDITION */
  curpDeOtro: {
    code: 'curp-de-otro',
    message:
      'Otro expediente ya tiene esa CURP, o la tuvo. Si es de la misma persona, primero hay que fusionar los dos expedientes.',
  },
  /** ABORTED: nothing was written. */
  cambio: {
    code: 'cambio-desde-ensayo',
    message:
      'Algo de lo que revisó cambió desde el ensayo. No se guardó nada: revíselo de nuevo antes de confirmar.',
  },
} as const;
