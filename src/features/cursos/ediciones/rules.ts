import { isFecha, startOfDay } from '../../../platform/shared/dates.ts';
import { plusDays } from '../../../platform/shared/months.ts';
import type { DatosDeEdicion, DatosDeParte, Parte } from './contract.ts';

/** What an edition says, in the order of its form, with the word of each. */
export const CAMPOS_DE_EDICION = {
  cursoId: 'Curso',
  nombre: 'Nombre',
  inicia: 'Inicia',
  termina: 'Termina',
  inscripcionAbre: 'Abren las inscripciones',
  inscripcionCierra: 'Cierran las inscripciones',
  sedeId: 'Sede',
  cupo: 'Cupo',
  calificacionMinima: 'Calificación mínima',
  asistenciaMinima: 'Asistencia mínima',
  plantillaId: 'Plantilla de inscripción',
} as const satisfies Record<keyof DatosDeEdicion, string>;
export type CampoDeEdicion = keyof typeof CAMPOS_DE_EDICION;

const HORA = /^([01]\d|2[0-3]):[0-5]\d$/;
const MOMENTO = /^(\S+) (\S+)$/;

/** `2027-01-12 09:00`, of Mexico City, as an instant; null when it is none. */
export const instanteDe = (momento: string): Date | null => {
  const [, fecha = '', hora = ''] = MOMENTO.exec(momento) ?? [];
  if (!isFecha(fecha) || !HORA.test(hora)) return null;
  const [h, m] = hora.split(':').map(Number) as [number, number];
  return new Date(startOfDay(fecha).getTime() + (h * 60 + m) * 60_000);
};

const UN_DIA = 86_400_000;
const dayOf = (fecha: string): number => Date.parse(`${fecha}T00:00:00Z`) / UN_DIA;

/** Days from one to another. */
export const daysBetween = (desde: string, hasta: string): number => dayOf(hasta) - dayOf(desde);

const isBetween = (n: number | null, from: number, to: number): boolean =>
  n !== null && n >= from && n <= to;

/** What is wrong with an edition as it would be kept, by field. */
export const checkEdicion = (
  datos: DatosDeEdicion,
): Partial<Record<keyof DatosDeEdicion, string>> => {
  const { inicia, termina, cupo, calificacionMinima, asistenciaMinima } = datos;
  const [abre, cierra] = [instanteDe(datos.inscripcionAbre), instanteDe(datos.inscripcionCierra)];
  const nombre = datos.nombre.trim();
  return {
    ...(!datos.cursoId && { cursoId: 'Elija el curso.' }),
    ...((nombre.length < 2 || nombre.length > 200) && {
      nombre: 'Escriba un nombre de 2 a 200 caracteres, como «Edición 2 · 2027».',
    }),
    ...(!isFecha(inicia) && { inicia: 'Escriba el día en que comienza.' }),
    ...(!isFecha(termina)
      ? { termina: 'Escriba el día en que termina.' }
      : isFecha(inicia) && termina < inicia && { termina: 'Termina antes de comenzar: revíselo.' }),
    ...(!abre && { inscripcionAbre: 'Escriba el día y la hora en que abren las inscripciones.' }),
    ...(!cierra
      ? { inscripcionCierra: 'Escriba el día y la hora en que cierran las inscripciones.' }
      : abre &&
        cierra <= abre && { inscripcionCierra: 'Las inscripciones cierran antes de abrir.' }),
    ...(cierra &&
      isFecha(termina) &&
      cierra > startOfDay(termina, 1) && {
        inscripcionCierra: 'Las inscripciones cierran después de que la edición termina.',
      }),
    ...(!(isBetween(cupo, 1, 100_000) && Number.isInteger(cupo)) && {
      cupo: 'Escriba el cupo: un número entero, de 1 en adelante.',
    }),
    ...(calificacionMinima !== null &&
      !(
        isBetween(calificacionMinima, 0, 10) &&
        Math.round(calificacionMinima * 100) === calificacionMinima * 100
      ) && {
        calificacionMinima: 'Escriba una calificación de 0 a 10, o deje el campo vacío.',
      }),
    ...(asistenciaMinima !== null &&
      !(isBetween(asistenciaMinima, 0, 100) && Number.isInteger(asistenciaMinima)) && {
        asistenciaMinima: 'Escriba un porcentaje entero de 0 a 100, o deje el campo vacío.',
      }),
    ...(!datos.plantillaId && { plantillaId: 'Elija la plantilla de inscripción.' }),
  };
};

