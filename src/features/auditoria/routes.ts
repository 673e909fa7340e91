export const auditoriaPath = '/auditoria';

/** One row of the history; see `anotacionPath`. */
export const anotacionPagePath = '/auditoria/:anotacion';

export const auditoriaPaths = [auditoriaPath, anotacionPagePath] as const;

export const anotacionPath = (id: number): string => `${auditoriaPath}/${id}`;

/** All that was done under a request (or an import), by its id; of one action, if it is given. */
export const actoPath = (peticionId: string, accion?: string): string =>
  `${auditoriaPath}?${new URLSearchParams({ buscar: peticionId, ...(accion && { accion }) })}`;
