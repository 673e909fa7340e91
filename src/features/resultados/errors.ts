/** This feature's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND. */
  noExiste: {
    code: 'edicion-no-existe',
    message: 'No encontramos esa edición. Búsquela en «Resultados».',
  },
  /** FAILED_PRECONDITION on recording something: its acta was closed. */
  actaCerrada: {
    code: 'acta-cerrada',
    message:
      'El acta de esta edición ya se cerró. Lo que deba cambiar se corrige en el acta, con su motivo.',
  },
  /** FAILED_PRECONDITION on closing or recording. */
  cancelada: {
    code: 'edicion-cancelada',
    message: 'Esta edición se canceló: no tiene resultados.',
  },
  /** FAILED_PRECONDITION on recording something. */
  noComienza: {
    code: 'edicion-no-comienza',
    message: 'Esta edición todavía no comienza: sus resultados se registran desde su primer día.',
  },
  /** FAILED_PRECONDITION on closing, with `details.motivo`. */
  aunNo: {
    code: 'acta-aun-no',
    message: 'Todavía no se puede cerrar el acta.',
  },
  /** FAILED_PRECONDITION on closing, with `details.faltan: {nombre, falta}[]`. */
  faltan: {
    code: 'resultados-faltan',
    message: 'Faltan resultados por decidir: complételos antes de cerrar el acta.',
  },
  /** ABORTED on closing: something was recorded since whoever closes looked. */
  cambiaron: {
    code: 'resultados-cambiaron',
    message: 'Los resultados cambiaron mientras los revisaba. Revíselos de nuevo antes de cerrar.',
  },
  /** ABORTED on correcting: the acta has another version by now. */
  actaCambio: {
    code: 'acta-cambio',
    message: 'Alguien más corrigió esta acta mientras usted escribía. Revise la versión vigente.',
  },
  /** FAILED_PRECONDITION on correcting. */
  sinActa: {
    code: 'acta-no-cerrada',
    message: 'El acta de esta edición todavía no se cierra.',
  },
  /** INVALID_ARGUMENT on correcting: it says what the acta says already. */
  sinCambio: {
    code: 'correccion-sin-cambio',
    message: 'La corrección no cambia nada de lo que dice el acta.',
  },
  /** NOT_FOUND: the acta, that version of it, or somebody's line. */
  actaNoExiste: {
    code: 'acta-no-existe',
    message: 'No encontramos esa acta.',
  },
  /** PERMISSION_DENIED on recording: one's own results. */
  propios: {
    code: 'resultados-propios',
    message: 'Son sus propios resultados. Pida a otra persona del personal que los registre.',
  },
  /** PERMISSION_DENIED on closing: one is in the list. */
  actaPropia: {
    code: 'acta-propia',
    message:
      'Usted está en la lista de esta edición. Pida a otra persona del personal que cierre o corrija el acta.',
  },
  /** NOT_FOUND: whose kárdex is asked for. */
  personaNoExiste: {
    code: 'persona-no-existe',
    message: 'No encontramos a esa persona.',
  },
} as const;
