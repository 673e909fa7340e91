import { horaDe } from '../../../../../platform/shared/dates.ts';
import { formatShortDate, formatShortDateTime } from '../../../../../platform/web/ui/index.ts';

type Horario = { readonly inicia: string; readonly termina: string };

const DIA = new Intl.DateTimeFormat('es-MX', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'America/Mexico_City',
});

const DIA_CORTO = new Intl.DateTimeFormat('es-MX', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'America/Mexico_City',
});

/** «martes, 4 de mayo», in Mexico City. */
export const formatDiaCorto = (inicia: string): string => DIA_CORTO.format(new Date(inicia));

/** «10:00 a 10:30 h», in Mexico City. */
export const formatHoras = ({ inicia, termina }: Horario): string =>
  `${horaDe(new Date(inicia))} a ${horaDe(new Date(termina))}\u00a0h`;

/** «martes, 4 de mayo de 2027», in Mexico City. */
const formatDia = (inicia: string): string => DIA.format(new Date(inicia));

/** A slot in one line, as it is named. */
export const formatHorario = ({ inicia }: Pick<Horario, 'inicia'>): string =>
  formatShortDateTime(inicia);

/** The same hours by the clock of this device; null: it is that of Mexico City. */
const localHoras = ({ inicia, termina }: Horario): string | null => {
  const format = (iso: string) =>
    new Date(iso).toLocaleTimeString('es-MX', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  return format(inicia) === horaDe(new Date(inicia))
    ? null
    : `${format(inicia)} a ${format(termina)}\u00a0h`;
};

/** When an interview is: by the clock of Mexico City and, where it is another, by that of the device. */
export function Cuando({ short = false, ...horario }: Horario & { short?: boolean }) {
  const { inicia } = horario;
  if (short) {
    return (
      <time dateTime={inicia}>
        {formatShortDate(inicia)}, {formatHoras(horario)}
      </time>
    );
  }
  const local = localHoras(horario);
  return (
    <>
      <time dateTime={inicia}>
        {formatDia(inicia)}, {formatHoras(horario)}
      </time>{' '}
      (hora del centro de México)
      {local && <> · {local} en su dispositivo</>}
    </>
  );
}
