/** What becomes of two people's applications to one call when their files become one. Pure. */
import {
  type EstadoPresolicitud,
  type EstadoSolicitud,
  PRESOLICITUD,
  SOLICITUD,
} from '../estados.ts';

type Trasladable<E> = {
  readonly id: string;
  readonly convocatoriaId: string;
  readonly estado: E;
  readonly actualizadoEn: Date;
};
export type PresolicitudTrasladable = Trasladable<EstadoPresolicitud>;
export type SolicitudTrasladable = Trasladable<EstadoSolicitud> & {
  readonly presolicitudId: string;
};

export type Traslado<T> = {
  /** They change hands. */
  readonly siguen: readonly T[];
  /** Drafts that the other file's one replaces. */
  readonly descartadas: readonly T[];
  /** Sent ones that the other file's more advanced one replaces. */
  readonly anuladas: readonly T[];
};

/** From the least to the most advanced: live states only. */
const AVANCE_PRESOLICITUD: readonly EstadoPresolicitud[] = [
  'borrador',
  'enviada',
  'conObservaciones',
  'valida',
];
const AVANCE_SOLICITUD: readonly EstadoSolicitud[] = [
  'borrador',
  'enviada',
  'enEvaluacion',
  'listaDeEspera',
  'admitida',
  'inscrita',
];

/** Which of two live ones stays: the more advanced, the newer of two drafts, otherwise that of the file that stays. */
const staying = <T extends Trasladable<unknown>>(
  mine: T,
  theirs: T,
  avance: (one: T) => number,
): T => {
  if (avance(mine) !== avance(theirs)) return avance(mine) > avance(theirs) ? mine : theirs;
  if (avance(mine) > 0) return theirs;
  return mine.actualizadoEn > theirs.actualizadoEn ? mine : theirs;
};

const planOf = <T extends Trasladable<unknown>>(
  de: readonly T[],
  a: readonly T[],
  { isLive, avance }: { isLive: (one: T) => boolean; avance: (one: T) => number },
): Traslado<T> => {
  const lost = de.filter(isLive).flatMap((mine) => {
    const theirs = a.find((one) => isLive(one) && one.convocatoriaId === mine.convocatoriaId);
    if (!theirs) return [];
    return staying(mine, theirs, avance) === mine ? [theirs] : [mine];
  });
  const descartadas = lost.filter((one) => avance(one) === 0);
  return {
    siguen: de.filter((one) => !descartadas.includes(one)),
    descartadas,
    anuladas: lost.filter((one) => avance(one) > 0),
  };
};

/** The plan for both forms: the pre-application from which the staying application hangs stays with it. */
export const planTraslado = (
  presolicitudes: {
    de: readonly PresolicitudTrasladable[];
    a: readonly PresolicitudTrasladable[];
  },
  solicitudes: { de: readonly SolicitudTrasladable[]; a: readonly SolicitudTrasladable[] },
): {
  presolicitudes: Traslado<PresolicitudTrasladable>;
  solicitudes: Traslado<SolicitudTrasladable>;
} => {
  const plan = planOf(solicitudes.de, solicitudes.a, {
    isLive: ({ estado }) => !SOLICITUD.is('cerradas', estado),
    avance: ({ estado }) => AVANCE_SOLICITUD.indexOf(estado),
  });
  const lost = new Set([...plan.descartadas, ...plan.anuladas]);
  const bearing = new Set(
    [...solicitudes.de, ...solicitudes.a]
      .filter((one) => !lost.has(one) && !SOLICITUD.is('cerradas', one.estado))
      .map(({ presolicitudId }) => presolicitudId),
  );
  return {
    solicitudes: plan,
    presolicitudes: planOf(presolicitudes.de, presolicitudes.a, {
      isLive: ({ estado }) => !PRESOLICITUD.is('cerradas', estado),
      avance: ({ id, estado }) =>
        AVANCE_PRESOLICITUD.indexOf(estado) + (bearing.has(id) ? AVANCE_PRESOLICITUD.length : 0),
    }),
  };
};
