/** What the callables of applications refuse, as `details.code` and what the person reads. */
export const ERRORES_SOLICITUD = {
  noExiste: {
    code: 'solicitud-no-existe',
    message: 'No encontramos esa solicitud entre las suyas.',
  },
  sinPresolicitud: {
    code: 'solicitud-sin-presolicitud',
    message: 'Para solicitar necesita una presolicitud válida en esta convocatoria.',
  },
  fueraDePlazo: {
    code: 'solicitud-fuera-de-plazo',
    message: 'El plazo ya terminó y la solicitud no puede enviarse. Lo que escribió se conserva.',
  },
  todaviaNo: {
    code: 'solicitud-todavia-no',
    message: 'La convocatoria todavía no recibe solicitudes.',
  },
  noEditable: {
    code: 'solicitud-no-editable',
    message: 'Esta solicitud ya no puede modificarse.',
  },
  sinRecomendantes: {
    code: 'solicitud-sin-recomendantes',
    message: 'Faltan personas que le recomienden. Agréguelas y envíe de nuevo.',
  },
  noSeDesiste: {
    code: 'solicitud-no-se-desiste',
    message: 'De esta solicitud ya no puede desistir desde aquí.',
  },
} as const;
