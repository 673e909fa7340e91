/** What the callables of exceptions refuse, as `details.code` and what the person reads. */
export const ERRORES_EXCEPCION = {
  noExiste: {
    code: 'excepcion-no-existe',
    message: 'Esa excepción no existe o ya no está aquí.',
  },
  sinRegla: {
    code: 'excepcion-sin-regla',
    message: 'Esa versión no tiene esa regla.',
  },
  noSeExceptua: {
    code: 'excepcion-regla-no-se-exceptua',
    message:
      'De esa regla no se exceptúa a nadie: las fechas de inscripción se cambian en la edición, y una regla que solo da puntos no impide nada.',
  },
  sinDocumento: {
    code: 'excepcion-sin-documento',
    message: 'Elija un documento del expediente de esa persona.',
  },
  fecha: {
    code: 'excepcion-fecha',
    message: 'Elija un día de los próximos tres años.',
  },
  yaHayUna: {
    code: 'excepcion-ya-pedida',
    message: 'Ya hay una excepción por aprobar de esa persona a esa regla.',
  },
  misma: {
    code: 'excepcion-misma-persona',
    message: 'Usted la pidió: la decide otra persona del personal.',
  },
  vencida: {
    code: 'excepcion-vencida',
    message:
      'El último día en que valdría ya pasó. Rechácela y, si todavía hace falta, que se pida con otra fecha.',
  },
  yaAtendida: {
    code: 'excepcion-ya-atendida',
    message: 'Otra persona ya la atendió. Actualice la lista.',
  },
} as const;
