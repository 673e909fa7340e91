import { withoutNoise } from '../../platform/shared/noise.ts';
import { porcentajeDe, type Recuento } from './asistencia/rules.ts';

/** What was typed as a grade: from 0 to 10, with two decimals at most, after a point or a comma; empty: none. */
export const leerCalificacion = (texto: string): { valor: number | null } | { error: string } => {
  const limpio = withoutNoise(texto.trim().replace(',', '.'));
  if (limpio === '') return { valor: null };
  if (/^[\d.]+\s*%$/.test(limpio)) {
    return { error: 'Es un porcentaje. Escriba la calificación de 0 a 10, como 8.5.' };
  }
  if (!/^\d{1,3}(\.\d*)?$|^\.\d+$/.test(limpio)) {
    return { error: 'Escriba un número de 0 a 10, como 8.5.' };
  }
  const valor = Number(limpio);
  if (valor > 10) return { error: 'La calificación va de 0 a 10.' };
  if (!/^\d*(\.\d{0,2}0*)?$/.test(limpio)) {
    return {
      error: 'Escriba dos decimales a lo más; una celda puede tener más de los que muestra.',
    };
  }
  return { valor };
};

/** A grade as it is shown and printed: 8.50; none: ''. */
export const formatCalificacion = (valor: number | null): string =>
  valor === null ? '' : valor.toFixed(2);

/** A per cent as it is shown: 87.5 %; none: ''. */
export const formatPorcentaje = (valor: number | null): string =>
  valor === null ? '' : `${Number(valor.toFixed(2))}\u00a0%`;

/** What an edition asks to pass it; null: it asks for none. */
export type Minimos = { readonly calificacion: number | null; readonly asistencia: number | null };

/** What is known of somebody in an edition. */
export type Registrado = { readonly calificacion: number | null; readonly asistencia: Recuento };

export type Resultado = 'acreditada' | 'noAcreditada';

/** What an edition's minima make of what is recorded: the result and why, or what is missing to decide it. */
export type Decision =
  | {
      readonly resultado: Resultado;
      readonly porcentaje: number | null;
      readonly razones: readonly string[];
    }
  | { readonly falta: readonly string[] };

const sesiones = (n: number) => (n === 1 ? '1 sesión' : `${n} sesiones`);
const haySesiones = (recuento: Recuento) => Object.values(recuento).some((n) => n > 0);

/** The minima of an edition, in a sentence. */
export const describeMinimos = ({ calificacion, asistencia }: Minimos): string => {
  const pide = [
    ...(calificacion === null ? [] : [`${formatCalificacion(calificacion)} de calificación`]),
    ...(asistencia === null ? [] : [`${formatPorcentaje(asistencia)} de asistencia`]),
  ];
  return pide.length === 0
    ? 'La edición no tiene mínimos: acreditan todas las personas inscritas.'
    : `Acredita quien tenga ${pide.join(' y ')}.`;
};

/** What is to be recorded before somebody's result can be decided: nothing, as often as not. */
export const queFalta = ({ calificacion, asistencia }: Registrado, minimos: Minimos): string[] => [
  ...(minimos.calificacion !== null && calificacion === null ? ['la calificación'] : []),
  ...(minimos.asistencia !== null && asistencia.sinRegistro > 0
    ? [`la asistencia de ${sesiones(asistencia.sinRegistro)}`]
    : []),
];

/**
 * Whether figures reach the minima, and why. A minimum of which nothing counts (no session of theirs was given, or all
 * their absences are justified) is taken as reached.
 */
export const decidirPorCifras = (
  { calificacion, porcentaje }: { calificacion: number | null; porcentaje: number | null },
  minimos: Minimos,
): { resultado: Resultado; razones: string[] } => {
  const razones: string[] = [];
  let acredita = true;
  if (minimos.calificacion !== null) {
    const llega = (calificacion ?? 0) >= minimos.calificacion;
    acredita &&= llega;
    razones.push(
      `Calificación ${formatCalificacion(calificacion) || 'sin registrar'}: ${llega ? 'alcanza' : 'no alcanza'} la mínima de ${formatCalificacion(minimos.calificacion)}.`,
    );
  }
  if (minimos.asistencia !== null) {
    const llega = porcentaje === null || porcentaje >= minimos.asistencia;
    acredita &&= llega;
    razones.push(
      porcentaje === null
        ? 'Sin sesiones que cuenten: la asistencia mínima no se aplica.'
        : `Asistencia ${formatPorcentaje(porcentaje)}: ${llega ? 'alcanza' : 'no alcanza'} la mínima de ${formatPorcentaje(minimos.asistencia)}.`,
    );
  }
  if (razones.length === 0) razones.push('La edición no pide calificación ni asistencia mínimas.');
  return { resultado: acredita ? 'acreditada' : 'noAcreditada', razones };
};

/** What becomes of somebody when the acta is closed. */
export const decidirResultado = (registrado: Registrado, minimos: Minimos): Decision => {
  const falta = queFalta(registrado, minimos);
  if (falta.length > 0) return { falta };
  const porcentaje = haySesiones(registrado.asistencia)
    ? porcentajeDe(registrado.asistencia)
    : null;
  const { calificacion } = registrado;
  return { porcentaje, ...decidirPorCifras({ calificacion, porcentaje }, minimos) };
};

/** Why the acta of an edition cannot be closed yet, in words; null: it can. `hoy` is a day of Mexico City. */
export const porQueNoSeCierra = (
  edicion: { termina: string; inscripcionCierra: string; cancelada: boolean },
  { hoy, ahora }: { hoy: string; ahora: Date },
): string | null => {
  if (edicion.cancelada) return 'La edición se canceló.';
  if (new Date(edicion.inscripcionCierra) > ahora) return 'Su inscripción sigue abierta.';
  return hoy < edicion.termina ? 'La edición no ha terminado.' : null;
};

/** What becomes of a cell that somebody sends, given what it says now. */
export type DestinoDeCelda = 'guardar' | 'igual' | 'conflicto';

/**
 * A cell is saved by whoever saw what it says now. Who saw an older version and says something else is told; who says the
 * same (an answer that was lost and is sent again) is saved already.
 */
export const destinoDeCelda = <V>(
  ahora: { valor: V; version: number },
  enviada: { valor: V; version: number },
): DestinoDeCelda => {
  if (ahora.valor === enviada.valor) return 'igual';
  return ahora.version === enviada.version ? 'guardar' : 'conflicto';
};

/** Which editions the list of results shows. */
export const ESTADOS_DE_RESULTADOS = {
  porCerrar: 'Terminadas, sin acta',
  enCurso: 'En curso',
  cerradas: 'Con acta',
} as const;
export type EstadoDeResultados = keyof typeof ESTADOS_DE_RESULTADOS;
