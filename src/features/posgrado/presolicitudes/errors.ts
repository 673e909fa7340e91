/** What the callables of pre-applications refuse, as `details.code` and what the person reads. */
export const ERRORES_PRESOLICITUD = {
  noExiste: {
    code: 'presolicitud-no-existe',
    message: 'No encontramos esa presolicitud entre las suyas.',
  },
  fueraDePlazo: {
    code: 'presolicitud-fuera-de-plazo',
    message:
      'El plazo ya terminó y la presolicitud no puede enviarse. Lo que escribió se conserva.',
  },
  todaviaNo: {
    code: 'presolicitud-todavia-no',
    message: 'La convocatoria todavía no recibe presolicitudes.',
  },
  yaEnviada: {
    code: 'presolicitud-ya-enviada',
    message: 'Ya tiene una presolicitud vigente en esta convocatoria: solo puede tener una.',
  },
  noEditable: {
    code: 'presolicitud-no-editable',
    message: 'Esta presolicitud ya se envió y por ahora no puede modificarse.',
  },
  observaciones: {
    code: 'observaciones-por-responder',
    message: 'Faltan observaciones por responder. Respóndalas y envíe de nuevo.',
  },
  observacionCerrada: {
    code: 'observacion-cerrada',
    message: 'Esta observación ya no admite respuesta.',
  },
  noSeRetira: {
    code: 'presolicitud-no-se-retira',
    message: 'Esta presolicitud ya no puede retirarse: ya se resolvió o se cerró.',
  },
  conSolicitud: {
    code: 'presolicitud-con-solicitud',
    message:
      'Tiene una solicitud en esta convocatoria. Desista primero de ella, o descarte su borrador.',
  },
} as const;
