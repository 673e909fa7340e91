/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** FAILED_PRECONDITION */
  noPide: {
    code: 'entrega-no-pide',
    message:
      'Solo se prepara una copia para una solicitud de acceso o portabilidad que procede y dice de qué expediente es.',
  },
  /** ALREADY_EXISTS */
  enCurso: {
    code: 'entrega-en-curso',
    message: 'Ya está preparando una copia. Espere a que termine en «Trabajos».',
  },
  /** NOT_FOUND: there is none of a request. */
  noExiste: {
    code: 'entrega-no-existe',
    message: 'No encontramos esa copia entre las de esta solicitud. Prepare otra.',
  },
  /** FAILED_PRECONDITION */
  vencida: {
    code: 'entrega-vencida',
    message: 'Esta copia ya venció y se borró. Prepare otra: se hace con lo que haya ese día.',
  },
  /** FAILED_PRECONDITION */
  correoDesconocido: {
    code: 'entrega-correo-desconocido',
    message:
      'El expediente y la cuenta de esta persona no tienen ese correo. Entregue la copia en persona, con su identificación a la vista.',
  },
  /** FAILED_PRECONDITION */
  sinCorreo: {
    code: 'entrega-sin-correo',
    message:
      'La solicitud no dice un correo en el que se le avise. Descargue la copia y entréguela por el medio que indicó.',
  },
} as const;
