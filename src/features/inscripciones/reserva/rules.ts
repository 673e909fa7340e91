/** The seats of an edition that are kept for some, as whoever may enrol needs to see them. Pure. */
import { formatMomento } from '../../../platform/shared/dates.ts';
import type { Lugares } from '../../cursos/contract.ts';
import type { Reparto } from '../../plantillas/cupos/contract.ts';
import { isReservado, liberaEn } from '../../plantillas/cupos/rules.ts';
import type { Reserva } from '../contract.ts';
import { libresPara } from '../ofertas/rules.ts';

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

/** The seats of an edition, those kept for some, and those of its groups. */
type Cabida = {
  readonly lugares: Pick<Lugares, 'cupo' | 'libres'>;
  readonly reserva: Reserva | null;
  readonly grupos: readonly { readonly libres: number }[];
};

const SI_SE_LIBERA =
  'Si se libera alguno, podrá inscribirse desde aquí mientras la inscripción siga abierta.';

/** Where nobody waits: that there is no seat for whoever asks, why, and what to do; null: there is one. */
export const llenoDe = ({
  lugares,
  reserva,
  grupos,
}: Cabida): { titulo: string; texto: string } | null => {
  if (lugares.libres === 0) {
    const ocupados =
      lugares.cupo === 1
        ? 'El único lugar está ocupado'
        : `Los ${lugares.cupo} lugares están ocupados`;
    return { titulo: 'Ya no hay lugares en esta edición', texto: `${ocupados}. ${SI_SE_LIBERA}` };
  }
  if (libresPara({ lugares, reserva }) === 0) {
    return {
      titulo: 'Ya no hay lugares para usted',
      texto: `${reservadosDe(reserva)} ${SI_SE_LIBERA}`,
    };
  }
  if (grupos.length > 0 && grupos.every(({ libres }) => libres === 0)) {
    return {
      titulo: 'Ya no hay lugares en ningún grupo',
      texto: `Todos los grupos están llenos. ${SI_SE_LIBERA}`,
    };
  }
  return null;
};

/** When what is kept for others will be everybody's, if it ever is. */
const reservadosDe = (reserva: Reserva | null): string => {
  const libera = (reserva?.cupos ?? [])
    .flatMap(({ libres, hasta }) => (libres > 0 && hasta !== null ? [hasta] : []))
    .toSorted()[0];
  const guardados = 'Los lugares que quedan se guardan para otras personas.';
  return libera
    ? `${guardados} Los que no se ocupen son de todas las personas desde el ${formatMomento(new Date(libera))}: vuelva entonces.`
    : guardados;
};
