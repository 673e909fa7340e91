import { type Estado, INSCRIPCION } from '../estados.ts';

const isViva = (estado: Estado) => !INSCRIPCION.is('cerradas', estado);

export type Trasladable = {
  id: string;
  edicionId: string;
  estado: Estado;
  actualizadoEn: Date;
};

/** Nothing was sent: it may be dropped. */
const isBorrador = ({ estado }: Trasladable) => INSCRIPCION.can('descartar', estado);

export type Traslado<T extends Trasladable> = {
  /** Change hands. */
  siguen: T[];
  /** Drafts that lose to the other file's inscripción in the same edition. */
  descartadas: T[];
  /** Neither may be dropped: somebody must decide first. */
  choques: [de: T, a: T][];
};

/**
 * What becomes of one person's inscripciones when their two files become one, since only one living
 * inscripción may be in an edition: a draft loses to what was sent, the older of two drafts to the
 * newer one, and two that were sent block the merge.
 */
export const planTraslado = <T extends Trasladable>(
  de: readonly T[],
  a: readonly T[],
): Traslado<T> => {
  const traslado: Traslado<T> = { siguen: [], descartadas: [], choques: [] };
  for (const mine of de) {
    const rival = isViva(mine.estado)
      ? a.find((other) => other.edicionId === mine.edicionId && isViva(other.estado))
      : undefined;
    const [draft, rivalDraft] = [isBorrador(mine), rival !== undefined && isBorrador(rival)];
    if (rival && !draft && !rivalDraft) traslado.choques.push([mine, rival]);
    else if (rival && draft && !(rivalDraft && mine.actualizadoEn > rival.actualizadoEn)) {
      traslado.descartadas.push(mine);
    } else {
      traslado.siguen.push(mine);
      if (rival) traslado.descartadas.push(rival);
    }
  }
  return traslado;
};
