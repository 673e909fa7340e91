/** What the callables of referees refuse, as `details.code` and what the person reads. */
export const ERRORES_RECOMENDACION = {
  noExiste: {
    code: 'recomendante-no-existe',
    message: 'No encontramos esa carta entre las de su solicitud. Actualice la página.',
  },
  solicitud: {
    code: 'solicitud-no-existe',
    message: 'No encontramos esa solicitud entre las suyas.',
  },
  cerrada: {
    code: 'recomendantes-cerrado',
    message: 'Las cartas de esta solicitud ya no pueden cambiarse.',
  },
  completas: {
    code: 'recomendantes-completos',
    message: 'Ya tiene las cartas que pide la convocatoria.',
  },
  propia: {
    code: 'recomendante-propio',
    message: 'Ese correo es suyo. Escriba el de la persona que le recomienda.',
  },
  repetida: {
    code: 'recomendante-repetido',
    message: 'Ya agregó a alguien con ese correo.',
  },
  mismoCorreo: {
    code: 'recomendante-mismo-correo',
    message: 'Es el correo que ya tenía. Para volver a escribirle use «Reenviar».',
  },
  yaCambio: {
    code: 'recomendante-ya-cambio',
    message: 'Esa carta cambió mientras tanto. Actualice la página.',
  },
  sinReemplazo: {
    code: 'recomendante-sin-reemplazo',
    message: 'Esa carta no puede reemplazarse: solo se reemplaza una vez la que no se recibirá.',
  },
  enlace: {
    code: 'recomendacion-enlace',
    message:
      'Este enlace no está vigente. Puede estar incompleto, o haberse enviado otro más reciente.',
  },
} as const;
