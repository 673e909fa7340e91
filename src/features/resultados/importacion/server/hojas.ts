import { enComunDe } from '../../../../platform/server/hojas/cambios.ts';
import { asText, parsedBy, textOf } from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineFamilia,
  type HojaRow,
} from '../../../../platform/server/hojas/define.ts';
import { formatCalificacion, formatPorcentaje, leerCalificacion } from '../../rules.ts';
import { type FilaRow, selectFilas } from '../../server/data.ts';
import { porcentajeDeFila } from '../../server/present.ts';
import { requireEdicion, writeCeldas } from '../../server/service.ts';
import { CALIFICACIONES, type CeldaImportada } from '../rules.ts';
import { COLUMNAS_DE_QUIEN, type Fila, hojaDeLista, type ListaDeEdicion } from './service.ts';

const COLUMNS: readonly Column[] = [
  ...COLUMNAS_DE_QUIEN,
  {
    key: 'calificacion',
    header: 'Calificación',
    synonyms: ['nota', 'calificación final', 'promedio'],
    parse: parsedBy(leerCalificacion),
    example: 8.5,
    hint: 'De 0 a 10, con dos decimales a lo más; de quien no se presentó, 0. Una celda vacía no cambia nada.',
  },
  {
    key: 'observacion',
    header: 'Observación',
    synonyms: ['observaciones', 'comentario', 'comentarios'],
    parse: asText({ max: 300 }),
    example: '',
    hint: 'Una celda vacía no cambia nada.',
    width: 40,
  },
  { key: 'asistencia', header: 'Asistencia', example: '', exportOnly: true },
];

const planOf = ({ valores }: HojaRow<Fila>, row: FilaRow) => {
  const { calificacion, observacion } = valores;
  // As the cells of a file are read: without runs of blanks.
  const antes = textOf(row.observacion);
  return {
    llave: row.inscripcion_id,
    celdas: [
      ...(calificacion != null && calificacion !== row.calificacion
        ? [
            {
              celda: 'calificacion',
              columna: 'calificacion',
              valor: calificacion,
              version: row.calificacion_version,
              antes: formatCalificacion(row.calificacion),
              despues: formatCalificacion(Number(calificacion)),
            },
          ]
        : []),
      ...(observacion != null && observacion !== antes
        ? [
            {
              celda: 'observacion',
              columna: 'observacion',
              valor: observacion,
              version: row.observacion_version,
              antes,
              despues: String(observacion),
            },
          ]
        : []),
    ],
  };
};

const cellsOf = <V>(celdas: readonly CeldaImportada[], cual: string, read: (valor: unknown) => V) =>
  celdas
    .filter(({ celda }) => celda === cual)
    .map(({ inscripcionId, valor, version }) => ({ inscripcionId, valor: read(valor), version }));

const listaOf = (edicionId: string): ListaDeEdicion<FilaRow> => ({
  edicionId,
  look: async (db, ahora) => ({
    edicion: await requireEdicion(db, edicionId, ahora),
    personas: await selectFilas(db, edicionId),
  }),
  planOf,
  put: async (trx, celdas, run) => {
    await writeCeldas(
      trx,
      {
        edicionId,
        calificaciones: cellsOf(celdas, 'calificacion', Number),
        observaciones: cellsOf(celdas, 'observacion', String),
      },
      { uid: run.actorUid, en: run.now, comun: enComunDe(run) },
    );
  },
});

/** The grades and observations of an edition: exported to be filled in, and imported over what there is. */
export const calificacionesHoja = defineFamilia<Fila>(
  { id: CALIFICACIONES, registro: 'edicion' },
  (edicionId) =>
    hojaDeLista(listaOf(edicionId), {
      nombre: 'Calificaciones',
      columns: COLUMNS,
      filasDe: (row, quien) => [
        {
          ...quien,
          calificacion: row.calificacion,
          observacion: row.observacion,
          asistencia: formatPorcentaje(porcentajeDeFila(row)),
        },
      ],
    }),
);
