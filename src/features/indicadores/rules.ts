import { MESES } from '../../platform/shared/dates.ts';
import { lookUp } from '../../platform/shared/look-up.ts';
import type { Agrupacion } from './contract.ts';

const DIA = 86_400_000;

/** The most bars that a plot of time has. */
export const MAX_BARRAS = 120;

const dayOf = (fecha: string): number => Date.parse(`${fecha}T00:00:00Z`);
const fechaOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Some months after a month (YYYY-MM), or before it. */
export const mesMas = (mes: string, meses: number): string => {
  const [anio, numero] = mes.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(anio, numero - 1 + meses, 1)).toISOString().slice(0, 7);
};

/** The first and the last day (YYYY-MM-DD) of a range of months (YYYY-MM). */
export const diasDe = ({ desde, hasta }: { desde: string; hasta: string }) => ({
  primero: `${desde}-01`,
  ultimo: fechaOf(dayOf(`${mesMas(hasta, 1)}-01`) - DIA),
});

/** The first day of the day, the week (from Monday) or the month in which a day is. */
export const inicioDe = (fecha: string, por: Agrupacion): string => {
  if (por === 'dia') return fecha;
  if (por === 'mes') return `${fecha.slice(0, 7)}-01`;
  const day = dayOf(fecha);
  return fechaOf(day - ((new Date(day).getUTCDay() + 6) % 7) * DIA);
};

const siguiente = (inicio: string, por: Agrupacion): string =>
  por === 'mes'
    ? `${mesMas(inicio.slice(0, 7), 1)}-01`
    : fechaOf(dayOf(inicio) + (por === 'dia' ? 1 : 7) * DIA);

const LARGO: Readonly<Record<Agrupacion, number>> = { dia: 1, semana: 7, mes: 30 };
const GRANOS: readonly Agrupacion[] = ['dia', 'semana', 'mes'];

/** By what time is told of a range of months: what was asked for, or the finest after it that gives few enough bars. */
export const agrupacionDe = (
  rango: { desde: string; hasta: string },
  pedida: Agrupacion | undefined,
): Agrupacion => {
  const { primero, ultimo } = diasDe(rango);
  const dias = (dayOf(ultimo) - dayOf(primero)) / DIA + 1;
  const desde = pedida ?? (dias <= 62 ? 'dia' : 'mes');
  return (
    GRANOS.slice(GRANOS.indexOf(desde)).find((grano) => dias / LARGO[grano] <= MAX_BARRAS) ?? 'mes'
  );
};

/** What can be asked for of a range of months. */
export const agrupacionesDe = (rango: { desde: string; hasta: string }): Agrupacion[] =>
  GRANOS.filter((grano) => agrupacionDe(rango, grano) === grano);

type Punto = { inicia: string; enviadas: number; conLugar: number };

/** Every day, week or month of the range, with none where nothing was sent; up to `hoy`, when it is within. */
export const serieDe = (
  puntos: readonly Punto[],
  rango: { desde: string; hasta: string },
  por: Agrupacion,
  hoy: string,
): Punto[] => {
  const { primero, ultimo } = diasDe(rango);
  const known = new Map(puntos.map((punto) => [punto.inicia, punto]));
  const [last = ''] = [ultimo < hoy ? ultimo : hoy, ...puntos.map(({ inicia }) => inicia)]
    .sort()
    .reverse();
  const serie: Punto[] = [];
  for (let inicia = inicioDe(primero, por); inicia <= last; inicia = siguiente(inicia, por)) {
    serie.push(known.get(inicia) ?? { inicia, enviadas: 0, conLugar: 0 });
  }
  return serie;
};

/** A month (YYYY-MM) in words: «marzo de 2026». */
export const palabrasDeMes = (mes: string): string => {
  const [anio, numero] = mes.split('-') as [string, string];
  return `${MESES[Number(numero) - 1]} de ${anio}`;
};

/** The same as a plot writes it under a column: «14 mar», «mar 2026». */
export const etiquetaDe = (inicia: string, por: Agrupacion): string => {
  const [anio, mes, dia] = inicia.split('-') as [string, string, string];
  const corto = MESES[Number(mes) - 1]!.slice(0, 3);
  return por === 'mes' ? `${corto} ${anio}` : `${Number(dia)} ${corto}`;
};

