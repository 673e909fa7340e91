/** Evaluates the rules of a plantilla's version. Pure: facts and clock come in, results go out. */
import { formatMomento } from '../../../platform/shared/dates.ts';
import type { Condicion, Hechos, Regla, ResultadoRegla } from './contract.ts';

type Hallazgo = Pick<ResultadoRegla, 'cumple' | 'sinDato' | 'detalle' | 'evidencia'>;

const instant = (text: string | null | undefined): Date | null => {
  const date = text == null ? null : new Date(text);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
};

const evaluateVentana = ({ edicion }: Hechos, ahora: Date): Hallazgo => {
  const [abre, cierra] = [instant(edicion?.inscripcionAbre), instant(edicion?.inscripcionCierra)];
  const evidencia = {
    inscripcionAbre: abre?.toISOString() ?? null,
    inscripcionCierra: cierra?.toISOString() ?? null,
    ahora: ahora.toISOString(),
  };
  if (abre === null || cierra === null) {
    const detalle = 'Sin dato: la edición no tiene fechas de inscripción.';
    return { cumple: false, sinDato: true, detalle, evidencia };
  }
  const found = (cumple: boolean, detalle: string) => ({
    cumple,
    sinDato: false,
    detalle,
    evidencia,
  });
  if (ahora < abre) {
    return found(
      false,
      `La inscripción abre el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`,
    );
  }
  // The closing instant itself is already closed.
  if (ahora >= cierra) return found(false, `La inscripción cerró el ${formatMomento(cierra)}.`);
  return found(
    true,
    `La inscripción está abierta desde el ${formatMomento(abre)} y cierra el ${formatMomento(cierra)}.`,
  );
};

const evaluate = (condicion: Condicion, hechos: Hechos, ahora: Date): Hallazgo => {
  switch (condicion.tipo) {
    case 'ventanaInscripcion':
      return evaluateVentana(hechos, ahora);
  }
};

/** One result for every rule, in order: what held, what did not, and with which evidence. */
export const evaluateReglas = (
  reglas: readonly Regla[],
  hechos: Hechos,
  ahora: Date,
): ResultadoRegla[] =>
  reglas.map(({ clave, efecto, condicion, mensaje, descripcion }) => {
    const hallazgo = evaluate(condicion, hechos, ahora);
    return {
      clave,
      efecto,
      descripcion,
      ...hallazgo,
      mensaje: hallazgo.cumple ? null : mensaje,
    };
  });

/** False when a rule that `impide` is not met, or cannot be known. */
export const mayEnroll = (resultados: readonly ResultadoRegla[]): boolean =>
  resultados.every(({ efecto, cumple }) => cumple || efecto !== 'impide');
