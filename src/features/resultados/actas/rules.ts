import { crockfordCheck, groupByFour } from '../../../platform/shared/ids.ts';
import type { ActaImpresa } from './contract.ts';

/** Random symbols of an acta's folio (60 bits). */
export const RANDOM_FOLIO = 12;

/** The folio of an acta: `AT`, two digits of the year, twelve random symbols and a check symbol over all the rest. */
export const makeFolioActa = (year: number, random: string): string => {
  const body = `AT${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

/** As it is shown, printed and read aloud. */
export const formatFolioActa = groupByFour;

type FilaDeActa = ActaImpresa['filas'][number];

/** What a newer version of an acta says of somebody that the one before did not; `antes` null: they were not in it. */
export type Diferencia = { antes: FilaDeActa | null; despues: FilaDeActa };

const DATOS = ['calificacion', 'asistencia', 'observacion', 'resultado'] as const;

/** What changed between two versions, in the order of the newer one. Nobody is ever taken out of an acta. */
export const diferenciasEntre = (
  antes: Pick<ActaImpresa, 'filas'>,
  despues: Pick<ActaImpresa, 'filas'>,
): Diferencia[] => {
  const was = new Map(antes.filas.map((fila) => [fila.inscripcionId, fila]));
  return despues.filas.flatMap((fila) => {
    const before = was.get(fila.inscripcionId) ?? null;
    const same = before !== null && DATOS.every((dato) => before[dato] === fila[dato]);
    return same ? [] : [{ antes: before, despues: fila }];
  });
};

/** How many passed and how many did not. */
export const totalesDe = (
  filas: readonly Pick<FilaDeActa, 'resultado'>[],
): { acreditadas: number; noAcreditadas: number } => {
  const acreditadas = filas.filter(({ resultado }) => resultado === 'acreditada').length;
  return { acreditadas, noAcreditadas: filas.length - acreditadas };
};