/** Of so many columns one in how many is labelled, when so many labels fit. */
export const pasoDeEtiquetas = (columnas: number, caben: number): number =>
  Math.max(1, Math.ceil(columnas / Math.max(1, caben)));

/** Of what ended, the share that was passed, from 0 to 1; null: nothing has. */
export const eficienciaDe = ({
  acreditadas,
  noAcreditadas,
  bajas,
}: {
  acreditadas: number;
  noAcreditadas: number;
  bajas: number;
}): number | null => {
  const acabadas = acreditadas + noAcreditadas + bajas;
  return acabadas === 0 ? null : acreditadas / acabadas;
};

/** The periods that can be asked for. */
export const PERIODOS = {
  mes: 'Este mes',
  tres: 'Últimos 3 meses',
  doce: 'Últimos 12 meses',
  anio: 'Este año',
  pasado: 'El año pasado',
  cinco: 'Últimos 5 años',
} as const;
export type Periodo = keyof typeof PERIODOS;

/** The first and last month (YYYY-MM) of a period, in a month. */
export const rangoDe = (periodo: Periodo, mes: string): { desde: string; hasta: string } => {
  const anio = Number(mes.slice(0, 4));
  switch (periodo) {
    case 'mes':
      return { desde: mes, hasta: mes };
    case 'tres':
      return { desde: mesMas(mes, -2), hasta: mes };
    case 'doce':
      return { desde: mesMas(mes, -11), hasta: mes };
    case 'anio':
      return { desde: `${anio}-01`, hasta: mes };
    case 'pasado':
      return { desde: `${anio - 1}-01`, hasta: `${anio - 1}-12` };
    case 'cinco':
      return { desde: mesMas(mes, -59), hasta: mes };
  }
};

/** A part of a whole in words, «37 %»; something that is not nothing is never «0 %». */
export const shareOf = (n: number, total: number): string => {
  const share = total === 0 ? 0 : (100 * n) / total;
  return share > 0 && share < 1 ? 'menos de 1\u00a0%' : `${Math.round(share)}\u00a0%`;
};

/** Where each circuit is on a map of tiles, by its number: column and row, from 0. */
export const MAPA: Readonly<Record<string, readonly [number, number]>> = {
  15: [0, 0],
  5: [1, 0],
  17: [2, 0],
  8: [3, 0],
  4: [4, 0],
  19: [5, 0],
  26: [0, 1],
  12: [1, 1],
  25: [2, 1],
  23: [3, 1],
  9: [4, 1],
  24: [1, 2],
  30: [2, 2],
  16: [3, 2],
  22: [4, 2],
  29: [5, 2],
  7: [6, 2],
  14: [8, 2],
  3: [2, 3],
  11: [3, 3],
  2: [4, 3],
  1: [5, 3],
  28: [6, 3],
  10: [7, 3],
  31: [8, 3],
  27: [9, 3],
  32: [2, 4],
  21: [3, 4],
  18: [4, 4],
  6: [5, 4],
  13: [6, 4],
  20: [7, 4],
};

/** The way that each arrow goes on the map: columns and rows. */
const RUMBOS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowRight', [1, 0]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowDown', [0, 1]],
  ['ArrowUp', [0, -1]],
] as const);

/** The number of the circuit where an arrow of the keyboard goes from one: the nearest that way, and most ahead. */
export const vecinoDe = (key: string, circuito: string): string | undefined => {
  const rumbo = RUMBOS.get(key);
  const aqui = lookUp(MAPA, circuito);
  if (!rumbo || !aqui) return undefined;
  const lejos = ([columna, fila]: readonly [number, number]): number => {
    const [dx, dy] = [columna - aqui[0], fila - aqui[1]];
    const ahead = dx * rumbo[0] + dy * rumbo[1];
    const aside = Math.abs(dx * rumbo[1]) + Math.abs(dy * rumbo[0]);
    return ahead > 0 ? ahead + 3 * aside : Number.POSITIVE_INFINITY;
  };
  const [nearest] = Object.entries(MAPA)
    .map(([id, lugar]) => ({ id, lejos: lejos(lugar) }))
    .filter((one) => Number.isFinite(one.lejos))
    .sort((a, b) => a.lejos - b.lejos);
  return nearest?.id;
};
