/** This concern's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'duplicado-no-existe',
    message:
      'Estos dos expedientes ya no están entre los que se parecen: se fusionaron, o alguno cambió. Vuelva a la lista.',
  },
  /** ABORTED: somebody else has just decided. */
  yaDecidido: {
    code: 'duplicado-decidido',
    message: 'Otra persona acaba de atenderlos. Vuelva a la lista para ver lo que sigue.',
  },
  /** ALREADY_EXISTS: one's own search is under way. */
  yaSeBusca: {
    code: 'duplicados-buscando',
    message: 'Ya se están buscando. Siga su avance en la bandeja de trabajos.',
  },
} as const;
