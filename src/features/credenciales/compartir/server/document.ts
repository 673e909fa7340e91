import { qrSvg } from '../../../../platform/server/pdf/index.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import type { Tono } from '../../../../platform/shared/estados.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { lookOf, tipoOf } from '../../rules.ts';
import type { ResultadoValidacion } from '../../validacion/contract.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** In lines of about so many letters, by words; what has no room in `most` lines ends in an ellipsis. */
const linesOf = (text: string, width: number, most: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]!.slice(0, width - 1)}…`];
};

const COLORES: Readonly<Record<Tono, string>> = {
  success: '#1f6b45',
  warning: '#8a4b00',
  danger: '#8b1e34',
  info: '#1d3b66',
  neutral: '#4a5568',
};

/** The state goes with a sign: colour never speaks alone. */
const SIGNOS: Readonly<Record<Tono, string>> = {
  success: '✓',
  warning: '!',
  danger: '✕',
  info: 'i',
  neutral: '–',
};

type Texto = { x: number; y: number; size: number; fill?: string; serif?: boolean; bold?: boolean };

const text = (said: string, { x, y, size, fill = '#1a2233', serif, bold }: Texto): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-family="${serif ? 'Georgia, serif' : 'Helvetica, Arial, sans-serif'}"${bold ? ' font-weight="bold"' : ''}>${escaped(said)}</text>`;

/** The picture of a document that its person shares: 1200 × 630, what anybody reads where it is validated, and nothing more. */
export const drawImagen = async (
  resultado: ResultadoValidacion,
  { url, ahora }: { url: string; ahora: Date },
): Promise<string> => {
  const { tipo, estado, titular, programa, folio, emisor, emitidoEl, demo } = resultado;
  const { palabra, tono } = lookOf(tipo, estado);
  const lines = linesOf(programa, 32, 3);
  const below = 212 + lines.length * 56;
  const qr = (await qrSvg(url)).replace('<svg ', '<svg x="880" y="196" width="264" height="264" ');
  const color = COLORES[tono];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" role="img" aria-label="${escaped(`${tipoOf(tipo).palabra} ${palabra.toLocaleLowerCase('es-MX')}: ${programa}`)}">`,
    '<rect width="1200" height="630" fill="#f7f5f0"/><rect width="1200" height="92" fill="#1d3b66"/><rect y="92" width="1200" height="6" fill="#7a5a12"/>',
    text(emisor, { x: 56, y: 58, size: 30, fill: '#fff', serif: true, bold: true }),
    text(tipoOf(tipo).palabra, { x: 56, y: 160, size: 28, fill: '#7a5a12', bold: true }),
    ...lines.map((line, i) =>
      text(line, { x: 56, y: 218 + i * 56, size: 46, fill: '#1d3b66', serif: true, bold: true }),
    ),
    ...linesOf(nameInItsCase(titular), 44, 2).map((line, i) =>
      text(line, { x: 56, y: below + 18 + i * 42, size: 34 }),
    ),
    `<rect x="56" y="478" width="${96 + palabra.length * 17}" height="56" rx="8" fill="${color}"/>`,
    text(`${SIGNOS[tono]}  ${palabra}`, { x: 78, y: 516, size: 30, fill: '#fff', bold: true }),
    text(
      `Emisión: ${formatFecha(emitidoEl)}. Estado al ${formatFecha(fechaDe(ahora))}; compruébelo con el código.`,
      { x: 56, y: 568, size: 22, fill: '#4a5568' },
    ),
    text(`Folio ${folio}`, { x: 56, y: 604, size: 22, fill: '#4a5568' }),
    ...(demo
      ? [text('Demostración, sin validez oficial', { x: 830, y: 604, size: 20, fill: '#7a5a12' })]
      : []),
    `<rect x="868" y="184" width="288" height="288" rx="8" fill="#fff"/>`,
    qr,
    '</svg>',
  ].join('');
};
