import { fechaDe } from '../../platform/shared/dates.ts';
import { crockfordCheck } from '../../platform/shared/ids.ts';
import {
  type Calendar,
  deadlineOf,
  workingDaysBetween,
} from '../../platform/shared/working-days.ts';

export const DERECHOS = [
  'acceso',
  'rectificacion',
  'cancelacion',
  'oposicion',
  'portabilidad',
] as const;
export type Derecho = (typeof DERECHOS)[number];

/** What each right is called, and what asking for it does. */
export const DERECHO: Readonly<Record<Derecho, { nombre: string; pide: string }>> = {
  acceso: { nombre: 'Acceso', pide: 'Conocer qué datos suyos se tienen y para qué se usan.' },
  rectificacion: {
    nombre: 'Rectificación',
    pide: 'Que se corrija un dato que es inexacto o está incompleto.',
  },
  cancelacion: {
    nombre: 'Cancelación',
    pide: 'Que dejen de tenerse sus datos. Lo que la ley obliga a conservar se le dirá en la respuesta.',
  },
  oposicion: {
    nombre: 'Oposición',
    pide: 'Que sus datos dejen de usarse para algo en particular.',
  },
  portabilidad: {
    nombre: 'Portabilidad',
    pide: 'Recibir sus datos en un formato que otros programas puedan leer.',
  },
};

/**
 * The terms of the Ley General de Protección de Datos Personales en Posesión de Sujetos Obligados, in working days: 20 to
 * answer, 10 more once and with its reason, and 15 more to do what was granted. They are those that the privacy notice
 * says (they were article 51 of the law of 2017; to be checked by the school against the text in force, DOF 20 March 2025).
 */
export const PLAZO_RESPUESTA = 20;
export const PLAZO_AMPLIACION = 10;
export const PLAZO_CUMPLIMIENTO = 15;
/** From so many working days left on, it is marked. */
export const PLAZO_CERCANO = 5;

/** Until when one that was received then is answered; `ampliada`: with the extension. */
export const venceRespuesta = (recibido: Date, calendar: Calendar, ampliada = false): Date =>
  deadlineOf(recibido, PLAZO_RESPUESTA + (ampliada ? PLAZO_AMPLIACION : 0), calendar);

/** Until when what was granted then is to be done. */
export const venceCumplimiento = (respondido: Date, calendar: Calendar): Date =>
  deadlineOf(respondido, PLAZO_CUMPLIMIENTO, calendar);

/** Working days left of a term, today's not counted; negative: it passed so many ago. */
export const diasRestantes = (ahora: Date, termino: Date, calendar: Calendar): number =>
  workingDaysBetween(fechaDe(ahora), fechaDe(termino), calendar);

/** Why a request may be refused, by the law; the answer names one. */
export const FUNDAMENTOS = {
  identidad: 'Quien la presentó no acreditó ser la persona titular o su representante',
  sinDatos: 'La escuela no tiene esos datos',
  impedimento: 'Hay un impedimento legal',
  terceros: 'Lesionaría los derechos de otra persona',
  actuaciones: 'Obstaculizaría actuaciones judiciales o administrativas',
  resolucion: 'Una resolución de autoridad competente lo restringe',
  yaHecha: 'La cancelación u oposición ya se había hecho',
  incompetente: 'La escuela no es la autoridad competente',
  obligacion: 'Los datos son necesarios para cumplir obligaciones legales',
} as const;
export type Fundamento = keyof typeof FUNDAMENTOS;
export const FUNDAMENTO_IDS = Object.keys(FUNDAMENTOS) as [Fundamento, ...Fundamento[]];

/** Random symbols of a folio. */
export const RANDOM_FOLIO_ARCO = 9;

/** The folio of a year (2026) with these random symbols; it says nothing of whose it is. */
export const makeFolioArco = (year: number, random: string): string => {
  const body = `DP${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

export const TEXTO_MIN = 10;
export const TEXTO_MAX = 4_000;
