import { readNumber } from '../../../../platform/shared/numbers.ts';
import { integer } from '../../../../platform/shared/random.ts';
import { plural, rangeOf } from '../errors.ts';
import { oneLine } from '../respuestas/rules.ts';
import { crossed, defineClase, nothingBetween } from './contract.ts';

/** Beyond this a number is a mistake, and would be printed with an exponent. */
const MAX_NUMERO = 1e12;

/** A number; otherwise the text itself, to be mended. */
const numberOrText = (raw: string): number | string => readNumber(raw) ?? oneLine(raw);

const thousands = (value: number): string => {
  const [whole = '', decimals] = String(Math.abs(value)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '-' : ''}${grouped}${decimals ? `.${decimals}` : ''}`;
};

type Limites = {
  min?: number | undefined;
  max?: number | undefined;
  decimales?: number | undefined;
};

const isRounded = (valor: number, decimales: number): boolean => {
  const scale = 10 ** decimales;
  return Math.round(valor * scale) / scale === valor;
};

/** The smallest two numbers within the limits, that have no more decimals than there may be. */
const firstTwo = ({ min = -MAX_NUMERO, max = MAX_NUMERO, decimales = 0 }: Limites): number[] => {
  const scale = 10 ** decimales;
  const near = Math.round(min * scale);
  return [0, 1, 2]
    .map((step) => (near + step) / scale)
    .filter((valor) => valor >= min && valor <= max)
    .slice(0, 2);
};

/** A number. */
export const numero = defineClase({
  tipo: 'numero',
  nombre: 'Número',
  ajustes: [
    { clave: 'min', etiqueta: 'Valor mínimo', control: 'numero' },
    { clave: 'max', etiqueta: 'Valor máximo', control: 'numero' },
    { clave: 'decimales', etiqueta: 'Decimales', ayuda: 'De 0 a 4.', control: 'entero' },
  ],
  nuevo: () => ({}),
  lectura: (z) => ({
    min: z.number().optional(),
    max: z.number().optional(),
    /** Decimal places allowed; 0 (whole numbers) when absent. */
    decimales: z.number().optional(),
  }),
  escritura: (z) => ({
    min: z.number().optional(),
    max: z.number().optional(),
    decimales: z.int().min(0).max(4).optional(),
  }),
  impossible(campo) {
    const wrong = crossed(campo.etiqueta, campo.min, campo.max);
    return wrong.length > 0 ? wrong : nothingBetween(campo, firstTwo(campo));
  },
  answer: 'number',
  someAnswers: firstTwo,
  paraReglas: () => ({ tipo: 'numero' }),

  normalise(_campo, raw) {
    if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
    return typeof raw === 'string' ? numberOrText(raw) : undefined;
  },
  check({ etiqueta: e, min = -MAX_NUMERO, max = MAX_NUMERO, decimales = 0 }, valor) {
    if (typeof valor !== 'number') {
      return `Escriba «${e}» solo con números, por ejemplo 12 o 1,250.`;
    }
    if (valor < min) return `En «${e}» escriba ${thousands(min)} o más.`;
    if (valor > max) return `En «${e}» escriba ${thousands(max)} o menos.`;
    if (isRounded(valor, decimales)) return null;
    return decimales === 0
      ? `Escriba «${e}» como número entero, sin decimales.`
      : `Escriba «${e}» con ${plural(decimales, 'decimal', 'decimales')} como máximo.`;
  },
  missing: ({ etiqueta }) => `Escriba un número en «${etiqueta}».`,

  print: (_campo, valor) => (typeof valor === 'number' ? thousands(valor) : String(valor)),
  cell: (_campo, valor) => (typeof valor === 'number' ? valor : null),
  blank: 'Sin respuesta',

  control: ({ decimales = 0 }) => ({ kind: 'number', decimal: decimales > 0 }),
  hint: ({ min, max }) => rangeOf(min, max, thousands),
  example: ({ min = 0, max = 30 }, random) =>
    integer(random, Math.min(Math.ceil(min), max), Math.max(min, Math.min(max, 30))),
});
