/** The error codes of courses and materials, with what a person reads. */
export const ERRORES = {
  materialNoExiste: {
    code: 'material-no-existe',
    message: 'No encontramos ese material. Puede que lo hayan retirado.',
  },
  sinArchivo: {
    code: 'material-sin-archivo',
    message: 'El archivo ya no está. Envíelo de nuevo.',
  },
  sinLugar: {
    code: 'material-sin-lugar',
    message: 'Esta edición ya tiene todo el material que cabe. Quite algo antes de agregar más.',
  },
  ordenCambio: {
    code: 'material-orden-cambio',
    message: 'Alguien agregó o quitó material mientras tanto. Mire la lista y ordénela de nuevo.',
  },
} as const;
