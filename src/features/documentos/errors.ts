/** What the callables of this feature refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  noExiste: {
    code: 'documento-no-existe',
    message: 'Ese documento no existe o ya no está aquí. Cargue de nuevo la página.',
  },
  sinArchivo: {
    code: 'documento-sin-archivo',
    message: 'El archivo no terminó de llegar. Elíjalo y envíelo de nuevo.',
  },
  sinTipo: {
    code: 'documento-sin-tipo',
    message: 'Ese tipo de documento ya no se pide. Cargue de nuevo la página.',
  },
  sinLugar: {
    code: 'documento-sin-lugar',
    message:
      'Ya guarda demasiadas versiones de sus documentos y no cabe otra. Escriba a Control Escolar.',
  },
  sinEspacio: {
    code: 'documento-sin-espacio',
    message:
      'Por ahora el portal no puede guardar más documentos. Escriba a Control Escolar o inténtelo más tarde.',
  },
  yaDecidido: {
    code: 'documento-decidido',
    message: 'Alguien más lo atendió, o su titular envió otra versión. Siga con el próximo.',
  },
  deOtro: {
    code: 'documento-de-otro',
    message: 'Otra persona del personal lo está revisando. Siga con el próximo.',
  },
  propio: {
    code: 'documento-propio',
    message: 'Nadie revisa sus propios documentos. Déjelo a otra persona del personal.',
  },
  sinMotivo: {
    code: 'documento-sin-motivo',
    message: 'Ese motivo ya no se usa. Elija otro.',
  },
  tarde: {
    code: 'documento-ya-contado',
    message:
      'Ya no se puede deshacer: se le avisó a su titular o envió otra versión. Si hace falta, pídale que lo envíe de nuevo.',
  },
  vencido: {
    code: 'documento-fecha-pasada',
    message: 'Esa fecha ya pasó: un documento vencido se rechaza.',
  },
} as const;
