import { isHarmlessName } from '../../../platform/shared/file-names.ts';

/** Days that a copy can be downloaded. */
export const DIAS_COPIA = 7;
/** Copies that one may ask for in a day. */
export const COPIAS_POR_DIA = 3;
/** Minutes that a download may begin after the password. */
export const MINUTOS_BOLETO = 10;

const DAY = 86_400_000;

/** Until when a copy that is made now can be downloaded. */
export const venceCopia = (ahora: Date): Date => new Date(ahora.getTime() + DIAS_COPIA * DAY);

const LARGO = 100;

/**
 * A name for a file within the copy that every system can write: no folders, no signs that one of them refuses, no
 * longer than 100 letters with its ending; `n` makes it the only one.
 */
export const nombreEnCopia = (n: number, nombre: string): string => {
  const clean = nombre
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*\u202a-\u202e\u2066-\u2069]+/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const letters = [...(clean || 'archivo')];
  const dot = letters.lastIndexOf('.');
  const end = dot > 0 && letters.length - dot <= 10 ? letters.slice(dot) : [];
  const start = letters.slice(0, letters.length - end.length).slice(0, LARGO - end.length);
  const whole = [...start, ...end].join('');
  // Kept before names followed the type that the bytes are: whoever unpacks the copy does not run it.
  return `${String(n).padStart(3, '0')} ${isHarmlessName(whole) ? whole : `${[...whole].slice(0, LARGO - 4).join('')}.bin`}`;
};

/** How a column reads when nobody gave it a label: `creado_en` → «Creado en», `fechaIngreso` → «Fecha ingreso». */
export const etiquetaDe = (columna: string): string => {
  const words = columna
    .replace(/_id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
