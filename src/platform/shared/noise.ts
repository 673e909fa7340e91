/**
 * A decimal number as somebody meant it: 8.769999999999998, which a computed cell holds where it shows 8.77, is 8.77. Numbers of fewer
 * digits, and other texts, stay as they are.
 */
export const withoutNoise = (text: string): string =>
  /^-?\d+\.\d{13,}$/.test(text) ? String(Number(Number(text).toPrecision(15))) : text;
