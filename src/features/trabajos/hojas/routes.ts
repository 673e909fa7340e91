/** Where a file to import is sent (POST, the bytes as they are). */
export const importacionUrl = (hoja: string, nombre: string, hojaDelLibro: number | null): string =>
  `/api/importaciones?${new URLSearchParams({ hoja, nombre, ...(hojaDelLibro !== null && { hojaDelLibro: String(hojaDelLibro) }) })}`;

/** The blank format of a list, to fill in and import. */
export const formatoUrl = (hoja: string): string => `/api/importaciones/formatos/${hoja}`;
