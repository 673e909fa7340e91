export const catalogosPath = '/catalogs';
export const catalogosPaths: readonly string[] = [catalogosPath];

/** Address of one catalog. */
export const catalogoPath = (id: string): string => `${catalogosPath}?catalogo=${id}`;
