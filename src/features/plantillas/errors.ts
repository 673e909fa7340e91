/** What the callables of this feature refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  noExiste: {
    code: 'plantilla-no-existe',
    message: 'Esa plantilla, o esa versión, no existe o ya no está aquí.',
  },
  nombreRepetido: {
    code: 'plantilla-nombre-repetido',
    message: 'Ya hay una plantilla con ese nombre. Escriba otro.',
  },
  yaHayBorrador: {
    code: 'plantilla-con-borrador',
    message: 'Ya hay un borrador de esta plantilla: continúe en él o descártelo primero.',
  },
  noEsBorrador: {
    code: 'version-no-es-borrador',
    message:
      'Esta versión ya se publicó y no cambia. Para cambiarla, empiece otra a partir de ella.',
  },
  programada: {
    code: 'version-programada',
    message:
      'Esta versión espera la fecha de su publicación. Para editarla, cancele antes su publicación.',
  },
  noProgramada: {
    code: 'version-no-programada',
    message: 'Esta versión ya no espera una fecha: se publicó, o su publicación se canceló.',
  },
  cambio: {
    code: 'version-cambio',
    message: 'Otra persona guardó este borrador mientras usted lo editaba.',
  },
  conProblemas: {
    code: 'version-con-problemas',
    message: 'Antes de publicar, corrija lo que se señala.',
  },
  noPublicada: {
    code: 'version-no-publicada',
    message: 'Solo se archiva la versión que está publicada.',
  },
  antes: {
    code: 'version-fecha-pasada',
    message: 'Elija una fecha y hora que todavía no pasa.',
  },
} as const;
