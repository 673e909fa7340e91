/** Why what is kept cannot be read, and what is done about it. Apart from what stands in its place, which every screen may have. */
export const POR_RECUPERAR =
  'La base de datos se cambió por fuera del portal: pida a quien administra el servidor que lo recupere de un respaldo.';