/** Fields that a closed acta says of its edition. */
export const CAMPOS_EN_ACTA = [
  'nombre',
  'inicia',
  'termina',
  'sedeId',
  'calificacionMinima',
  'asistenciaMinima',
] as const satisfies readonly (keyof DatosDeEdicion)[];

/** Refuses, by field, changes to what the closed acta of an edition says. `folio`: of the acta, or null while it is open. */
export const checkConActa = (
  antes: DatosDeEdicion,
  datos: DatosDeEdicion,
  folio: string | null,
): Partial<Record<keyof DatosDeEdicion, string>> =>
  folio === null
    ? {}
    : Object.fromEntries(
        CAMPOS_EN_ACTA.filter((key) => antes[key] !== datos[key]).map((key) => [
          key,
          `Lo dice el acta cerrada ${folio}: aquí ya no cambia. Los resultados se corrigen en el acta, en «Resultados».`,
        ]),
      );

type Dias = { readonly inicia: string; readonly termina: string };

/**
 * How the day of a session (YYYY-MM-DD) stands to the days of its edition: among them, outside, or in a year in which the edition has no
 * day, which is a slip of the pen.
 */
export const diaDeSesion = (
  fecha: string,
  { inicia, termina }: Dias,
): 'dentro' | 'fuera' | 'otroAnio' => {
  if (fecha >= inicia && fecha <= termina) return 'dentro';
  const year = fecha.slice(0, 4);
  return year < inicia.slice(0, 4) || year > termina.slice(0, 4) ? 'otroAnio' : 'fuera';
};

/** The years of an edition, in words. */
const aniosDe = ({ inicia, termina }: Dias): string => {
  const [de, a] = [inicia.slice(0, 4), termina.slice(0, 4)];
  return de === a ? de : `${de} a ${a}`;
};

/** Problems with the day of a session of an edition, by field. `confirmada`: its day outside the edition's is meant. */
export const checkDiaDeSesion = (
  fecha: string,
  dias: Dias,
  confirmada: boolean,
): { fecha?: string; fueraDeFechas?: string } => {
  if (!isFecha(fecha)) return {};
  const dia = diaDeSesion(fecha, dias);
  if (dia === 'otroAnio') return { fecha: `La edición es de ${aniosDe(dias)}: revise el año.` };
  if (dia === 'dentro' || confirmada) return {};
  return { fueraDeFechas: 'Confirme que la sesión es fuera de las fechas de la edición.' };
};

/** Sessions that other days of their edition leave outside. */
export const sesionesQueDejaFuera = <S extends { readonly fecha: string }>(
  sesiones: readonly S[],
  antes: Dias,
  despues: Dias,
): S[] =>
  antes.inicia === despues.inicia && antes.termina === despues.termina
    ? []
    : sesiones.filter(
        ({ fecha }) =>
          diaDeSesion(fecha, antes) === 'dentro' && diaDeSesion(fecha, despues) !== 'dentro',
      );

const EN_LA_CONVOCATORIA =
  'Es el periodo de presolicitudes: se cambia en la convocatoria de esta edición.';

/**
 * Refuses, by field, the changes that this dialog may not make to an edition with a convocatoria: its course and form were chosen for the
 * convocatoria, and a published convocatoria sets the dates.
 */
export const checkPorConvocatoria = (
  antes: DatosDeEdicion,
  datos: DatosDeEdicion,
  edicion: { readonly porConvocatoria: boolean; readonly conConvocatoriaPublicada: boolean },
): Partial<Record<keyof DatosDeEdicion, string>> => {
  const changes = (key: keyof DatosDeEdicion) => antes[key] !== datos[key];
  const { porConvocatoria, conConvocatoriaPublicada: publicada } = edicion;
  return {
    ...(porConvocatoria &&
      changes('cursoId') && {
        cursoId: 'Esta edición tiene una convocatoria: no puede pasar a otro curso.',
      }),
    ...(porConvocatoria &&
      changes('plantillaId') && {
        plantillaId: 'Es el formulario de la solicitud de su convocatoria: no cambia.',
      }),
    ...(publicada && changes('inscripcionAbre') && { inscripcionAbre: EN_LA_CONVOCATORIA }),
    ...(publicada && changes('inscripcionCierra') && { inscripcionCierra: EN_LA_CONVOCATORIA }),
  };
};

