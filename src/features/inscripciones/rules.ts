/** States of an inscripción and the legal ways between them (the one place that says so). */
export const ESTADOS = [
  'borrador',
  'enviada',
  'enRevision',
  'inscrita',
  'enListaDeEspera',
  'rechazada',
  'vencida',
  'baja',
  'acreditada',
  'noAcreditada',
] as const;
export type Estado = (typeof ESTADOS)[number];

const TRANSICIONES: Readonly<Record<Estado, readonly Estado[]>> = {
  borrador: ['enviada'],
  enviada: ['enRevision', 'inscrita', 'enListaDeEspera', 'rechazada'],
  enRevision: ['inscrita', 'enListaDeEspera', 'rechazada'],
  enListaDeEspera: ['inscrita', 'vencida'],
  inscrita: ['baja', 'acreditada', 'noAcreditada'],
  rechazada: [],
  vencida: [],
  baja: [],
  acreditada: [],
  noAcreditada: [],
};

export const canTransition = (from: Estado, to: Estado): boolean => TRANSICIONES[from].includes(to);

/**
 * False once the inscripción no longer counts for its edition: the person may start another one.
 * The unique index `inscripciones_viva` says the same in SQL.
 */
export const isViva = (estado: Estado): boolean =>
  estado !== 'rechazada' && estado !== 'vencida' && estado !== 'baja';

const NOMBRES: Readonly<Record<Estado, string>> = {
  borrador: 'Borrador',
  enviada: 'Enviada',
  enRevision: 'En revisión',
  inscrita: 'Inscrita',
  enListaDeEspera: 'En lista de espera',
  rechazada: 'Rechazada',
  vencida: 'Vencida',
  baja: 'Baja',
  acreditada: 'Acreditada',
  noAcreditada: 'No acreditada',
};

/** The state as people read it. */
export const nombreEstado = (estado: Estado): string => NOMBRES[estado];

/** How a state is to be taken; screens add the colour and the icon to the word. */
export type TonoEstado = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

const TONOS: Readonly<Record<Estado, TonoEstado>> = {
  borrador: 'neutral',
  enviada: 'info',
  enRevision: 'info',
  inscrita: 'success',
  enListaDeEspera: 'warning',
  rechazada: 'danger',
  vencida: 'danger',
  baja: 'danger',
  acreditada: 'success',
  noAcreditada: 'danger',
};

export const tonoEstado = (estado: Estado): TonoEstado => TONOS[estado];
