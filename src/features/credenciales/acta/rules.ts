/** A line of a closed acta, as a certificado says it. */
export type LineaDeActa = {
  readonly curso: string;
  readonly modalidad: string;
  readonly horas: number;
  /** YYYY-MM-DD. */
  readonly inicia: string;
  readonly termina: string;
  /** Out of 10; null: it has none. */
  readonly calificacion: number | null;
  readonly resultado: 'acreditada' | 'noAcreditada';
};

/** The fields that a certificado takes from its line of an acta: nobody types them. */
export const CAMPOS_DE_ACTA = ['horas', 'calificacion', 'inicia', 'termina', 'modalidad'] as const;

/** The program and the fields that a certificado takes from a line of an acta. */
export const certificadoDe = (
  { curso, modalidad, horas, inicia, termina, calificacion }: LineaDeActa,
  { conCalificacion }: { conCalificacion: boolean },
): { programa: string; campos: Record<string, string> } => ({
  programa: curso,
  campos: {
    horas: String(horas),
    inicia,
    termina,
    ...(modalidad !== '' && { modalidad: modalidad.slice(0, 60) }),
    ...(conCalificacion && calificacion !== null && { calificacion: String(calificacion) }),
  },
});

/** Why a document in force no longer agrees with its line; null: it does. `calificacion`: the one that it says. */
export const desacuerdoDe = (
  { calificacion }: { calificacion: number | null },
  linea: Pick<LineaDeActa, 'resultado' | 'calificacion'>,
): string | null => {
  if (linea.resultado === 'noAcreditada') return 'El acta dice que no acreditó.';
  if (calificacion === null || calificacion === linea.calificacion) return null;
  return linea.calificacion === null
    ? `Dice ${calificacion.toFixed(2)}; el acta no tiene calificación.`
    : `Dice ${calificacion.toFixed(2)}; el acta, ${linea.calificacion.toFixed(2)}.`;
};
