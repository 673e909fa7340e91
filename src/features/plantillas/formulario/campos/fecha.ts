import { diaEnCelda, formatFecha, isFecha } from '../../../../platform/shared/dates.ts';
import { integer } from '../../../../platform/shared/random.ts';
import { rangeOf } from '../errors.ts';
import { readDate, textOf } from '../respuestas/rules.ts';
import { crossed, defineClase } from './contract.ts';

/** A day; `min` and `max` too: YYYY-MM-DD. */
export const fecha = defineClase({
  tipo: 'fecha',
  nombre: 'Fecha',
  ajustes: [
    { clave: 'min', etiqueta: 'Desde', control: 'fecha' },
    { clave: 'max', etiqueta: 'Hasta', control: 'fecha' },
  ],
  nuevo: () => ({}),
  lectura: (z) => ({ min: z.string().optional(), max: z.string().optional() }),
  escritura: (z) => ({ min: z.iso.date().optional(), max: z.iso.date().optional() }),
  impossible: ({ etiqueta, min, max }) => crossed(etiqueta, min, max),
  answer: 'string',
  someAnswers: ({ min = '1000-01-01', max = '9999-12-31' }) =>
    min > max ? [] : [...new Set([min, max])],
  paraReglas: () => ({ tipo: 'fecha' }),

  normalise(_campo, raw) {
    const text = textOf(raw);
    return text === undefined ? undefined : readDate(text);
  },
  check({ etiqueta: e, min, max }, valor) {
    const dia = String(valor);
    if (!isFecha(dia)) {
      return `La fecha de «${e}» no existe en el calendario. Escríbala con día, mes y año, por ejemplo 5/3/2026.`;
    }
    if (min !== undefined && dia < min) {
      return `En «${e}» escriba una fecha a partir del ${formatFecha(min)}.`;
    }
    return max !== undefined && dia > max
      ? `En «${e}» escriba una fecha hasta el ${formatFecha(max)}.`
      : null;
  },
  missing: ({ etiqueta }) => `Escriba la fecha de «${etiqueta}»: día, mes y año.`,

  print: (_campo, valor) => formatFecha(String(valor)),
  cell: (_campo, valor) => (isFecha(String(valor)) ? diaEnCelda(String(valor)) : null),
  blank: 'Sin respuesta',

  control: () => ({ kind: 'date' }),
  hint: ({ min, max }) =>
    rangeOf(min, max, (dia) => `el ${formatFecha(dia)}`) ?? 'Por ejemplo, 5 3 2026',
  example({ min, max }, random) {
    const dia = `${integer(random, 2005, 2024)}-0${integer(random, 1, 9)}-16`;
    if (min !== undefined && dia < min) return min;
    return max !== undefined && dia > max ? max : dia;
  },
});
