import { normaliseCrockford } from '../../../platform/shared/ids.ts';
import { fold } from '../../../platform/shared/search.ts';

/** The family of lists: the results of one stage, by folio. */
export const EXAMEN = 'examen';

/** Characters of the reason of a version. */
export const MOTIVO_MIN = 5;
export const MOTIVO_MAX = 300;

/** What is wrong with the reason of a version, or undefined. */
export const motivoProblem = (motivo: string): string | undefined =>
  motivo.trim().length < MOTIVO_MIN ? 'Escriba el motivo en una frase.' : undefined;

/** How the list of a stage is called by what imports or exports it. */
export const hojaDeExamen = (etapaId: string): string => `${EXAMEN}-${etapaId}`;

/** Most points, in hundredths. */
const MAX_CENTESIMAS = 10_000;
/** How far from two decimals the figure of a spreadsheet may be and still be float noise: hundredths of a point. */
const NOISE = 1e-4;

const AUSENTE = ['np', 'ausente', 'no se presento', 'no presento', 'no presentado'];

/** Hundredths of a point; null: absent, which is not 0. */
export type Lectura = { valor: number | null } | { error: string };

const OUT_OF_RANGE = { error: 'Los puntos van de 0 a 100.' };
const TOO_FINE = { error: 'Escriba dos decimales a lo más.' };
const NOT_A_NUMBER = {
  error: 'Escriba los puntos de 0 a 100, como 87.5; si no se presentó, «NP».',
};

/** Points as a spreadsheet program holds them: 8.769999999 is what it shows as 8.77. */
const centesimasOf = (puntos: number): Lectura => {
  const exactas = puntos * 100;
  const valor = Math.round(exactas);
  if (valor < 0 || valor > MAX_CENTESIMAS) return OUT_OF_RANGE;
  // -0 is 0.
  return Math.abs(exactas - valor) > NOISE ? TOO_FINE : { valor: valor + 0 };
};

/** Points as they were typed: 87.5, 87,50, 80 %; «NP», «ausente» or nothing when somebody was absent. */
export const leerPuntos = (texto: string): Lectura => {
  const limpio = texto.replace(/\s+/g, ' ').trim();
  if (limpio === '' || AUSENTE.includes(fold(limpio).replaceAll('.', ''))) return { valor: null };
  const cifra = limpio.replace(/ ?%$/, '').replace(',', '.');
  return /^-?\d{1,9}(\.\d{0,17})?$/.test(cifra) ? centesimasOf(Number(cifra)) : NOT_A_NUMBER;
};

/** Points in the cell of a workbook, which may hold a number. */
export const leerPuntosDeCelda = (celda: string | number): Lectura => {
  if (typeof celda === 'string') return leerPuntos(celda);
  return Number.isFinite(celda) ? centesimasOf(celda) : NOT_A_NUMBER;
};

/** Points as they are shown: 87.50; «Ausente». */
export const formatPuntos = (centesimas: number | null): string =>
  centesimas === null ? 'Ausente' : (centesimas / 100).toFixed(2);

/** What is known of an application in an exam; null: nothing was captured yet. */
export type Capturado = { readonly puntos: number | null } | null;

export const describeCapturado = (capturado: Capturado): string =>
  capturado === null ? 'Sin capturar' : formatPuntos(capturado.puntos);

export const SITUACIONES = {
  presente: 'Con puntos',
  ausente: 'Ausente',
  sinCapturar: 'Sin capturar',
} as const;
export type Situacion = keyof typeof SITUACIONES;

export const situacionDe = (capturado: Capturado): Situacion =>
  capturado === null ? 'sinCapturar' : capturado.puntos === null ? 'ausente' : 'presente';

/**
 * A folio as it was written: with or without hyphens, in lower case, or at the end of a link. Gives it as it is kept, or null when
 * it cannot be one.
 */
export const leerFolio = (texto: string): string | null => {
  const limpio = texto.trim();
  const enlace = /^[a-z]+:\/\/[^/]+\/(?:.*\/)?([^/?#]+)\/?(?:[?#].*)?$/i.exec(limpio);
  const folio = normaliseCrockford(enlace?.[1] ?? limpio);
  return /^[0-9A-Z]{6,30}$/.test(folio) ? folio : null;
};