/** What somebody who is enrolled is told of when it changes. */
export const cambiaParaInscritos = (
  antes: Pick<DatosDeEdicion, 'inicia' | 'termina' | 'sedeId'>,
  despues: Pick<DatosDeEdicion, 'inicia' | 'termina' | 'sedeId'>,
): boolean =>
  antes.inicia !== despues.inicia ||
  antes.termina !== despues.termina ||
  antes.sedeId !== despues.sedeId;

type Wrong<P extends Parte> = Partial<Record<keyof DatosDeParte<P>, string>>;

const checkGrupo = ({ nombre, cupo }: DatosDeParte<'grupo'>): Wrong<'grupo'> => ({
  ...((nombre.trim() === '' || nombre.trim().length > 80) && {
    nombre: 'Escriba el nombre del grupo, de hasta 80 caracteres: «Grupo A», «Vespertino».',
  }),
  ...(!(isBetween(cupo, 1, 100_000) && Number.isInteger(cupo)) && {
    cupo: 'Escriba los lugares del grupo: un número entero, de 1 en adelante.',
  }),
});

const checkDocente = ({ nombre }: DatosDeParte<'docente'>): Wrong<'docente'> =>
  nombre.trim().length < 3 ? { nombre: 'Escriba el nombre completo.' } : {};

const checkSesion = ({ fecha, de, a }: DatosDeParte<'sesion'>): Wrong<'sesion'> => ({
  ...(!isFecha(fecha) && { fecha: 'Escriba el día de la sesión.' }),
  ...(!HORA.test(de) && { de: 'Escriba la hora en que empieza, como 16:00.' }),
  ...(!HORA.test(a)
    ? { a: 'Escriba la hora en que termina, como 18:00.' }
    : HORA.test(de) && a <= de && { a: 'Termina antes de empezar: revíselo.' }),
});

/** What is wrong with a part of an edition as it would be kept, by field. */
export const CHECKS: { [P in Parte]: (datos: DatosDeParte<P>) => Wrong<P> } = {
  grupo: checkGrupo,
  docente: checkDocente,
  sesion: checkSesion,
};

type Copiable = {
  datos: DatosDeEdicion;
  sesiones: readonly { fecha: string; de: string; a: string }[];
};

const shift = (momento: string, days: number): string => {
  const [fecha = '', hora = ''] = momento.split(' ');
  return `${plusDays(fecha, days)} ${hora}`;
};

const DIAS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const weekday = (fecha: string): number => (((dayOf(fecha) + 4) % 7) + 7) % 7;

/**
 * An edition as it would be given from another day on: everything keeps its distance from the first one.
 * `ahora` decides what there is to look at before it is made.
 */
export const copyEdicion = <E extends Copiable>(
  { datos, sesiones }: E,
  inicia: string,
  ahora: Date,
): {
  datos: DatosDeEdicion;
  sesiones: { fecha: string; de: string; a: string }[];
  advertencias: string[];
} => {
  const days = daysBetween(datos.inicia, inicia);
  const moved = {
    ...datos,
    inicia,
    termina: plusDays(datos.termina, days),
    inscripcionAbre: shift(datos.inscripcionAbre, days),
    inscripcionCierra: shift(datos.inscripcionCierra, days),
  };
  const [was, is] = [DIAS[weekday(datos.inicia)], DIAS[weekday(inicia)]];
  const abre = instanteDe(moved.inscripcionAbre);
  const cierra = instanteDe(moved.inscripcionCierra);
  return {
    datos: moved,
    sesiones: sesiones.map(({ fecha, de, a }) => ({ fecha: plusDays(fecha, days), de, a })),
    advertencias: [
      ...(was === is
        ? []
        : [
            `La original comienza en ${was} y esta comenzaría en ${is}: las sesiones caen en otro día de la semana.`,
          ]),
      ...(cierra && cierra <= ahora
        ? ['Las inscripciones ya habrían cerrado: corrija el periodo cuando la tenga.']
        : abre && abre <= ahora
          ? ['Las inscripciones abrirían de inmediato.']
          : []),
    ],
  };
};

/** What the next edition is called: «Edición 2 · 2026» begun in 2027 is «Edición 2 · 2027». */
export const nombreDeCopia = (nombre: string, de: string, a: string): string =>
  nombre.replaceAll(de.slice(0, 4), a.slice(0, 4));
