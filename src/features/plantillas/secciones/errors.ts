/** What the callables of the library refuse, as `details.code` and what the person reads. */
export const ERRORES_SECCION = {
  noExiste: {
    code: 'seccion-no-existe',
    message: 'Esa sección no existe o ya no está en la biblioteca.',
  },
  nombreRepetido: {
    code: 'seccion-nombre-repetido',
    message: 'Ya hay en la biblioteca una sección con ese nombre. Escriba otro.',
  },
  conProblemas: {
    code: 'seccion-con-problemas',
    message: 'Complete la sección antes de guardarla en la biblioteca.',
  },
  cambio: {
    code: 'seccion-cambio',
    message: 'Otra persona cambió esta sección mientras usted la veía. Vuelva a abrirla.',
  },
} as const;
