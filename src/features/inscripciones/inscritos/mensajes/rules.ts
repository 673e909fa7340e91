/** What is written to those who sent an inscripción. Pure. */

/** The paragraphs of a text: an empty line parts them. */
export const parrafosDe = (texto: string): string[] =>
  texto
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((parrafo) => parrafo.trim())
    .filter((parrafo) => parrafo !== '');
