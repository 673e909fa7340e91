import type { Kardex } from './contract.ts';

const suma = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** What a kárdex adds up to: hours, credits and mean are of what was passed. */
export const totalesDe = (
  asignaturas: readonly {
    resultado: 'acreditada' | 'noAcreditada';
    calificacion: number | null;
    curso: { horas: number; creditos: number | null };
  }[],
): Kardex['totales'] => {
  const pasadas = asignaturas.filter(({ resultado }) => resultado === 'acreditada');
  const notas = pasadas.flatMap(({ calificacion }) => calificacion ?? []);
  return {
    acreditadas: pasadas.length,
    noAcreditadas: asignaturas.length - pasadas.length,
    horas: suma(pasadas.map(({ curso }) => curso.horas)),
    creditos: Math.round(suma(pasadas.map(({ curso }) => curso.creditos ?? 0)) * 100) / 100,
    promedio: notas.length === 0 ? null : Math.round((suma(notas) / notas.length) * 100) / 100,
  };
};
