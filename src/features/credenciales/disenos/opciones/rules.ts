/** What is chosen of a design, by the key that it is kept under, and in the words that people read. */

/** Pages of paper, by the name that Typst has for them; oficio is Mexico's. */
export const TAMANOS = { carta: 'Carta', oficio: 'Oficio', a4: 'A4' } as const;
/** Width and height upright, in millimetres. */
export const MEDIDAS: Readonly<Record<keyof typeof TAMANOS, readonly [number, number]>> = {
  carta: [215.9, 279.4],
  oficio: [215.9, 340],
  a4: [210, 297],
};
export const ORIENTACIONES = { horizontal: 'Horizontal', vertical: 'Vertical' } as const;
export const MARCOS = {
  filete: 'Doble filete',
  orla: 'Orla de seguridad',
  franja: 'Franja superior',
  ninguno: 'Sin marco',
} as const;
/** Each passes AA on white. */
export const COLORES = {
  marino: 'Marino',
  vino: 'Vino',
  verde: 'Verde',
  grafito: 'Grafito',
} as const;
export const ALINEACIONES = { centro: 'Al centro', izquierda: 'A la izquierda' } as const;
export const SELLOS = {
  portal: 'El del portal',
  imagen: 'Una imagen',
  ninguno: 'Sin sello',
} as const;
export const IDIOMAS = { es: 'Español', en: 'Inglés' } as const;

export const NOMBRE_MAX = 80;
