/**
 * On what ground a record of a person is kept when the cancellation of their data is carried out, as they read it. To be
 * checked by the school against the texts in force, as the terms of the requests are.
 */
export const CONSERVACION = {
  academico:
    'Acredita lo que cursó y lo que se le expidió: se conserva conforme a la Ley General de Archivos y a las disposiciones de archivo del Poder Judicial de la Federación.',
  identidad:
    'Un registro que se conserva necesita decir de quién es. Queda bloqueado: nadie lo consulta ni lo usa para otra cosa.',
  concurso:
    'Es parte de un concurso en el que participaron otras personas: se conserva bloqueado mientras su resultado pueda revisarse, y el plazo de archivo que sigue.',
  consentimiento: 'Prueba de qué textos aceptó y cuándo, sin sus datos.',
  historial:
    'El historial de actos no puede cambiarse: dice quién hizo qué y cuándo, y es prueba de la actuación de la escuela.',
  cuenta: 'El historial la nombra: queda vacía e inhabilitada.',
  tramites: 'Prueba de que sus solicitudes se atendieron; se les quita lo que usted escribió.',
  personal: 'Es lo que se hizo como parte del personal de la escuela.',
} as const;
export type Conservacion = keyof typeof CONSERVACION;
