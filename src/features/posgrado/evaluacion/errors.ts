/** What the evaluation of a call refuses, as `details.code` and what the person reads. */
export const ERRORES_EVALUACION = {
  etapaNoExiste: {
    code: 'etapa-no-existe',
    message: 'Esa etapa no existe o no se evalúa con rúbrica.',
  },
  etapaCerrada: {
    code: 'etapa-cerrada',
    message: 'La etapa ya se cerró: sus dictámenes no cambian.',
  },
  etapaAbierta: {
    code: 'etapa-abierta',
    message: 'Los puntos se conocen hasta que la etapa se cierra.',
  },
  etapaAnteriorAbierta: {
    code: 'etapa-anterior-abierta',
    message: 'Falta cerrar una etapa anterior: todavía no se sabe quiénes llegan a esta.',
  },
  sinCerrarSolicitudes: {
    code: 'evaluacion-sin-solicitudes',
    message:
      'Todavía no hay solicitudes en evaluación: llegan al cerrar el periodo de solicitudes.',
  },
  sinEvaluadores: {
    code: 'evaluacion-sin-evaluadores',
    message: 'Registre primero a quienes evalúan esta etapa.',
  },
  cambio: {
    code: 'asignacion-ya-cambio',
    message:
      'Las solicitudes, los evaluadores o los impedimentos cambiaron. Revise la asignación otra vez.',
  },
  faltanEntregas: {
    code: 'etapa-con-pendientes',
    message: 'Faltan dictámenes por asignar o entregar. Para cerrarla así, escriba el motivo.',
  },
  evaluadorNoExiste: {
    code: 'evaluador-no-existe',
    message: 'Esa persona no evalúa en esta convocatoria, o ya no.',
  },
  evaluadorYaEsta: {
    code: 'evaluador-ya-esta',
    message: 'Esa persona ya evalúa en esta convocatoria.',
  },
  evaluadorEsParte: {
    code: 'evaluador-es-parte',
    message:
      'Esa persona participa en esta convocatoria como aspirante o recomendante: no puede evaluar en ella.',
  },
  noEvalua: {
    code: 'no-evalua',
    message: 'Usted no evalúa en esta convocatoria.',
  },
  asignacionNoExiste: {
    code: 'dictamen-no-existe',
    message: 'Ese dictamen no existe o ya no está a su cargo.',
  },
  yaEntregado: {
    code: 'dictamen-ya-entregado',
    message: 'Ese dictamen ya se entregó: no puede cambiarse.',
  },
  sinAceptar: {
    code: 'dictamen-sin-aceptar',
    message: 'Antes de dictaminar, diga si tiene algún impedimento.',
  },
  retirada: {
    code: 'dictamen-solicitud-retirada',
    message: 'Esa solicitud ya no participa: no hay que dictaminarla.',
  },
  incompleto: {
    code: 'dictamen-incompleto',
    message: 'Complete los criterios señalados antes de entregar.',
  },
  otraPestana: {
    code: 'dictamen-ya-cambio',
    message: 'Este dictamen se guardó en otra ventana. Actualice la pantalla para ver lo último.',
  },
  calibracionPendiente: {
    code: 'calibracion-pendiente',
    message: 'Antes de dictaminar, califique las muestras de la etapa.',
  },
  muestraNoExiste: {
    code: 'muestra-no-existe',
    message: 'Esa muestra no existe o cambió. Actualice la pantalla.',
  },
  muestrasCalificadas: {
    code: 'muestras-ya-calificadas',
    message: 'Alguien ya calificó las muestras: no pueden cambiarse.',
  },
  impedimentoNoExiste: {
    code: 'impedimento-no-existe',
    message: 'Ese impedimento no existe o ya no está por resolver.',
  },
  impedimentoYaEsta: {
    code: 'impedimento-ya-esta',
    message: 'Ese impedimento ya está registrado.',
  },
  impedida: {
    code: 'asignacion-impedida',
    message: 'Esa persona tiene un impedimento con esa solicitud.',
  },
  yaAsignada: {
    code: 'asignacion-ya-existe',
    message: 'Esa persona ya tiene, o tuvo, esa solicitud en esta etapa.',
  },
  completa: {
    code: 'asignacion-completa',
    message: 'Esa solicitud ya tiene los evaluadores que pide la convocatoria.',
  },
  solicitudNoEsta: {
    code: 'asignacion-sin-solicitud',
    message: 'No hay una solicitud con ese folio que llegue a esta etapa.',
  },
  sinReemplazo: {
    code: 'evaluacion-sin-reemplazo',
    message: 'No hay evaluadores suficientes sin impedimento que no la hayan dictaminado antes.',
  },
  conRanking: {
    code: 'evaluacion-con-ranking',
    message: 'Los resultados ya se aprobaron o se publicaron: ya no se evalúa de nuevo.',
  },
} as const;
