/** Words and constants of calls, without schemas: screens take them without zod. */

/** Kinds of stage, in words. `examen`: points imported by folio; `rubrica` and `entrevista`: evaluators score criteria. */
export const TIPOS_ETAPA = {
  documental: 'Revisión documental',
  examen: 'Examen',
  rubrica: 'Evaluación con rúbrica',
  entrevista: 'Entrevista',
} as const;
export type TipoEtapa = keyof typeof TIPOS_ETAPA;

/** A tie-break of the closed list; after all of them comes the draw, always. */
export const DESEMPATES = {
  etapa: 'Puntuación en una etapa',
  afirmativa: 'Acción afirmativa',
  antiguedad: 'Antigüedad en el Poder Judicial',
} as const;

/** How reserved seats are filled: before the general ones, or after them. It decides as much as their size. */
export const ORDENES_DE_CUPO = {
  minimo: 'Lugares reservados primero (mínimo garantizado)',
  adicional: 'Lugares generales primero (reservados adicionales)',
} as const;

/** Most points of a criterion. */
export const PUNTOS_CRITERIO = 4;
/** A criterion that looks at the letters, and not at a field of the form. */
export const PIEZA_RECOMENDACIONES = 'recomendaciones';
