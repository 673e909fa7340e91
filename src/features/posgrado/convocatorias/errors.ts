/** What the callables of a call refuse, as `details.code` and what the person reads. */
export const ERRORES_CONVOCATORIA = {
  edicionNoExiste: {
    code: 'convocatoria-sin-edicion',
    message: 'Esa edición no existe o ya no está disponible.',
  },
  noEsPosgrado: {
    code: 'convocatoria-no-es-posgrado',
    message: 'Solo los programas de posgrado tienen convocatoria.',
  },
  edicionCancelada: {
    code: 'convocatoria-edicion-cancelada',
    message: 'Esa edición está cancelada o ya comenzó.',
  },
  yaHayUna: {
    code: 'convocatoria-ya-existe',
    message: 'Esa edición ya tiene una convocatoria.',
  },
  cambio: {
    code: 'convocatoria-cambio',
    message: 'Alguien más guardó esta convocatoria mientras usted la editaba.',
  },
  noEsBorrador: {
    code: 'convocatoria-no-es-borrador',
    message: 'La convocatoria ya se publicó: cámbiela con una modificación.',
  },
  noPublicada: {
    code: 'convocatoria-no-publicada',
    message: 'Esta convocatoria no está publicada.',
  },
  conProblemas: {
    code: 'convocatoria-con-problemas',
    message: 'Faltan datos para publicar la convocatoria. Corríjalos y vuelva a intentarlo.',
  },
  enEspera: {
    code: 'convocatoria-en-espera',
    message:
      'Hay una publicación o una modificación por aprobar. Apruébela, rechácela o retírela antes.',
  },
  modificacionNoExiste: {
    code: 'modificacion-no-existe',
    message: 'Esa modificación no existe o ya no está disponible.',
  },
  noEspera: {
    code: 'modificacion-ya-atendida',
    message: 'Otra persona ya la atendió. Actualice la pantalla.',
  },
  sinCambios: {
    code: 'modificacion-sin-cambios',
    message: 'La modificación no cambia nada.',
  },
  noSeModifica: {
    code: 'modificacion-no-procede',
    message: 'La modificación no procede. Corrija los datos señalados.',
  },
  noConcluye: {
    code: 'convocatoria-no-concluye',
    message: 'La convocatoria todavía no puede concluir.',
  },
  solicitudNoExiste: {
    code: 'solicitud-no-existe',
    message: 'Esa solicitud no existe o ya no está disponible.',
  },
  noSeExcluye: {
    code: 'solicitud-no-se-excluye',
    message: 'Esta solicitud ya no puede excluirse: no está en concurso.',
  },
  exclusionNoExiste: {
    code: 'exclusion-no-existe',
    message: 'Esa exclusión no existe o ya no está disponible.',
  },
  exclusionEnEspera: {
    code: 'exclusion-en-espera',
    message: 'Ya hay una exclusión por aprobar de esta solicitud.',
  },
} as const;
