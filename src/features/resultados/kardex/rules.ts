import type { Kardex } from './contract.ts';

const suma = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

type Asignatura = {
  readonly cursoId: string;
  readonly resultado: 'acreditada' | 'noAcreditada';
  readonly calificacion: number | null;
  readonly curso: { readonly horas: number; readonly creditos: number | null };
};

/** The better of two results of one course: passed before not passed, then the higher grade, then the longer course. */
const better = <A extends Asignatura>(a: A, b: A): A => {
  if (a.resultado !== b.resultado) return a.resultado === 'acreditada' ? a : b;
  const [x, y] = [a.calificacion ?? -1, b.calificacion ?? -1];
  if (x !== y) return x > y ? a : b;
  return b.curso.horas > a.curso.horas ? b : a;
};

/** One result of each course, the best: a course that was taken twice counts once. */
const unaPorCurso = <A extends Asignatura>(asignaturas: readonly A[]): A[] =>
  [...Map.groupBy(asignaturas, ({ cursoId }) => cursoId).values()].map((those) =>
    those.reduce(better),
  );

/** Whether some course is there more than once, so that its rows are more than its totals count. */
export const conRepetidos = ({ asignaturas, totales }: Pick<Kardex, 'asignaturas' | 'totales'>) =>
  asignaturas.length > totales.acreditadas + totales.noAcreditadas;

export const NOTA_REPETIDOS =
  'Un curso que se llevó más de una vez cuenta una sola en los totales, con su mejor resultado.';

/** The totals of a kárdex, each course once: hours, credits and mean are of what was passed. */
export const totalesDe = (asignaturas: readonly Asignatura[]): Kardex['totales'] => {
  const cursos = unaPorCurso(asignaturas);
  const pasadas = cursos.filter(({ resultado }) => resultado === 'acreditada');
  const notas = pasadas.flatMap(({ calificacion }) => calificacion ?? []);
  return {
    acreditadas: pasadas.length,
    noAcreditadas: cursos.length - pasadas.length,
    horas: suma(pasadas.map(({ curso }) => curso.horas)),
    creditos: Math.round(suma(pasadas.map(({ curso }) => curso.creditos ?? 0)) * 100) / 100,
    promedio: notas.length === 0 ? null : Math.round((suma(notas) / notas.length) * 100) / 100,
  };
};
