/** What the callables of this feature refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'correccion-no-existe',
    message: 'Esa corrección no existe. Vuelva a la lista para ver lo que sigue.',
  },
  /** ALREADY_EXISTS */
  yaHayUna: {
    code: 'correccion-pendiente',
    message:
      'Ya pidió una corrección que está por revisarse. Retírela si quiere pedir otra, o espere la respuesta.',
  },
  /** ABORTED: decided, withdrawn, or without effect. */
  yaAtendida: {
    code: 'correccion-atendida',
    message: 'Esta corrección ya se atendió, o su titular la retiró. Siga con la próxima.',
  },
  /** ABORTED: the file says another thing than what was looked at. */
  cambio: {
    code: 'correccion-cambio',
    message:
      'El expediente cambió mientras lo revisaba. No se guardó nada: cargue de nuevo la página y compárelo otra vez.',
  },
  /** FAILED_PRECONDITION */
  sinDocumento: {
    code: 'correccion-sin-documento',
    message: 'Elija el documento que lo comprueba, de los que tiene en su expediente.',
  },
  /** INVALID_ARGUMENT */
  igual: {
    code: 'correccion-igual',
    message: 'Lo que escribió es lo que ya dice su expediente. Cambie el dato que está mal.',
  },
} as const;
