/** How severe evaluators were, in a closed stage. Pure. */
import type { Fraccion } from '../rules.ts';

/** One delivered score, as whole points of a maximum. */
export type Entregado = {
  readonly evaluadorId: string;
  readonly solicitudId: string;
  readonly puntos: number;
};

/** An evaluator's mean, and that of what others gave to the same applications; null: nobody else scored them. */
export type SeveridadDe = {
  readonly evaluadorId: string;
  readonly dictamenes: number;
  readonly media: Fraccion;
  readonly deOtros: Fraccion | null;
};

const mean = (all: readonly number[], maximo: number): Fraccion => ({
  num: all.reduce((sum, one) => sum + one, 0),
  den: all.length * maximo,
});

/** How each evaluator scored beside the others, by their ids. */
export const severidadDe = (entregas: readonly Entregado[], maximo: number): SeveridadDe[] =>
  [...Map.groupBy(entregas, ({ evaluadorId }) => evaluadorId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([evaluadorId, suyas]) => {
      const solicitudes = new Set(suyas.map(({ solicitudId }) => solicitudId));
      const otras = entregas.filter(
        (one) => one.evaluadorId !== evaluadorId && solicitudes.has(one.solicitudId),
      );
      return {
        evaluadorId,
        dictamenes: suyas.length,
        media: mean(
          suyas.map(({ puntos }) => puntos),
          maximo,
        ),
        deOtros:
          otras.length > 0
            ? mean(
                otras.map(({ puntos }) => puntos),
                maximo,
              )
            : null,
      };
    });
