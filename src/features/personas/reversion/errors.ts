/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'fusion-reunida-no-existe',
    message: 'Esa fusión de expedientes no existe. Vuelva a la lista.',
  },
  /** ABORTED: somebody else undid it, or its days are over. */
  yaNo: {
    code: 'fusion-no-reversible',
    message: 'Ya no se puede deshacer: alguien acaba de hacerlo, o pasaron los 30 días.',
  },
  /** FAILED_PRECONDITION; the message is the first of the reasons. */
  impedido: { code: 'impedido' },
  /** FAILED_PRECONDITION */
  falta: {
    code: 'fusion-falta',
    message:
      'No se deshizo: algo a lo que se refería uno de los expedientes (por ejemplo, un elemento de un catálogo) ya no existe.',
  },
} as const;
