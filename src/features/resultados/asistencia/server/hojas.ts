import { enComunDe } from '../../../../platform/server/hojas/cambios.ts';
import {
  asFecha,
  type CellParser,
  parsedBy,
  textOf,
} from '../../../../platform/server/hojas/cells.ts';
import {
  type Column,
  defineFamilia,
  type HojaRow,
  rowError,
} from '../../../../platform/server/hojas/define.ts';
import { diaEnCelda } from '../../../../platform/shared/dates.ts';
import { horaEscrita } from '../../../cursos/ediciones/importacion/rules.ts';
import { ASISTENCIA } from '../../importacion/rules.ts';
import {
  COLUMNAS_DE_QUIEN,
  type Fila,
  hojaDeLista,
  type ListaDeEdicion,
} from '../../importacion/server/service.ts';
import { requireEdicion } from '../../server/service.ts';
import { leerMarca, MARCAS, type Marca } from '../rules.ts';
import { type AsistenciaRow, type SesionRow, selectAsistencia, selectSesiones } from './data.ts';
import { writeMarcas } from './service.ts';

const asHora: CellParser = (cell) => {
  // With a format of day and time, a workbook's time is an instant of its first day.
  const value = horaEscrita(cell instanceof Date ? cell.toISOString().slice(11, 16) : textOf(cell));
  return value === null
    ? { ok: false, error: 'Escriba la hora en que empieza, como 09:00.' }
    : { ok: true, value };
};

const COLUMNS: readonly Column[] = [
  ...COLUMNAS_DE_QUIEN,
  {
    key: 'fecha',
    header: 'Sesión',
    synonyms: ['fecha', 'día', 'fecha de la sesión'],
    required: true,
    parse: asFecha(),
    example: '05/03/2026',
    hint: 'El día de la sesión.',
    format: (fecha) => diaEnCelda(String(fecha)),
    width: 14,
  },
  {
    key: 'hora',
    header: 'Hora',
    synonyms: ['hora de inicio', 'empieza'],
    parse: asHora,
    example: '09:00',
    hint: 'A la que empieza; hace falta cuando hay más de una sesión ese día.',
  },
  {
    key: 'asistencia',
    header: 'Asistencia',
    synonyms: ['marca', 'registro'],
    parse: parsedBy(leerMarca),
    example: 'A',
    hint: 'A (asistió), R (retardo), J (falta justificada) o F (falta). Una celda vacía no cambia nada.',
    format: (valor) => MARCAS[valor as Marca].letra,
  },
];

/** Somebody of the list, with the sessions that are theirs. */
type ConSesiones = AsistenciaRow & { sesiones: readonly SesionRow[] };

const suyasDe = (row: AsistenciaRow, sesiones: readonly SesionRow[]): ConSesiones => ({
  ...row,
  sesiones: sesiones.filter(({ grupo_id }) => grupo_id === null || grupo_id === row.grupo_id),
});

const palabraDe = (marca: Marca | null): string => (marca === null ? '' : MARCAS[marca].palabra);

const planOf: ListaDeEdicion<ConSesiones>['planOf'] = (row: HojaRow<Fila>, persona) => {
  const { fecha, hora, asistencia } = row.valores;
  if (fecha === null) return [];
  const [sesion, otra] = persona.sesiones.filter(
    (one) => one.fecha === fecha && (hora === null || one.de === hora),
  );
  if (!sesion) {
    return [rowError(row, 'fecha', 'Esta persona no tiene sesión ese día a esa hora.')];
  }
  if (otra) {
    return [
      rowError(row, 'hora', `Ese día hay más de una sesión: escriba la hora en que empieza.`),
    ];
  }
  const { valor = null, version = 0 } = persona.marcas?.[sesion.id] ?? {};
  return {
    llave: `${persona.inscripcion_id} ${sesion.id}`,
    celdas:
      asistencia == null || asistencia === valor
        ? []
        : [
            {
              celda: sesion.id,
              columna: 'asistencia',
              valor: asistencia,
              version,
              antes: palabraDe(valor),
              despues: palabraDe(asistencia as Marca),
            },
          ],
  };
};

const listaOf = (edicionId: string): ListaDeEdicion<ConSesiones> => ({
  edicionId,
  look: async (db, ahora) => {
    const edicion = await requireEdicion(db, edicionId, ahora);
    const sesiones = await selectSesiones(db, edicionId);
    const rows = await selectAsistencia(db, edicionId);
    return { edicion, personas: rows.map((row) => suyasDe(row, sesiones)) };
  },
  planOf,
  put: async (trx, celdas, run) => {
    const marcas = celdas.map(({ inscripcionId, celda, valor, version }) => ({
      inscripcionId,
      sesionId: celda,
      valor: valor as Marca,
      version,
    }));
    const comun = enComunDe(run);
    await writeMarcas(trx, { edicionId, marcas }, { uid: run.actorUid, en: run.now, comun });
  },
});

/** The attendance of an edition, a row for each session of each person: exported to be filled in, and imported. */
export const asistenciaHoja = defineFamilia<Fila>(
  { id: ASISTENCIA, registro: 'edicion' },
  (edicionId) =>
    hojaDeLista(listaOf(edicionId), {
      nombre: 'Asistencia',
      columns: COLUMNS,
      filasDe: (persona, quien) =>
        persona.sesiones.map(({ id, fecha, de }) => ({
          ...quien,
          fecha,
          hora: de,
          asistencia: persona.marcas?.[id]?.valor ?? null,
        })),
    }),
);
