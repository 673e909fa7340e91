import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import {
  asDecimal,
  asEntero,
  asFecha,
  asPorciento,
  asText,
  asTyped,
  type CellParser,
  Momento,
  textOf,
} from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineHoja,
  type Hoja,
  type HojaRow,
} from '../../../../platform/server/hojas/define.ts';
import { diaEnCelda, momentoDe } from '../../../../platform/shared/dates.ts';
import { selectSimilar } from '../../../catalogos/server/service.ts';
import { ESTADOS_EDICION } from '../../contract.ts';
import { checkOferta, type Fila, writerOfOferta } from '../../importacion/server/service.ts';
import { canEditOferta } from '../../policy.ts';
import { filtrosEdiciones } from '../contract.ts';
import { horaEscrita } from '../importacion/rules.ts';
import {
  isStill,
  lookAt,
  type Participantes,
  putEdiciones,
  type Resultados,
} from '../importacion/server/service.ts';
import { instanteDe } from '../rules.ts';
import { selectEdicionesEnteras } from './data.ts';
import { filtrosDeLista } from './service.ts';

/** A day and a time of Mexico City (`2027-01-12 09:00`), or the day alone. */
const asMomento: CellParser = (cell) => {
  const text =
    cell instanceof Date && !Number.isNaN(cell.getTime())
      ? cell.toISOString().slice(0, 16).replace('T', ' ')
      : textOf(cell).replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ');
  const [, dia = '', resto = ''] = /^([^\s,]+)[\s,]*(.*)$/.exec(text) ?? [];
  const fecha = asFecha()(dia);
  if (fecha.ok && resto === '') return fecha;
  const hora = horaEscrita(resto);
  const momento = fecha.ok && hora !== null ? `${fecha.value} ${hora}` : null;
  return momento !== null && instanteDe(momento)
    ? { ok: true, value: momento }
    : {
        ok: false,
        error: 'Escriba el día y la hora de la Ciudad de México, como 12/01/2027 09:00.',
      };
};

const momentoEnLibro = (value: unknown): Momento | null => {
  const instante = instanteDe(String(value));
  return instante && new Momento(instante);
};

const asDate = (value: unknown): Date => diaEnCelda(String(value));

const COLUMNS: readonly Column[] = [
  {
    key: 'curso',
    header: 'Clave del curso',
    synonyms: ['clave', 'curso'],
    required: true,
    parse: asTyped((text) => ({ ok: true, value: text.toUpperCase() })),
    example: 'AMP-101',
    hint: 'Con el nombre de la edición, la que cambia; si no hay una así, se agrega.',
  },
  { key: 'cursoNombre', header: 'Curso', example: '', width: 50, exportOnly: true },
  {
    key: 'nombre',
    header: 'Edición',
    synonyms: ['nombre', 'nombre de la edicion'],
    required: true,
    parse: asText({ max: 200 }),
    example: 'Edición 2 · 2027',
    width: 26,
  },
  {
    key: 'inicia',
    header: 'Inicia',
    synonyms: ['inicio', 'fecha de inicio'],
    parse: asFecha(),
    example: '18/01/2027',
    hint: 'Con personas inscritas no cambia aquí, sino en la página de la edición.',
    format: asDate,
  },
  {
    key: 'termina',
    header: 'Termina',
    synonyms: ['termino', 'fin', 'fecha de termino'],
    parse: asFecha(),
    example: '26/02/2027',
    format: asDate,
  },
  {
    key: 'inscripcionAbre',
    header: 'Abren las inscripciones',
    synonyms: ['inscripciones desde', 'apertura'],
    parse: asMomento,
    format: momentoEnLibro,
    example: '07/12/2026 09:00',
    hint: 'Día y hora de la Ciudad de México. Sin hora: desde las 00:00.',
    width: 24,
  },
  {
    key: 'inscripcionCierra',
    header: 'Cierran las inscripciones',
    synonyms: ['inscripciones hasta', 'cierre'],
    parse: asMomento,
    format: momentoEnLibro,
    example: '11/01/2027 18:00',
    hint: 'Día y hora de la Ciudad de México. Sin hora: hasta las 23:59.',
    width: 24,
  },
  {
    key: 'sede',
    header: 'Sede',
    parse: asText({ max: 250 }),
    example: 'La clave o el nombre',
    hint: 'La clave o el nombre, del catálogo de sedes. Vacío en una edición nueva: sin sede.',
    width: 30,
  },
  { key: 'cupo', header: 'Cupo', parse: asEntero(1, 100_000), example: 30 },
  { key: 'ocupados', header: 'Lugares ocupados', example: '', exportOnly: true },
  {
    key: 'calificacionMinima',
    header: 'Calificación mínima',
    parse: asDecimal(0, 10),
    example: 8,
    hint: 'De 0 a 10. Vacío en una edición nueva: no se pide.',
  },
  {
    key: 'asistenciaMinima',
    header: 'Asistencia mínima (%)',
    synonyms: ['asistencia minima'],
    parse: asPorciento(),
    example: 80,
    hint: 'De 0 a 100. Vacío en una edición nueva: no se pide.',
  },
  {
    key: 'plantilla',
    header: 'Plantilla de inscripción',
    synonyms: ['plantilla'],
    parse: asText({ max: 250 }),
    example: 'El nombre de la plantilla',
    width: 34,
  },
  { key: 'estado', header: 'Estado', example: '', width: 24, exportOnly: true },
];

