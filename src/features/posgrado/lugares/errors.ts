/** What is refused about the seats of a call, as `details.code` and what people read. */
export const ERRORES_LUGAR = {
  /** FAILED_PRECONDITION: nobody could accept a seat in time. */
  comenzada: {
    code: 'convocatoria-comenzada',
    message:
      'La edición ya comenzó y nadie alcanzaría a confirmar su lugar. Cambie sus fechas antes de publicar los resultados.',
  },
  /** NOT_FOUND */
  noExiste: {
    code: 'solicitud-no-existe',
    message: 'No encontramos esa solicitud entre las suyas.',
  },
  /** FAILED_PRECONDITION: no seat is kept for it. */
  sinLugar: {
    code: 'sin-lugar-ofrecido',
    message: 'Esta solicitud no tiene un lugar por confirmar.',
  },
} as const;
