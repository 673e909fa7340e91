import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** A call for applications: an edition of a graduate programme with its calendar, stages and seats. */
export const CONVOCATORIA = defineEstados({
  tabla: 'convocatorias',
  estados: {
    borrador: ['Borrador', 'neutral'],
    publicada: ['Publicada', 'success'],
    concluida: ['Concluida', 'neutral'],
    cancelada: ['Cancelada', 'danger'],
  },
  pasos: {
    crear: { de: [null], a: 'borrador' },
    guardar: { de: ['borrador'], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    publicar: { de: ['borrador'], a: 'publicada' },
    concluir: { de: ['publicada'], a: 'concluida' },
    cancelar: { de: ['publicada'], a: 'cancelada' },
  },
});
export type EstadoConvocatoria = EstadoDe<typeof CONVOCATORIA>;

/** A numbered change of a published call: another person of the staff puts it in force. */
export const MODIFICACION = defineEstados({
  tabla: 'convocatoria_modificaciones',
  estados: {
    propuesta: ['Por aprobar', 'info'],
    vigente: ['Vigente', 'success'],
    rechazada: ['Rechazada', 'danger'],
    retirada: ['Retirada', 'neutral'],
  },
  pasos: {
    proponer: { de: [null], a: 'propuesta' },
    aprobar: { de: ['propuesta'], a: 'vigente' },
    rechazar: { de: ['propuesta'], a: 'rechazada' },
    retirar: { de: ['propuesta'], a: 'retirada' },
  },
});
export type EstadoModificacion = EstadoDe<typeof MODIFICACION>;

/** An application that is to be taken out of the contest: another person of the staff approves it. */
export const EXCLUSION = defineEstados({
  tabla: 'exclusiones',
  estados: {
    propuesta: ['Por aprobar', 'info'],
    vigente: ['Aprobada', 'danger'],
    rechazada: ['Rechazada', 'neutral'],
    retirada: ['Retirada', 'neutral'],
    levantada: ['Levantada', 'neutral'],
  },
  pasos: {
    proponer: { de: [null], a: 'propuesta' },
    aprobar: { de: ['propuesta'], a: 'vigente' },
    rechazar: { de: ['propuesta'], a: 'rechazada' },
    retirar: { de: ['propuesta'], a: 'retirada' },
    // A request for review of it was granted.
    levantar: { de: ['vigente'], a: 'levantada' },
  },
});
export type EstadoExclusion = EstadoDe<typeof EXCLUSION>;

/** The pre-application: the school validates the requirements before anybody applies. */
export const PRESOLICITUD = defineEstados({
  tabla: 'presolicitudes',
  estados: {
    borrador: ['Borrador', 'neutral'],
    enviada: ['Enviada', 'info'],
    conObservaciones: ['Con observaciones', 'warning'],
    valida: ['Válida', 'success'],
    improcedente: ['Improcedente', 'danger'],
    vencida: ['Vencida', 'danger'],
    retirada: ['Retirada', 'neutral'],
    anulada: ['Anulada', 'danger'],
  },
  pasos: {
    empezar: { de: [null], a: 'borrador' },
    guardar: { de: ['borrador'], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    enviar: { de: ['borrador', 'conObservaciones'], a: 'enviada' },
    observar: { de: ['enviada'], a: 'conObservaciones' },
    validar: { de: ['enviada'], a: 'valida' },
    rechazar: { de: ['enviada'], a: 'improcedente' },
    vencer: { de: ['conObservaciones'], a: 'vencida' },
    reconsiderar: { de: ['valida', 'improcedente', 'vencida'], a: 'enviada' },
    retirar: { de: ['enviada', 'conObservaciones', 'valida'], a: 'retirada' },
    anular: { de: ['enviada', 'conObservaciones', 'valida'], a: 'anulada' },
  },
  grupos: {
    /** It no longer counts: its person may start another one while the call receives them. */
    cerradas: ['improcedente', 'vencida', 'retirada', 'anulada'],
  },
});
export type EstadoPresolicitud = EstadoDe<typeof PRESOLICITUD>;

/** An observation on one requirement of a pre-application. */
export const OBSERVACION = defineEstados({
  tabla: 'observaciones',
  estados: {
    pendiente: ['Por atender', 'warning'],
    respondida: ['Respondida', 'info'],
  },
  pasos: {
    observar: { de: [null], a: 'pendiente' },
    responder: { de: ['pendiente'], a: 'respondida' },
    corregir: { de: ['respondida'], a: 'respondida' },
  },
});
export type EstadoObservacion = EstadoDe<typeof OBSERVACION>;

/** A decision on a pre-application that is to be taken back: another Admin confirms it, where there is one. */
export const RECONSIDERACION = defineEstados({
  tabla: 'reconsideraciones',
  estados: {
    pendiente: ['Por aprobar', 'info'],
    aprobada: ['Aprobada', 'success'],
    rechazada: ['Rechazada', 'danger'],
    retirada: ['Retirada', 'neutral'],
  },
  pasos: {
    pedir: { de: [null], a: 'pendiente' },
    aprobar: { de: ['pendiente'], a: 'aprobada' },
    rechazar: { de: ['pendiente'], a: 'rechazada' },
    retirar: { de: ['pendiente'], a: 'retirada' },
  },
});
export type EstadoReconsideracion = EstadoDe<typeof RECONSIDERACION>;

/** The application itself. Decisions live in the ranking until its publication commits. */
export const SOLICITUD = defineEstados({
  tabla: 'solicitudes',
  estados: {
    borrador: ['Borrador', 'neutral'],
    enviada: ['Enviada', 'info'],
    enEvaluacion: ['En evaluación', 'info'],
    admitida: ['Admitida', 'success'],
    listaDeEspera: ['En lista de espera', 'warning'],
    noAdmitida: ['No admitida', 'danger'],
    inscrita: ['Inscrita', 'success'],
    desistida: ['Desistida', 'neutral'],
    vencida: ['Vencida', 'danger'],
    anulada: ['Anulada', 'danger'],
  },
  pasos: {
    empezar: { de: [null], a: 'borrador' },
    guardar: { de: ['borrador'], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    enviar: { de: ['borrador'], a: 'enviada' },
    corregir: { de: ['enviada'], a: 'enviada' },
    evaluar: { de: ['enviada'], a: 'enEvaluacion' },
    excluir: { de: ['enviada', 'enEvaluacion'], a: 'noAdmitida' },
    // A request for review of its exclusion was granted.
    reincorporar: { de: ['noAdmitida'], a: 'enEvaluacion' },
    noPasar: { de: ['enEvaluacion'], a: 'noAdmitida' },
    admitir: { de: ['enEvaluacion'], a: 'admitida' },
    esperar: { de: ['enEvaluacion'], a: 'listaDeEspera' },
    noAdmitir: { de: ['enEvaluacion'], a: 'noAdmitida' },
    promover: { de: ['listaDeEspera'], a: 'admitida' },
    inscribir: { de: ['admitida'], a: 'inscrita' },
    desistir: { de: ['enviada', 'enEvaluacion', 'listaDeEspera', 'admitida'], a: 'desistida' },
    vencer: { de: ['admitida', 'listaDeEspera'], a: 'vencida' },
    // A new ranking only improves: nobody loses a published place.
    mejorarAEspera: { de: ['noAdmitida'], a: 'listaDeEspera' },
    mejorarAAdmitida: { de: ['noAdmitida', 'listaDeEspera'], a: 'admitida' },
    anular: { de: ['enviada', 'enEvaluacion', 'admitida', 'listaDeEspera'], a: 'anulada' },
  },
  grupos: {
    /** It no longer counts for its call. */
    cerradas: ['noAdmitida', 'desistida', 'vencida', 'anulada'],
    /** It competes: it is, or will be, evaluated. */
    enConcurso: ['enviada', 'enEvaluacion'],
    /** It was published with a place, or a place in line. */
    conResultado: ['admitida', 'listaDeEspera', 'inscrita'],
  },
});
export type EstadoSolicitud = EstadoDe<typeof SOLICITUD>;

/** A letter of recommendation, asked of somebody without an account. */
export const RECOMENDACION = defineEstados({
  tabla: 'recomendaciones',
  estados: {
    porInvitar: ['Por invitar', 'neutral'],
    invitada: ['Invitación enviada', 'info'],
    recibida: ['Carta recibida', 'success'],
    declinada: ['Declinó', 'danger'],
    vencida: ['No respondió a tiempo', 'danger'],
    cancelada: ['Cancelada', 'neutral'],
  },
  pasos: {
    proponer: { de: [null], a: 'porInvitar' },
    quitar: { de: ['porInvitar'], a: null },
    invitar: { de: ['porInvitar'], a: 'invitada' },
    reinvitar: { de: ['invitada'], a: 'invitada' },
    recibir: { de: ['invitada'], a: 'recibida' },
    declinar: { de: ['invitada'], a: 'declinada' },
    vencer: { de: ['invitada'], a: 'vencida' },
    cancelar: { de: ['porInvitar', 'invitada'], a: 'cancelada' },
  },
  grupos: {
    /** It counts towards the number that the call asks for. */
    vivas: ['porInvitar', 'invitada', 'recibida'],
    /** It will not come from that person: another one may be proposed once. */
    perdidas: ['declinada', 'vencida'],
    /** The same person may be asked again. */
    repetibles: ['cancelada', 'vencida'],
  },
});
export type EstadoRecomendacion = EstadoDe<typeof RECOMENDACION>;

/** One application given to one evaluator in one stage. */
export const ASIGNACION = defineEstados({
  tabla: 'asignaciones',
  estados: {
    pendiente: ['Por aceptar', 'neutral'],
    aceptada: ['Por dictaminar', 'info'],
    entregada: ['Entregada', 'success'],
    anulada: ['Anulada', 'danger'],
  },
  pasos: {
    asignar: { de: [null], a: 'pendiente' },
    // The evaluator declares that nothing keeps them from scoring it.
    aceptar: { de: ['pendiente'], a: 'aceptada' },
    entregar: { de: ['aceptada'], a: 'entregada' },
    anular: { de: ['pendiente', 'aceptada', 'entregada'], a: 'anulada' },
  },
  grupos: { vivas: ['pendiente', 'aceptada', 'entregada'] },
});
export type EstadoAsignacion = EstadoDe<typeof ASIGNACION>;

/** A conflict of interest between an evaluator and an application. */
export const IMPEDIMENTO = defineEstados({
  tabla: 'impedimentos',
  estados: {
    porResolver: ['Por resolver', 'warning'],
    vigente: ['Impedido', 'danger'],
    descartado: ['Descartado', 'neutral'],
  },
  pasos: {
    impedir: { de: [null], a: 'vigente' },
    plantear: { de: [null], a: 'porResolver' },
    confirmar: { de: ['porResolver'], a: 'vigente' },
    descartar: { de: ['porResolver'], a: 'descartado' },
  },
});
export type EstadoImpedimento = EstadoDe<typeof IMPEDIMENTO>;

/** A slot of an interview panel, which one applicant takes. */
export const HORARIO = defineEstados({
  tabla: 'horarios',
  estados: {
    abierto: ['Disponible', 'success'],
    reservado: ['Reservado', 'info'],
    realizado: ['Realizada', 'neutral'],
    sinPresentarse: ['No se presentó', 'danger'],
    cancelado: ['Cancelado', 'danger'],
  },
  pasos: {
    abrir: { de: [null], a: 'abierto' },
    reservar: { de: ['abierto'], a: 'reservado' },
    liberar: { de: ['reservado'], a: 'abierto' },
    realizar: { de: ['reservado'], a: 'realizado' },
    registrarAusencia: { de: ['reservado'], a: 'sinPresentarse' },
    cancelar: { de: ['abierto', 'reservado'], a: 'cancelado' },
  },
});
export type EstadoHorario = EstadoDe<typeof HORARIO>;

/** An order of the applicants, computed from stored inputs. */
export const RANKING = defineEstados({
  tabla: 'rankings',
  estados: {
    calculado: ['Calculado', 'info'],
    aprobado: ['Aprobado', 'warning'],
    publicado: ['Publicado', 'success'],
    sustituido: ['Sustituido', 'neutral'],
  },
  pasos: {
    calcular: { de: [null], a: 'calculado' },
    aprobar: { de: ['calculado'], a: 'aprobado' },
    publicar: { de: ['aprobado'], a: 'publicado' },
    sustituir: { de: ['calculado', 'aprobado', 'publicado'], a: 'sustituido' },
  },
  grupos: {
    /** On its way to be published: one at a time. */
    enCurso: ['calculado', 'aprobado'],
  },
});
export type EstadoRanking = EstadoDe<typeof RANKING>;

/** A request for review of a decision, filed by the applicant. */
export const INCONFORMIDAD = defineEstados({
  tabla: 'inconformidades',
  estados: {
    presentada: ['Presentada', 'info'],
    enEstudio: ['En estudio', 'warning'],
    fundada: ['Fundada', 'success'],
    infundada: ['Infundada', 'danger'],
    retirada: ['Retirada', 'neutral'],
  },
  pasos: {
    presentar: { de: [null], a: 'presentada' },
    estudiar: { de: ['presentada'], a: 'enEstudio' },
    reasignar: { de: ['enEstudio'], a: 'enEstudio' },
    declararFundada: { de: ['enEstudio'], a: 'fundada' },
    declararInfundada: { de: ['enEstudio'], a: 'infundada' },
    retirar: { de: ['presentada', 'enEstudio'], a: 'retirada' },
  },
  grupos: { abiertas: ['presentada', 'enEstudio'], resueltas: ['fundada', 'infundada'] },
});
export type EstadoInconformidad = EstadoDe<typeof INCONFORMIDAD>;
