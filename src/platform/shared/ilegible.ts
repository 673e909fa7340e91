/** What stands in the place of what is kept and cannot be read. */
export const NO_SE_LEE = 'No se puede leer';
/** Why it cannot, and what is done about it. */
export const POR_RECUPERAR =
  'La base de datos se cambió por fuera del portal: pida a quien administra el servidor que lo recupere de un respaldo.';
