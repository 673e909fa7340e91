/** What is asked and said of the seats of an edition. */

/** A quota as whoever asks for a seat meets it. */
export type CupoPedido = {
  readonly clave: string;
  readonly lugares: number;
  /** Its seats are still kept for its people. */
  readonly reservado: boolean;
  /** Whoever asks is one of them. */
  readonly propio: boolean;
};

/** Whether there is a seat, and of which quota; null: of everybody. */
export type LugarLibre = { readonly hay: boolean; readonly clave: string | null };

/**
 * The seat of whoever asks where nobody waits and there is one whatever has become of the quotas: more than are kept for others. Of
 * which quota it is, is only likely; who takes it finds out. Null: it must be asked for.
 */
export const lugarSeguro = (cupos: readonly CupoPedido[], libres: number): LugarLibre | null => {
  const reservados = cupos.filter(({ reservado }) => reservado);
  const guardados = reservados.reduce((sum, { lugares }) => sum + lugares, 0);
  if (libres <= guardados) return null;
  return { hay: true, clave: reservados.find(({ propio }) => propio)?.clave ?? null };
};

/** A seat that somebody has: of the edition, and besides of one of its groups and of a quota. */
export type LugarTomado = {
  readonly edicionId: string;
  readonly grupoId: string | null;
  readonly cupoClave: string | null;
};

/** What of an edition is free at this moment: for who looks for the next one in line. */
export type Libres = {
  /** A seat of everybody. */
  readonly general: boolean;
  /** Quotas with a seat kept for their people. */
  readonly cupos: readonly string[];
  /** Its groups with a seat. */
  readonly grupos: readonly string[];
};
