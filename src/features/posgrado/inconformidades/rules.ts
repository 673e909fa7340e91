/** A request for review: about what, until when, and by whom. Pure. */
import { fechaDe } from '../../../platform/shared/dates.ts';
import { crockfordCheck, groupByFour } from '../../../platform/shared/ids.ts';
import { type Calendar, deadlineOf } from '../../../platform/shared/working-days.ts';
import type { Bases } from '../convocatorias/contract.ts';

/** Decisions that may be contested, in words. */
export const SOBRE = {
  improcedencia: 'Improcedencia de la presolicitud',
  etapa: 'Etapa no aprobada',
  resultado: 'Resultado publicado',
} as const;
export type Sobre = keyof typeof SOBRE;
export const SOBRES = Object.keys(SOBRE) as [Sobre, ...Sobre[]];

/** Characters of what the applicant writes, and of the school's reasons. */
export const TEXTO_INCONFORMIDAD = { min: 50, max: 4_000 } as const;
export const RESOLUCION_INCONFORMIDAD = { min: 50, max: 4_000 } as const;

/** Random symbols of a folio. */
export const RANDOM_FOLIO = 9;

/** The folio of a request of that year (2026), as it is shown: NC26-K9Y2-ZKYW-J. It says nothing of whose it is. */
export const makeFolioInconformidad = (ahora: Date, random: string): string => {
  const year = fechaDe(ahora).slice(2, 4);
  const body = `NC${year}${random}`;
  return groupByFour(body + crockfordCheck(body));
};

/** Last instant to file one about a decision that was notified then. */
export const plazoParaPresentar = (
  notificada: Date,
  { diasInconformidad }: Pick<Bases, 'diasInconformidad'>,
  calendar: Calendar,
): Date => deadlineOf(notificada, diasInconformidad, calendar);

/** Last instant of the school's term to answer one received then. */
export const plazoParaResolver = (
  recibida: Date,
  { diasResolver }: Pick<Bases, 'diasResolver'>,
  calendar: Calendar,
): Date => deadlineOf(recibida, diasResolver, calendar);
