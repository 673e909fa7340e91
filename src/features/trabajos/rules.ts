/** A job, as far as its end matters. */
type Final = { readonly id: string; readonly propio: boolean; readonly terminadoEn: string | null };

/** Ids of one's own jobs that ended after an instant (ISO 8601). */
export const finalesTras = (trabajos: readonly Final[], visto: string): Set<string> =>
  new Set(
    trabajos.flatMap(({ id, propio, terminadoEn }) =>
      propio && terminadoEn !== null && terminadoEn > visto ? [id] : [],
    ),
  );

/** When the last of them ended, or an instant that is later. */
export const ultimoFinal = (trabajos: readonly Final[], visto: string): string =>
  trabajos.reduce(
    (last, { terminadoEn }) => (terminadoEn && terminadoEn > last ? terminadoEn : last),
    visto,
  );
