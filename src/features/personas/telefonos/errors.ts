/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'telefono-no-existe',
    message:
      'Ese teléfono ya no está en su expediente, o no es un celular. Cargue de nuevo la página.',
  },
  /** FAILED_PRECONDITION, all of these */
  sinMensajes: {
    code: 'telefono-sin-mensajes',
    message: 'El portal no envía mensajes a teléfonos por ahora.',
  },
  otroPais: {
    code: 'telefono-otro-pais',
    message: 'El portal no envía mensajes a números de ese país. Registre un celular de México.',
  },
  verificado: { code: 'telefono-verificado', message: 'Ese teléfono ya está verificado.' },
  sinPedir: {
    code: 'codigo-telefono-sin-pedir',
    message: 'Ese código ya se usó, o el número cambió. Si hace falta, pida otro.',
  },
  vencido: {
    code: 'codigo-telefono-vencido',
    message: 'El código venció: sirve durante 10 minutos. Pida otro.',
  },
  agotado: {
    code: 'codigo-telefono-agotado',
    message: 'El código ya no sirve: se escribió mal 5 veces. Pida otro.',
  },
  incorrecto: {
    code: 'codigo-telefono-incorrecto',
    message: 'El código no es ese. Revise el mensaje más reciente.',
  },
} as const;
