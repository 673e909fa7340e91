/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'fusion-no-existe',
    message: 'Esa propuesta no existe. Vuelva a la lista para ver lo que sigue.',
  },
  /** ABORTED: confirmed, rejected, cancelled, or its days are over. */
  yaDecidida: {
    code: 'fusion-decidida',
    message: 'Esta propuesta ya se atendió o venció. Vuelva a la lista para ver lo que sigue.',
  },
  /** PERMISSION_DENIED */
  propia: {
    code: 'fusion-propia',
    message: 'Usted la propuso: la confirma otra persona del personal. Puede cancelarla.',
  },
  /** PERMISSION_DENIED */
  ajena: {
    code: 'fusion-ajena',
    message: 'Solo quien la propuso puede cancelarla. Usted puede rechazarla.',
  },
  /** ABORTED */
  cambio: {
    code: 'fusion-cambio',
    message:
      'Alguno de los dos expedientes cambió desde que se propuso. No se guardó nada: rechácela y, si sigue siendo la misma persona, propóngala de nuevo.',
  },
  /** ABORTED */
  sinProponente: {
    code: 'fusion-sin-proponente',
    message:
      'Quien la propuso ya no puede hacerlo. No se guardó nada: rechácela y, si procede, propóngala de nuevo.',
  },
  /** ALREADY_EXISTS; `details.id` is the one that waits. */
  yaPropuesta: {
    code: 'fusion-propuesta',
    message:
      'Otra persona ya propuso fusionar este expediente. Véala en «Fusiones por confirmar» para confirmarla o rechazarla.',
  },
} as const;
