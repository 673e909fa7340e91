export const catalogosPath = '/catalogs';
export const catalogosPaths: readonly string[] = [catalogosPath];

/** Address of one catalog. */
export const catalogoPath = (id: string): string => `${catalogosPath}?catalogo=${id}`;

/** Address of one item, open in its catalog. */
export const elementoPath = (catalogo: string, id: string): string =>
  `${catalogoPath(catalogo)}&${new URLSearchParams({ elemento: id })}`;

/** Address of one item of a catalog, in its list, whether it is active or not. */
export const itemPath = (catalogo: string, clave: string): string =>
  `${catalogoPath(catalogo)}&${new URLSearchParams({ vista: 'lista', estado: '', buscar: clave })}`;
