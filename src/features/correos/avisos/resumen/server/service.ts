/** The digest: what somebody has not read of the kinds that they chose to hear of once a day, or once a week. */
import { bajaUrl } from '../../../../../platform/server/notificaciones/baja.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { ModoAviso } from '../../../../../platform/shared/avisos.ts';
import { joinCuerpo } from '../../../../../platform/shared/cartas.ts';
import { fechaDe, formatFecha, startOfDay } from '../../../../../platform/shared/dates.ts';
import {
  addWorkingDays,
  type Calendar,
  calendarOf,
  isWorkingDay,
} from '../../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../../catalogos/server/service.ts';
import { notificacionesPath } from '../../../routes.ts';
import { selectDestinos, takeLineas } from './data.ts';
import { RESUMEN } from './textos.ts';

/** At this hour, of Mexico City; what came later is of the next one. */
const HORA = 8;
const HOUR_MS = 3_600_000;
/** Lines of a digest. */
const LISTED = 30;

type Modo = Extract<ModoAviso, 'diario' | 'semanal'>;

/** Which digests go out on a day: the weekly one on the first working day of its week. */
export const modosDelDia = (fecha: string, calendar: Calendar): readonly Modo[] => {
  if (!isWorkingDay(fecha, calendar)) return [];
  const monday = (day: string) => {
    const date = new Date(`${day}T00:00:00Z`);
    return +date - ((date.getUTCDay() + 6) % 7) * 24 * HOUR_MS;
  };
  const before = addWorkingDays(fecha, -1, calendar);
  return monday(before) < monday(fecha) ? ['diario', 'semanal'] : ['diario'];
};

/** Sends the digests of today, if it is a working day. */
export const sendResumenes = async (services: Services): Promise<void> => {
  const { db, env, secrets, notificaciones, now } = services;
  const ahora = now();
  const hoy = fechaDe(ahora);
  const modos = modosDelDia(hoy, calendarOf(await readDiasInhabiles(db)));
  const corte = new Date(+startOfDay(hoy) + HORA * HOUR_MS);
  if (modos.length === 0 || ahora < corte) return;
  for (const { uid, email } of await selectDestinos(db, { modos, corte })) {
    await db.transaction().execute(async (trx) => {
      const lineas = await takeLineas(trx, uid, { modos, corte, ahora });
      if (lineas.length === 0) return;
      await notificaciones.notify(trx, {
        to: email,
        clase: 'resumenes',
        ...RESUMEN.carta('resumen.avisos', {
          cuantos: lineas.length === 1 ? '1 aviso' : `${lineas.length} avisos`,
          avisos: joinCuerpo([
            ...lineas
              .slice(0, LISTED)
              .map(
                ({ titulo, cuantas, creado_en }) =>
                  `${formatFecha(fechaDe(creado_en))}. ${titulo}${cuantas > 1 ? ` (${cuantas})` : ''}`,
              ),
            ...(lineas.length > LISTED ? [`Y ${lineas.length - LISTED} más.`] : []),
          ]),
        }),
        action: { label: 'Ver mis notificaciones', url: env.publicUrl + notificacionesPath },
        unsubscribe: bajaUrl(env, secrets, { uid, clase: 'resumen' }),
        reason: 'Recibe este mensaje porque eligió un resumen de sus avisos.',
      });
    });
  }
};
