import type { z } from 'zod';
import type { Db } from '../../../../platform/server/db/index.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { Momento } from '../../../../platform/server/hojas/cells.ts';
import { type Column, defineHoja } from '../../../../platform/server/hojas/define.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { elegidas } from '../../../../platform/shared/lotes.ts';
import { answerCells } from '../../../plantillas/formulario/rules.ts';
import { INSCRIPCION } from '../../estados.ts';
import { canDecideInscripciones } from '../../policy.ts';
import { filtrosInscritos } from '../contract.ts';
import { hasRespuestas, preguntasDe } from '../rules.ts';
import { findPlantillaConVersiones, type InscritoRow, selectInscritos } from './data.ts';
import { presentSinRespuestas } from './present.ts';
import { requireAjeno } from './service.ts';

const filters = filtrosInscritos.extend(elegidas);

type Fila = Record<
  | 'nombre'
  | 'clave'
  | 'estado'
  | 'curso'
  | 'edicion'
  | 'grupo'
  | 'cupos'
  | 'sinCumplir'
  | 'folio'
  | 'motivo',
  string | null
> & {
  enviada: Momento;
  puntos: number;
  version: number;
  /** Whose it is: not a column. */
  personaId: string;
  [respuesta: `${typeof RESPUESTA}${string}`]: string | number | Date;
};

/** Before the key of the field that a column is of. */
const RESPUESTA = 'respuesta-';

/** Rows that are read at once. */
const BLOCK = 500;

/** The cells of what was answered; `claves`: of all the questions that there are columns of. */
const cellsOf = (
  row: InscritoRow,
  claves: readonly string[],
): Record<string, string | number | Date> =>
  hasRespuestas(row)
    ? answerCells(row.version_definicion, row.respuestas)
    : Object.fromEntries(claves.map((clave) => [clave, NO_SE_LEE]));

const toFila = (row: InscritoRow, claves: readonly string[]): Fila => {
  const one = presentSinRespuestas(row, row.enviada_en);
  return {
    personaId: row.persona_id,
    nombre: one.persona.nombre,
    clave: one.persona.clave,
    estado: INSCRIPCION.palabra(one.estado),
    curso: one.edicion.curso,
    edicion: one.edicion.nombre,
    grupo: one.grupo,
    cupos: one.cupos.join(', ') || null,
    enviada: new Momento(row.enviada_en),
    puntos: one.puntos,
    sinCumplir: one.ilegible.includes('evaluacion') ? NO_SE_LEE : one.sinCumplir.join('; ') || null,
    folio: one.folio,
    motivo: one.motivo,
    version: row.version_numero,
    ...Object.fromEntries(
      Object.entries(cellsOf(row, claves)).map(([clave, valor]) => [`${RESPUESTA}${clave}`, valor]),
    ),
  };
};

const COLUMNS: readonly Column<Extract<keyof Fila, string>>[] = [
  { key: 'nombre', header: 'Nombre', example: '', width: 36 },
  { key: 'clave', header: 'CURP o clave', example: '', width: 22 },
  { key: 'estado', header: 'Estado', example: '', width: 18 },
  { key: 'curso', header: 'Curso', example: '', width: 40 },
  { key: 'edicion', header: 'Edición', example: '', width: 26 },
  { key: 'grupo', header: 'Grupo', example: '' },
  { key: 'cupos', header: 'Cupos', example: '', width: 24 },
  { key: 'enviada', header: 'Recibida', example: '', width: 20 },
  { key: 'puntos', header: 'Puntos', example: '' },
  { key: 'sinCumplir', header: 'Requisitos sin cumplir', example: '', width: 40 },
  { key: 'folio', header: 'Folio del acuse', example: '', width: 24 },
  { key: 'motivo', header: 'Motivo', example: '', width: 40 },
  { key: 'version', header: 'Versión de la plantilla', example: '', width: 12 },
];

/** The questions of all versions of a plantilla: a column each. */
const readPreguntas = async (db: Db, plantillaId: string) => {
  const plantilla = await findPlantillaConVersiones(db, plantillaId);
  return preguntasDe(
    plantilla ?? { versiones: [], hasta: new Map() },
    COLUMNS.map(({ header }) => header),
  );
};

/**
 * What was sent with a plantilla, for whoever keeps it: a column a question, but the sensitive ones, which are read one
 * by one in the person's file. Only exported: each is sent by its person.
 */
export const inscritosHoja = ({ one }: Pick<Given, 'one'>) =>
  defineHoja<Fila, z.output<typeof filters>>({
    id: 'inscritos',
    title: 'inscripciones',
    policy: canDecideInscripciones,
    columns: COLUMNS,
    async moreColumns({ plantillaId }, { db }) {
      return (await readPreguntas(db, plantillaId)).map(({ clave, nombre: header }) => ({
        key: `${RESPUESTA}${clave}`,
        header,
        example: '',
      }));
    },
    filters,
    shownFilters: ['plantillaId', 'estado', 'edicionId', 'grupoId', 'cupo', 'regla'],

    persona: ({ personaId }) => personaId as string | null,

    async *exportRows({ solo, excepto = [], ...filtros }, { db, actorUid }) {
      const owner = await one('ownerNow')(db, actorUid);
      const con = { convocatorias: one('lugarDeConvocatoria') };
      if (owner) await requireAjeno(db, con, owner, filtros);
      const isChosen = ({ id }: InscritoRow) =>
        !excepto.includes(id) && (solo === undefined || solo.includes(id));
      const claves = (await readPreguntas(db, filtros.plantillaId)).map(({ clave }) => clave);
      const known = new Map();
      let after: string | null = null;
      for (;;) {
        const from = { after, descendente: false, limit: BLOCK };
        const rows: InscritoRow[] = await selectInscritos(db, filtros, from, known);
        if (rows.length === 0) return;
        after = rows.at(-1)!.id;
        yield rows.filter(isChosen).map((row) => toFila(row, claves));
      }
    },
  });
