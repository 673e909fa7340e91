import { fechaDe } from '../../platform/shared/dates.ts';
import type { Pendiente } from './contract.ts';

const DIA = 86_400_000;

/** Calendar days from one instant to another, in the school's time zone: of today, 0. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.round((Date.parse(fechaDe(to)) - Date.parse(fechaDe(from))) / DIA);

/** With so few days left it is said as a warning. */
const POCOS_DIAS = 3;

const enDias = (days: number): string =>
  days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`;

/** Since when something has waited, in words: «desde ayer». */
export const haceDias = (espera: Date, ahora: Date): string => {
  const days = daysBetween(espera, ahora);
  return days <= 0 ? 'desde hoy' : days === 1 ? 'desde ayer' : `desde hace ${days} días`;
};

/** What there is to know of when, in words; `urge`: little time is left. */
export const describePlazo = (
  {
    venceEn,
    espera,
    empieza,
    cuantos,
  }: Pick<Pendiente, 'venceEn' | 'espera' | 'empieza' | 'cuantos'>,
  ahora: Date,
): { texto: string; urge: boolean } | null => {
  if (venceEn) {
    const days = daysBetween(ahora, new Date(venceEn));
    const texto = days <= 1 ? `Vence ${enDias(days)}` : `Quedan ${days} días`;
    return { texto, urge: days <= POCOS_DIAS };
  }
  if (empieza) {
    return {
      texto: `Comienza ${enDias(Math.max(0, daysBetween(ahora, new Date(empieza))))}`,
      urge: false,
    };
  }
  if (!espera) return null;
  const desde = haceDias(new Date(espera), ahora);
  return {
    texto: cuantos !== null && cuantos > 1 ? `El más antiguo, ${desde}` : `Espera ${desde}`,
    urge: false,
  };
};
