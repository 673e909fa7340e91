import { defineEstados, type EstadoDe } from '../../platform/shared/estados.ts';

/** The states of an inscripción and the steps between them. */
export const INSCRIPCION = defineEstados({
  tabla: 'inscripciones',
  estados: {
    borrador: ['Borrador', 'neutral'],
    enviada: ['Enviada', 'info'],
    enRevision: ['En revisión', 'info'],
    inscrita: ['Inscrita', 'success'],
    enListaDeEspera: ['En lista de espera', 'warning'],
    rechazada: ['Rechazada', 'danger'],
    vencida: ['Vencida', 'danger'],
    baja: ['Baja', 'danger'],
    acreditada: ['Acreditada', 'success'],
    noAcreditada: ['No acreditada', 'danger'],
  },
  pasos: {
    empezar: { de: [null], a: 'borrador' },
    guardar: { de: ['borrador'], a: 'borrador' },
    descartar: { de: ['borrador'], a: null },
    // Where nobody need look at it, sending decides at once.
    inscribir: { de: [null, 'borrador'], a: 'inscrita' },
    someter: { de: [null, 'borrador'], a: 'enRevision' },
    esperar: { de: [null, 'borrador'], a: 'enListaDeEspera' },
    // What was sent before sending decided at once.
    enviar: { de: [null, 'borrador'], a: 'enviada' },
    revisar: { de: ['enviada'], a: 'enRevision' },
    aceptar: { de: ['enviada', 'enRevision', 'enListaDeEspera'], a: 'inscrita' },
    formar: { de: ['enviada', 'enRevision'], a: 'enListaDeEspera' },
    rechazar: { de: ['enviada', 'enRevision'], a: 'rechazada' },
    // A decision of the school's is taken back: whoever had a seat by it leaves it.
    reconsiderar: { de: ['rechazada', 'inscrita', 'enListaDeEspera'], a: 'enRevision' },
    vencer: { de: ['enListaDeEspera'], a: 'vencida' },
    // Out of a seat, out of the line, or out of what waits for the school.
    darDeBaja: { de: ['inscrita', 'enListaDeEspera', 'enRevision', 'enviada'], a: 'baja' },
    // Its edition was cancelled. A draft stays what it is: nobody was told that it is more.
    cancelarEdicion: { de: ['enviada', 'enRevision', 'inscrita', 'enListaDeEspera'], a: 'baja' },
    // From the other one too: the acta was corrected.
    acreditar: { de: ['inscrita', 'noAcreditada'], a: 'acreditada' },
    reprobar: { de: ['inscrita', 'acreditada'], a: 'noAcreditada' },
  },
  grupos: {
    /** It no longer counts for its edition: the person may start another one. */
    cerradas: ['rechazada', 'vencida', 'baja'],
    /** It takes a seat. */
    conLugar: ['inscrita', 'acreditada', 'noAcreditada'],
    /** Somebody of the school decides on it. */
    porDecidir: ['enviada', 'enRevision'],
  },
});
export type Estado = EstadoDe<typeof INSCRIPCION>;

/** Whether it was sent, whatever became of it. */
export const wasSent = <E extends Estado>(estado: E | null): estado is Exclude<E, 'borrador'> =>
  estado !== null && estado !== 'borrador';

/** What an inscripción is called where other things have their acuse too: a feminine noun. */
export const DE_INSCRIPCION = 'inscripción';
