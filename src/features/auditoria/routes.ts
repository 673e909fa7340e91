export const auditoriaPath = '/auditoria';

/** One row of the history; see `anotacionPath`. */
export const anotacionPagePath = '/auditoria/:anotacion';

export const auditoriaPaths = [auditoriaPath, anotacionPagePath] as const;

export const anotacionPath = (id: number): string => `${auditoriaPath}/${id}`;

/** All that was done under a request (or an import), by its id; of one action, if it is given. */
export const actoPath = (peticionId: string, accion?: string): string =>
  `${auditoriaPath}?${new URLSearchParams({ buscar: peticionId, ...(accion && { accion }) })}`;

/**
 * What somebody did of one kind on a day (YYYY-MM-DD), row by row: of an import from before they were recorded under
 * an id of their own.
 */
export const actosDelDiaPath = (actorUid: string, accion: string, dia: string): string =>
  `${auditoriaPath}?${new URLSearchParams({ buscar: actorUid, accion, dias: `${dia}..${dia}` })}`;
