/** What requests for review refuse, as `details.code` and what the person reads. */
export const ERRORES_INCONFORMIDAD = {
  /** NOT_FOUND */
  noExiste: {
    code: 'inconformidad-no-existe',
    message: 'Esa inconformidad no existe o no está a su alcance.',
  },
  /** NOT_FOUND */
  sinTramite: {
    code: 'inconformidad-sin-tramite',
    message: 'No encontramos ese trámite entre los suyos.',
  },
  /** FAILED_PRECONDITION */
  sinMateria: {
    code: 'inconformidad-sin-materia',
    message: 'Esa decisión cambió o no admite inconformidad. Actualice la pantalla.',
  },
  /** FAILED_PRECONDITION */
  fueraDePlazo: {
    code: 'inconformidad-fuera-de-plazo',
    message: 'El plazo para presentar la inconformidad terminó.',
  },
  /** ALREADY_EXISTS */
  abierta: {
    code: 'inconformidad-abierta',
    message: 'Ya presentó una inconformidad sobre esta decisión. La escuela la está atendiendo.',
  },
  /** FAILED_PRECONDITION */
  resuelta: {
    code: 'inconformidad-resuelta',
    message: 'La escuela ya resolvió su inconformidad sobre esta decisión.',
  },
  /** FAILED_PRECONDITION */
  noSeRetira: {
    code: 'inconformidad-no-se-retira',
    message: 'La inconformidad ya se resolvió o se retiró.',
  },
  /** ABORTED */
  cerrada: {
    code: 'inconformidad-cerrada',
    message: 'La inconformidad ya se resolvió o su titular la retiró.',
  },
  /** FAILED_PRECONDITION; the sentence says what they had to do with it. */
  intervino: {
    code: 'inconformidad-intervino',
    message: 'Esa persona intervino en lo que se impugna. Elija a otra.',
  },
  /** NOT_FOUND */
  sinPersona: {
    code: 'inconformidad-sin-persona',
    message: 'Esa persona ya no es del personal o no puede ingresar.',
  },
  /** FAILED_PRECONDITION */
  deOtra: {
    code: 'inconformidad-de-otra',
    message: 'La resuelve la persona a la que se asignó.',
  },
  /** FAILED_PRECONDITION */
  sinConsecuencia: {
    code: 'inconformidad-sin-consecuencia',
    message: 'Esa consecuencia ya no es posible. Actualice la pantalla y elija otra.',
  },
  /** FAILED_PRECONDITION; the sentence names the stages. */
  etapaPerdida: {
    code: 'inconformidad-etapa-cerrada',
    message:
      'No puede volver al concurso: las entrevistas terminaron sin la suya. Elija otra medida y explíquela.',
  },
  /** FAILED_PRECONDITION */
  conOtra: {
    code: 'inconformidad-con-otra-solicitud',
    message: 'Su titular ya tiene otra solicitud en esta convocatoria. Elija otra medida.',
  },
} as const;
