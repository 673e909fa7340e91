import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { selectCursos } from '../../fichas/server/data.ts';
import type { ActividadRow } from '../../server/reading.ts';
import {
  selectClavesDeCursos,
  selectCursosPorClave,
  selectEdiciones,
  selectEdicionesConPalabras,
  selectSesiones,
} from './data.ts';

/** The sessions of these editions. */
export const readSesionesDe = selectSesiones;

/** Courses by the key that they have, or had. */
export const readCursosPorClave = async (
  db: Db | Trx,
  claves: readonly string[],
): Promise<ReadonlyMap<string, { id: string; nombre: string }>> =>
  new Map(
    claves.length === 0
      ? []
      : (await selectCursosPorClave(db, [...new Set(claves)])).map(
          ({ clave, curso_id: id, nombre }) => [clave, { id, nombre }],
        ),
  );

/** Every key by which each of these courses is, or was, called, by its id: the one of today first. */
export const readClavesDeCursos = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = ids.length === 0 ? [] : await selectClavesDeCursos(db, ids);
  return new Map(
    [...Map.groupBy(rows, ({ curso_id }) => curso_id)].map(([id, those]) => [
      id,
      those.map(({ clave }) => clave),
    ]),
  );
};

/** The enrolment window of an edition that is at hand, as the fact of that name. */
export const ventanaDe = (row: Pick<ActividadRow, 'edicion_abre' | 'edicion_cierra'>) => ({
  abre: row.edicion_abre.toISOString(),
  cierra: row.edicion_cierra.toISOString(),
});

type Valor = Pick<
  Awaited<ReturnType<Slots['hechos']['load']>>[number],
  'valor' | 'texto' | 'tambien'
>;

const CURSO = 'edicion.curso';

/** `claves`: those that each course has or had, by its id; loaded where the course is asked for. */
const VALORES: Readonly<
  Record<string, (row: ActividadRow, claves: ReadonlyMap<string, readonly string[]>) => Valor>
> = {
  'edicion.inscripcion': (row) => ({ valor: ventanaDe(row) }),
  'edicion.inicia': ({ edicion_inicia: valor }) => ({ valor }),
  'edicion.termina': ({ edicion_termina: valor }) => ({ valor }),
  // Whatever its edition was given under: a rule names the course, by a key that it has or had.
  [CURSO]: ({ curso_id, curso_clave, curso_nombre: texto }, claves) => {
    const [valor = curso_clave, ...tambien] = claves.get(curso_id) ?? [];
    return { valor, texto, tambien };
  },
  'edicion.tipo': ({ curso_tipo }) => ({ valor: curso_tipo.clave, texto: curso_tipo.nombre }),
  'edicion.modalidad': ({ curso_modalidad: { clave, nombre } }) => ({
    valor: clave,
    texto: nombre,
  }),
};

const grupo = 'La edición';

/** The courses by words, for whoever names one in a rule. */
export const cursosAcervo: Slots['acervos'] = {
  nombre: 'cursos',
  search: async (db, busqueda) =>
    (
      await selectCursos(
        db,
        { estado: 'vigentes', ...(busqueda !== '' && { busqueda }) },
        { after: null, descendente: false, limit: 8 },
      )
    ).map(({ clave, nombre, tipo }) => ({
      valor: clave,
      etiqueta: nombre,
      detalle: `${clave} · ${tipo}`,
    })),
};

/** The editions by words of their names or of their courses'. */
export const edicionesAcervo: Slots['acervos'] = {
  nombre: 'ediciones',
  search: async (db, busqueda) =>
    (await selectEdicionesConPalabras(db, busqueda)).map(({ id, nombre, curso, inicia }) => ({
      valor: id,
      etiqueta: `${curso}: ${nombre}`,
      detalle: `Inicia el ${formatFecha(inicia)}`,
    })),
};

/** What rules may ask of the edition. */
export const edicionHechos: Slots['hechos'] = {
  declara: [
    {
      clave: 'edicion.inscripcion',
      grupo,
      nombre: 'Periodo de inscripción',
      tipo: 'periodo',
      palabras: ['fechas', 'ventana', 'plazo'],
    },
    { clave: 'edicion.inicia', grupo, nombre: 'Inicio de la edición', tipo: 'fecha' },
    { clave: 'edicion.termina', grupo, nombre: 'Fin de la edición', tipo: 'fecha' },
    {
      clave: CURSO,
      grupo,
      nombre: 'Curso de la edición',
      tipo: 'clave',
      valoresDe: { acervo: 'cursos' },
    },
    {
      clave: 'edicion.tipo',
      grupo,
      nombre: 'Tipo de actividad',
      tipo: 'clave',
      valoresDe: { catalogo: 'tipos-actividad' },
      palabras: ['taller', 'diplomado', 'maestría'],
    },
    {
      clave: 'edicion.modalidad',
      grupo,
      nombre: 'Modalidad',
      tipo: 'clave',
      valoresDe: { catalogo: 'modalidades' },
      palabras: ['en línea', 'presencial', 'virtual'],
    },
  ],
  async load(db, { campos, ediciones }) {
    if (ediciones.length === 0) return [];
    const rows = await selectEdiciones(db, ediciones);
    const byCurso = campos.some(({ clave }) => clave === CURSO);
    const cursos = byCurso ? rows.map(({ curso_id }) => curso_id) : [];
    const claves = await readClavesDeCursos(db, [...new Set(cursos)]);
    return rows.flatMap((row) =>
      campos.map(({ field, clave }) => ({
        field,
        edicionId: row.edicion_id,
        ...(lookUp(VALORES, clave)?.(row, claves) ?? { valor: null }),
      })),
    );
  },
  findValores: async (db, _clave, claves) => new Set((await readCursosPorClave(db, claves)).keys()),
};
