/** What the callables of this feature refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  /** NOT_FOUND */
  noExiste: {
    code: 'ruta-no-existe',
    message: 'Esa ruta no existe o ya no se ofrece. Vuelva a la lista de rutas para elegir otra.',
  },
  /** FAILED_PRECONDITION: nobody begins it any more. */
  noSeOfrece: {
    code: 'ruta-no-se-ofrece',
    message: 'Esta ruta ya no se ofrece a quienes no la habían comenzado.',
  },
  /** ALREADY_EXISTS */
  claveRepetida: {
    code: 'ruta-clave-repetida',
    message: 'Ya hay una ruta con esa clave. Escriba otra.',
  },
  /** ABORTED: somebody else saved it, published it or discarded it. */
  cambio: {
    code: 'ruta-cambio',
    message:
      'Otra persona guardó o publicó esta ruta mientras usted la editaba. Sus cambios siguen en la pantalla: cópielos si los necesita y cargue de nuevo la ruta.',
  },
  /** FAILED_PRECONDITION */
  sinBorrador: {
    code: 'ruta-sin-borrador',
    message: 'Esta ruta no tiene un borrador. Comience una versión nueva para editarla.',
  },
  /** ALREADY_EXISTS */
  conBorrador: {
    code: 'ruta-con-borrador',
    message: 'Esta ruta ya tiene un borrador. Continúe en él o descártelo.',
  },
  /** FAILED_PRECONDITION */
  sinPublicar: {
    code: 'ruta-sin-publicar',
    message: 'Esta ruta no tiene una versión publicada.',
  },
  /** INVALID_ARGUMENT, with `details.problemas`. */
  conProblemas: {
    code: 'ruta-con-problemas',
    message: 'La ruta no se puede guardar así. Corrija lo señalado.',
  },
} as const;
