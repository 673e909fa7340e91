/** What both forms refuse, as `details.code` and what the person reads. */
export const ERRORES_ENVIO = {
  borradorCambio: {
    code: 'borrador-cambio',
    message: 'Este borrador cambió en otra pestaña o equipo mientras escribía aquí.',
  },
  version: {
    code: 'version-cambio',
    message:
      'El formulario de la convocatoria cambió. Sus respuestas se conservan: actualice la página y envíe de nuevo.',
  },
  reglas: {
    code: 'reglas-no-cumplidas',
    message: 'Por ahora no puede enviarla: hay requisitos que no se cumplen.',
  },
} as const;
