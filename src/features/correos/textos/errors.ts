/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: { code: 'carta-no-existe', message: 'Esa carta no existe.' },
  /** ABORTED */
  cambio: {
    code: 'carta-cambio',
    message:
      'Alguien más cambió este texto. No se guardó nada: cierre, revise la versión vigente y cámbiela de nuevo.',
  },
} as const;
