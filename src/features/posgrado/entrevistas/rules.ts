/** When interviews are, and until when they may be changed. Pure, for both sides. */
import { startOfDay } from '../../../platform/shared/dates.ts';
import { plusDays } from '../../../platform/shared/months.ts';
import { type Calendar, isWorkingDay } from '../../../platform/shared/working-days.ts';

/** Slots that may be made at once. */
export const MAX_HORARIOS = 400;
/** Days that one plan may span. */
export const MAX_DIAS = 62;
export const MAX_PANEL = 8;
/** Minutes of an interview, and between two. */
export const MINUTOS_MIN = 10;
export const MINUTOS_MAX = 240;
export const PAUSA_MAX = 120;

/** Characters of a reason, and of a place. */
export const MOTIVO_MIN = 5;
export const MOTIVO_MAX = 500;
export const LUGAR_MAX = 300;

/** What is wrong with a reason, which its applicant reads; or undefined. */
export const motivoProblem = (motivo: string): string | undefined =>
  motivo.trim().length < MOTIVO_MIN ? 'Escriba el motivo en una frase.' : undefined;

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

/** Days (YYYY-MM-DD, both in it) and hours (HH:MM) in which interviews are held, one after another. */
export type Plan = {
  readonly desde: string;
  readonly hasta: string;
  readonly de: string;
  readonly a: string;
  readonly minutos: number;
  readonly pausa: number;
};

export type Horario = { readonly inicia: Date; readonly termina: Date };

const minutosDe = (hora: string): number => {
  const [horas = 0, minutos = 0] = hora.split(':').map(Number);
  return horas * 60 + minutos;
};

/** The days of a plan, both ends in it; none when it ends before it begins. At most one more than may be. */
const diasDe = ({ desde, hasta }: Pick<Plan, 'desde' | 'hasta'>): string[] => {
  const dias: string[] = [];
  for (let dia = desde; dia <= hasta && dias.length <= MAX_DIAS; dia = plusDays(dia, 1)) {
    dias.push(dia);
  }
  return dias;
};

/** The slots of a plan that fit whole in its hours, day by day, and the days that are left out because nobody works on them. */
export const planHorarios = (
  plan: Plan,
  calendar: Calendar,
): { horarios: Horario[]; saltados: string[] } => {
  const horarios: Horario[] = [];
  const saltados: string[] = [];
  const [de, a] = [minutosDe(plan.de), minutosDe(plan.a)];
  for (const dia of diasDe(plan)) {
    if (!isWorkingDay(dia, calendar)) {
      saltados.push(dia);
      continue;
    }
    const medianoche = startOfDay(dia).getTime();
    for (let at = de; at + plan.minutos <= a; at += plan.minutos + plan.pausa) {
      horarios.push({
        inicia: new Date(medianoche + at * MINUTO),
        termina: new Date(medianoche + (at + plan.minutos) * MINUTO),
      });
    }
  }
  return { horarios, saltados };
};

/** Last instant at which the applicant of a slot may change it themselves. */
export const cambiaHasta = (inicia: Date, horas: number): Date =>
  new Date(inicia.getTime() - horas * HORA);

/** Why an applicant may not change their slot at an instant; null: they may, also at the very last one. */
export const porQueNoCambia = (
  { inicia, cambios }: { readonly inicia: Date; readonly cambios: number },
  { horas, recibido }: { readonly horas: number; readonly recibido: Date },
): 'yaCambio' | 'tarde' | null => {
  if (cambios > 0) return 'yaCambio';
  return recibido > cambiaHasta(inicia, horas) ? 'tarde' : null;
};

/** Whether an interview is held by a link and not in a room. */
export const isEnLinea = (lugar: string): boolean => /^https:\/\//i.test(lugar);

/** What is said of where, before a slot is one's own: the link is given to its applicant and panel only. */
export const describeLugarLibre = (lugar: string): string =>
  isEnLinea(lugar) ? 'En línea' : lugar;

/** What is wrong with a place, or null: a link is a whole address. */
export const lugarProblem = (lugar: string): string | null => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(lugar)) return null;
  const url = URL.canParse(lugar) ? new URL(lugar) : null;
  // «Sala 2: segundo piso» is a place.
  if (url === null || /\s/.test(lugar)) {
    return isEnLinea(lugar) ? 'Escriba el enlace completo, sin espacios.' : null;
  }
  return url.protocol === 'https:' && url.hostname.includes('.')
    ? null
    : 'Escriba un enlace que empiece con https://, o el lugar.';
};
