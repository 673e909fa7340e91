/** What stands in the place of what is kept and cannot be read. */
export const NO_SE_LEE = 'No se puede leer';
