import type { Valores } from '../apartados/rules.ts';

export const CODIGO_CIFRAS = 6;
/** For how long a code serves, and how many times it may be tried. */
export const CODIGO_MINUTOS = 10;
export const CODIGO_INTENTOS = 5;

/** Whether an entry of «Teléfonos» is one that messages reach: a switchboard or a house has none. */
export const isVerificable = ({ clase }: Valores): boolean => clase === 'celular';

/** The digits of a code, however it was typed or pasted: «123 456». */
export const readCodigo = (texto: string): string => texto.replace(/[\s-]/g, '');

/** What is wrong with a code before it is sent; null: nothing. */
export const codigoProblem = (texto: string): string | null =>
  /^\d{6}$/.test(readCodigo(texto)) ? null : `Escriba las ${CODIGO_CIFRAS} cifras del mensaje.`;

/** How a code that was sent ends, before anything else is asked of it. */
export type FinDeCodigo = 'sinPedir' | 'vencido' | 'agotado' | 'vigente';

/** Whether a code may still be tried. */
export const codigoNow = (
  row: { hash: string | null; vence_en: Date | null; intentos: number } | undefined,
  ahora: Date,
): FinDeCodigo => {
  if (!row?.hash || !row.vence_en) return 'sinPedir';
  if (row.intentos >= CODIGO_INTENTOS) return 'agotado';
  return row.vence_en <= ahora ? 'vencido' : 'vigente';
};
