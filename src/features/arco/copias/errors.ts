/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND: there is none, or it is somebody else's. */
  noExiste: {
    code: 'copia-no-existe',
    message: 'No encontramos esa copia de datos entre las suyas. Pida otra en «Mis datos».',
  },
  /** FAILED_PRECONDITION */
  vencida: {
    code: 'copia-vencida',
    message:
      'Esta copia ya venció y se borró. Pida otra en «Mis datos»: se hace con lo que haya ese día.',
  },
  /** ALREADY_EXISTS */
  enCurso: {
    code: 'copia-en-curso',
    message:
      'Ya se está preparando una copia de sus datos. Le avisaremos por correo cuando esté lista.',
  },
} as const;
