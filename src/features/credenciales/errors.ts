/** This feature's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND: there is none with that id, or it is somebody else's. */
  noExiste: { code: 'emitido-no-existe', message: 'No encontramos ese documento.' },
  /** NOT_FOUND: unknown, malformed or of another kind, which are answered alike. */
  folioNoExiste: {
    code: 'folio-no-existe',
    message:
      'No encontramos un documento con ese folio. Compárelo letra por letra con el del documento.',
  },
  /** NOT_FOUND */
  sinPersona: {
    code: 'emitido-sin-persona',
    message: 'No hay una persona con esa CURP o clave. Revísela.',
  },
  /** ABORTED */
  cambio: {
    code: 'emitido-cambio',
    message:
      'Alguien cambió este documento antes. No se guardó nada: vuelva a abrirlo para ver cómo está.',
  },
  /** PERMISSION_DENIED */
  mismaPersona: {
    code: 'emitido-mismo-visto',
    message: 'Usted lo preparó: lo aprueba otra persona del personal.',
  },
  /** FAILED_PRECONDITION */
  sinLetras: {
    code: 'nombre-sin-letras',
    message:
      'El nombre tiene signos que los documentos no pueden imprimir: saldrían como □. Corrija el expediente, o márquelo para emitirlo así.',
  },
  /** FAILED_PRECONDITION */
  sinActa: {
    code: 'certificado-sin-acta',
    message:
      'Elija el curso de un acta cerrada de esa persona, o márquelo como histórico con el documento que lo prueba.',
  },
  /** FAILED_PRECONDITION */
  noAcreditado: {
    code: 'certificado-no-acreditado',
    message:
      'El acta dice que no acreditó: no se le certifica. Si ya tiene un documento, suspéndalo o revóquelo.',
  },
  /** FAILED_PRECONDITION */
  sinEvidencia: {
    code: 'certificado-sin-evidencia',
    message: 'Elija un documento vigente de su expediente que pruebe lo que se certifica.',
  },
  /** FAILED_PRECONDITION */
  sinFirmante: {
    code: 'emitido-sin-firmante',
    message: 'Elija de una a tres personas del catálogo de firmantes que estén activas.',
  },
  /** INVALID_ARGUMENT */
  sinVigencia: {
    code: 'emitido-vigencia',
    message: 'Este tipo de documento no lleva fecha de vencimiento.',
  },
  /** FAILED_PRECONDITION */
  sinEmitir: {
    code: 'emitido-por-aprobar',
    message: 'Este documento todavía no se emite: otra persona del personal debe aprobarlo.',
  },
  /** FAILED_PRECONDITION */
  sinTarjeta: {
    code: 'credencial-sin-vigencia',
    message: 'Solo se imprimen como tarjeta las credenciales que están en vigor.',
  },
  /** NOT_FOUND */
  sinFuente: {
    code: 'emision-sin-fuente',
    message: 'No encontramos esa ruta, o el acta de esa edición todavía no se cierra.',
  },
  /** NOT_FOUND */
  disenoNoExiste: { code: 'diseno-no-existe', message: 'No encontramos ese diseño.' },
  /** FAILED_PRECONDITION */
  disenoNoDisponible: {
    code: 'diseno-no-disponible',
    message: 'Ese diseño ya no está publicado para este tipo de documento. Elija otro.',
  },
  /** ALREADY_EXISTS */
  disenoRepetido: {
    code: 'diseno-nombre-repetido',
    message: 'Ya hay un diseño de este tipo con ese nombre. Escriba otro.',
  },
  /** FAILED_PRECONDITION */
  disenoConBorrador: {
    code: 'diseno-con-borrador',
    message: 'Este diseño ya tiene un borrador: continúe con él o descártelo.',
  },
  /** FAILED_PRECONDITION */
  disenoNoBorrador: {
    code: 'diseno-no-borrador',
    message: 'Esta versión ya se publicó: no cambia. Empiece otra a partir de ella.',
  },
  /** ABORTED */
  disenoCambio: {
    code: 'diseno-cambio',
    message: 'Alguien guardó este diseño antes. Vuelva a abrirlo para ver cómo está.',
  },
  /** FAILED_PRECONDITION */
  disenoConProblemas: {
    code: 'diseno-con-problemas',
    message: 'Corrija lo señalado antes de publicarlo.',
  },
  /** FAILED_PRECONDITION */
  disenoPredeterminado: {
    code: 'diseno-predeterminado',
    message: 'Es el diseño predeterminado de su tipo: elija otro como tal y después retírelo.',
  },
  /** FAILED_PRECONDITION */
  disenoNoPublicado: {
    code: 'diseno-no-publicado',
    message: 'Ese diseño no tiene una versión publicada.',
  },
  /** NOT_FOUND */
  sinImagen: { code: 'diseno-sin-imagen', message: 'No encontramos esa imagen. Súbala de nuevo.' },
  /** UNAVAILABLE */
  imagenPerdida: {
    code: 'diseno-imagen-perdida',
    message: 'Una imagen del diseño no está disponible. Avise a la escuela.',
  },
  /** FAILED_PRECONDITION */
  nadie: {
    code: 'emision-nadie',
    message: 'No queda nadie a quien emitirlo. Revise a quiénes no, y por qué.',
  },
} as const;
