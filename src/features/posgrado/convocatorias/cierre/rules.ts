/** A reason that all applicants read. */
export const MOTIVO = { min: 10, max: 1000 } as const;
export const PIDE_MOTIVO = 'Escriba el motivo, en una frase que leerán las personas aspirantes.';

/** What is wrong with a reason; nothing when it will do. */
export const checkMotivo = (motivo: string): { motivo?: string } => {
  const { length } = motivo.trim();
  if (length < MOTIVO.min) return { motivo: PIDE_MOTIVO };
  return length > MOTIVO.max ? { motivo: `Escriba hasta ${MOTIVO.max} caracteres.` } : {};
};
