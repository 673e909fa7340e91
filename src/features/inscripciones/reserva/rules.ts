/** The seats of an edition that are kept for some, as whoever may enrol needs to see them. Pure. */
import type { Reparto } from '../../plantillas/cupos/contract.ts';
import { isReservado, liberaEn } from '../../plantillas/cupos/rules.ts';
import type { Reserva } from '../contract.ts';

type Momento = {
  /** Keys of the quotas whose seats they may take. */
  readonly propios: readonly string[];
  /** How many of each are taken, by key. */
  readonly ocupados: ReadonlyMap<string, number>;
  /** Free seats of the edition. */
  readonly libres: number;
  /** When enrolment closes. */
  readonly cierra: Date;
  readonly ahora: Date;
};

/** What is still kept, for whom and until when, and what is left for whoever asks; null: nothing is kept. */
export const reservaDe = (
  { cupos }: Reparto,
  { propios, ocupados, libres, cierra, ahora }: Momento,
): Reserva | null => {
  const kept = cupos
    .filter((cupo) => isReservado(cupo, cierra, ahora))
    .map((cupo) => ({
      nombre: cupo.nombre,
      lugares: cupo.lugares,
      libres: Math.max(0, cupo.lugares - (ocupados.get(cupo.clave) ?? 0)),
      hasta: liberaEn(cupo, cierra)?.toISOString() ?? null,
      propio: propios.includes(cupo.clave),
    }));
  if (kept.length === 0) return null;
  const sum = (some: typeof kept) => some.reduce((n, cupo) => n + cupo.libres, 0);
  const deTodas = Math.max(0, libres - sum(kept));
  return {
    deTodas,
    paraUsted: Math.min(libres, deTodas + sum(kept.filter(({ propio }) => propio))),
    cupos: kept,
  };
};