/** Rows that are read at once. */
const BLOCK = 500;

/** Editions: matched by their course's key and their name, changed or added; empty cells change nothing. */
export const edicionesHoja = (participantes: Participantes, resultados: Resultados): Hoja => {
  const con = { participantes, resultados };
  const look = (db: Db | Trx, rows: readonly HojaRow<Fila>[]) => lookAt(db, rows, con);
  return defineHoja<Fila, z.output<typeof filtrosEdiciones>>({
    id: 'ediciones',
    title: 'ediciones',
    policy: canEditOferta,
    columns: COLUMNS,

    checkRows: (rows, { db }) => checkOferta({ look }, db, rows),

    async suggest(columna, textos, { db }) {
      if (columna !== 'sede') return new Map();
      const similar = await selectSimilar(db, ['sedes'], textos);
      return new Map(
        [...similar].map(([texto, items]) => [
          texto,
          items.map(({ clave, nombre }) => ({ valor: clave, texto: `${nombre} (${clave})` })),
        ]),
      );
    },

    writer: writerOfOferta({
      look,
      isCurrent: (trx, cambios) => isStill(trx, cambios, con),
      put: putEdiciones,
    }),

    filters: filtrosEdiciones,
    shownFilters: ['estado', 'curso', 'sede', 'desde', 'hasta'],

    async *exportRows(asked, { db, now }) {
      const filtros = filtrosDeLista(asked, participantes());
      for (let after: string | null = null; ; ) {
        const rows: Awaited<ReturnType<typeof selectEdicionesEnteras>> =
          await selectEdicionesEnteras(db, filtros, { after, limit: BLOCK }, now);
        if (rows.length === 0) return;
        yield rows.map((row) => ({
          curso: row.curso_clave_hoy,
          cursoNombre: row.curso_nombre,
          nombre: row.nombre,
          inicia: row.inicia,
          termina: row.termina,
          inscripcionAbre: momentoDe(row.abre),
          inscripcionCierra: momentoDe(row.cierra),
          sede: row.sede,
          cupo: row.cupo,
          ocupados: row.ocupados,
          calificacionMinima: row.calificacion,
          asistenciaMinima: row.asistencia,
          plantilla: row.plantilla,
          estado: ESTADOS_EDICION[row.estado][0],
        }));
        after = rows.at(-1)!.id;
      }
    },
  });
};
