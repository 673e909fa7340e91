/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** ABORTED */
  cambio: {
    code: 'avisos-cambio',
    message:
      'Lo cambió usted en otra ventana. No se guardó nada: cierre esta, revise lo que dice y elija de nuevo.',
  },
} as const;
