/** Where an application is in a stage; scores are told by nobody before the stage closes. */
export const AVANCES_EN_ETAPA = {
  pendiente: ['Pendiente', 'neutral'],
  enCurso: ['En curso', 'info'],
  terminada: ['Terminada', 'success'],
  ausente: ['No se presentó', 'danger'],
} as const;
export type AvanceEnEtapa = keyof typeof AVANCES_EN_ETAPA;
