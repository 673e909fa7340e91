import { fechaDe, formatPeriodo } from '../../platform/shared/dates.ts';
import type { Curso, Edicion, EstadoEdicion, Lugares } from './contract.ts';

/** What kind of course it is and how it is given, in a line. */
export const describeTipo = ({ tipo, modalidad }: Pick<Curso, 'tipo' | 'modalidad'>): string =>
  `${tipo.nombre}, ${enMinuscula(modalidad.nombre)}`;

/** A name in the middle of a sentence: «mixta», but «TIC» as it is. */
export const enMinuscula = (nombre: string): string =>
  /^\p{Lu}\p{Ll}/u.test(nombre) ? nombre.charAt(0).toLowerCase() + nombre.slice(1) : nombre;

/** Two calendar days (YYYY-MM-DD) in words, as they begin a line. */
export const describePeriodo = (inicia: string, termina: string): string => {
  const periodo = formatPeriodo(inicia, termina);
  return periodo.charAt(0).toUpperCase() + periodo.slice(1);
};

/** Whether whoever takes a course is somewhere in person, at least at times: of all that is not said to be online. */
export const isPresencial = ({ modalidad }: { modalidad: { clave: string } }): boolean =>
  !modalidad.clave.startsWith('LINEA');

/** An edition in one line: its name, when and where. */
export const describeEdicion = (
  edicion: Pick<Edicion, 'nombre' | 'inicia' | 'termina' | 'sede'>,
): string => {
  const periodo = formatPeriodo(edicion.inicia, edicion.termina);
  return [edicion.nombre, periodo, edicion.sede].filter(Boolean).join(', ');
};

/** A name under a label, whose word it does not repeat: «Edición 2 · 2026» under «Edición» is «2 · 2026». */
export const sinRotulo = (rotulo: string, nombre: string): string => {
  const [first, ...rest] = nombre.split(' ');
  return rest.length > 0 && first!.toLowerCase() === rotulo.toLowerCase() ? rest.join(' ') : nombre;
};

/** The seats that there are, in words. */
export const describeCupo = ({ cupo }: Pick<Lugares, 'cupo'>): string =>
  cupo === 1 ? '1 lugar' : `${cupo} lugares`;

/** The seats that are left, in words. */
export const describeLugares = ({ libres }: Pick<Lugares, 'libres'>): string => {
  if (libres <= 0) return 'Sin lugares disponibles';
  return libres === 1 ? 'Queda 1 lugar' : `Quedan ${libres} lugares`;
};

/**
 * Where an edition is in its life at that moment. Its days are those of Mexico City; the instant that closes the enrolment
 * is already closed, the one that opens it open. Who enrols while it is being given does so `enCurso`.
 * `estadoDeEdicionSql` (server/reading.ts) says the same.
 */
export const estadoDeEdicion = (
  edicion: Pick<
    Edicion,
    'inicia' | 'termina' | 'inscripcionAbre' | 'inscripcionCierra' | 'cancelada'
  >,
  ahora: Date,
): EstadoEdicion => {
  if (edicion.cancelada) return 'cancelada';
  const hoy = fechaDe(ahora);
  if (hoy > edicion.termina) return 'concluida';
  if (hoy >= edicion.inicia) return 'enCurso';
  if (ahora < new Date(edicion.inscripcionAbre)) return 'programada';
  return ahora < new Date(edicion.inscripcionCierra) ? 'inscripcionesAbiertas' : 'porComenzar';
};

/** The label of each date of an edition, shown before the course's name, and its tone in a calendar. */
const HITOS = {
  abre: { kind: 'Abre la inscripción', tone: 'success' },
  cierra: { kind: 'Cierra la inscripción', tone: 'warning' },
  inicia: { kind: 'Comienza', tone: 'action' },
  termina: { kind: 'Termina', tone: undefined },
  sesion: { kind: 'Sesión', tone: undefined },
} as const;
/** The same where one enters by a call. */
const HITOS_DE_CONVOCATORIA = {
  ...HITOS,
  abre: { kind: 'Abren las presolicitudes', tone: 'success' },
  cierra: { kind: 'Cierran las presolicitudes', tone: 'warning' },
} as const;

/** What happens on a date of an edition, in words and with its tone, by how one enters it. */
export const hitoDe = (
  clase: keyof typeof HITOS,
  { porConvocatoria }: Pick<Edicion, 'porConvocatoria'>,
) => (porConvocatoria ? HITOS_DE_CONVOCATORIA : HITOS)[clase];
