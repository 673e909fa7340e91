/** What the callables of validation refuse, as `details.code` and what the person reads. */
export const ERRORES_VALIDACION = {
  sinCurso: {
    code: 'curso-sin-convocatoria',
    message: 'Ese programa no existe o no tiene una convocatoria.',
  },
  noExiste: {
    code: 'presolicitud-no-existe',
    message: 'Esa presolicitud no existe o todavía no se envía.',
  },
  propia: {
    code: 'presolicitud-propia',
    message: 'Nadie revisa su propia presolicitud. Déjela a otra persona del personal.',
  },
  deOtro: {
    code: 'presolicitud-de-otro',
    message: 'Otra persona del personal la está revisando.',
  },
  yaDecidida: {
    code: 'presolicitud-decidida',
    message: 'Ya no espera revisión: otra persona la atendió o su titular la cambió.',
  },
  otroEnvio: {
    code: 'presolicitud-otro-envio',
    message: 'Su titular la envió de nuevo. Revise el envío más reciente.',
  },
  sinRequisito: {
    code: 'presolicitud-sin-requisito',
    message: 'Ese requisito no está en lo que se envió.',
  },
  requisitoRechazado: {
    code: 'presolicitud-requisito-no-cumplido',
    message: 'Ese requisito no se cumple: regístrele una observación.',
  },
  sinAntivirus: {
    code: 'presolicitud-documento-en-espera',
    message: 'El documento todavía espera al antivirus. Inténtelo en unos minutos.',
  },
  faltan: {
    code: 'presolicitud-faltan-requisitos',
    message: 'Faltan requisitos por validar.',
  },
  cambio: {
    code: 'presolicitud-cambio-desde-el-envio',
    message: 'Algo cambió en su expediente desde el envío: revísela por separado.',
  },
  reconsideracionAbierta: {
    code: 'reconsideracion-ya-pedida',
    message: 'Ya hay una reconsideración por aprobar de esta presolicitud.',
  },
  reconsideracionAtendida: {
    code: 'reconsideracion-atendida',
    message: 'Esa reconsideración no existe o ya se atendió. Actualice la pantalla.',
  },
  reconsideracionAjena: {
    code: 'reconsideracion-ajena',
    message: 'La retira quien la pidió.',
  },
  noReconsiderable: {
    code: 'presolicitud-no-reconsiderable',
    message: 'Así como está ahora, no se puede reconsiderar.',
  },
  conSolicitud: {
    code: 'presolicitud-con-solicitud',
    message: 'Su titular ya envió la solicitud: la decisión no se puede reconsiderar.',
  },
  conOtra: {
    code: 'presolicitud-con-otra',
    message: 'Su titular ya comenzó otra presolicitud en esta convocatoria.',
  },
} as const;
