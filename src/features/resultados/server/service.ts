import type { z } from 'zod';
import { type Aporte, aporteDeTabla } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { recordCambios } from '../../../platform/server/historial/index.ts';
import { holdHojas } from '../../../platform/server/hojas/importaciones.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import { queueOf } from '../../../platform/server/queues.ts';
import { type Supresion, supresionDeTabla } from '../../../platform/server/supresiones.ts';
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import { nameOrAddress } from '../../../platform/shared/names.ts';
import { readNombresDeCuentas } from '../../identidad/cuentas/server/service.ts';
import { formatFolioActa } from '../actas/rules.ts';
import { porcentajeDe } from '../asistencia/rules.ts';
import type { saveResultados } from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { ASISTENCIA, CALIFICACIONES, hojaDeEdicion } from '../importacion/rules.ts';
import { canRecordResultados } from '../policy.ts';
import { resultadosListaPath, resultadosPath } from '../routes.ts';
import { type DestinoDeCelda, destinoDeCelda } from '../rules.ts';
import {
  type CeldasRow,
  countPorCerrar,
  type EdicionRow,
  findEdicion,
  hasMarcas,
  holdAbierta,
  lockResultados,
  selectActasDeEdiciones,
  selectDeInscripciones,
  selectTrasElActa,
  updateCeldas,
} from './data.ts';

/** @throws {CallError} NOT_FOUND. */
export const requireEdicion = async (
  db: Db | Trx,
  id: string,
  ahora: Date,
): Promise<EdicionRow> => {
  const edicion = await findEdicion(db, id, ahora);
  if (!edicion) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return edicion;
};

/**
 * An import of the edition's lists looks at its cells before it is decided: whoever writes or closes says so.
 *
 * @throws {CallError} UNAVAILABLE while one that is decided is put in its place: some seconds.
 */
export const holdImportaciones = (trx: Trx, edicionId: string): Promise<void> =>
  holdHojas(trx, [hojaDeEdicion(ASISTENCIA, edicionId), hojaDeEdicion(CALIFICACIONES, edicionId)]);

/**
 * An edition whose results are still recorded, held so that its acta is not closed until the end of the transaction.
 *
 * @throws {CallError} NOT_FOUND, FAILED_PRECONDITION (`acta-cerrada`, `edicion-cancelada`, `edicion-no-comienza`), UNAVAILABLE.
 */
export const requireAbierta = async (trx: Trx, id: string, ahora: Date): Promise<EdicionRow> => {
  await holdAbierta(trx, id);
  await holdImportaciones(trx, id);
  const edicion = await requireEdicion(trx, id, ahora);
  if (edicion.acta_id !== null) throw refuse('FAILED_PRECONDITION', ERRORES.actaCerrada);
  if (edicion.cancelada_en !== null) throw refuse('FAILED_PRECONDITION', ERRORES.cancelada);
  if (fechaDe(ahora) < edicion.inicia) throw refuse('FAILED_PRECONDITION', ERRORES.noComienza);
  return edicion;
};

type Celda<V> = { inscripcionId: string; valor: V; version: number };

/** What becomes of each cell that was sent: whose it is, what it says now, and whether it is to be written. */
type Destinada<V> = {
  celda: Celda<V>;
  row: CeldasRow | undefined;
  ahora: { valor: V; version: number } | null;
  destino: DestinoDeCelda | 'fuera';
};

const destinar = <V extends number | string | null>(
  campo: 'calificacion' | 'observacion',
  celdas: readonly Celda<V>[],
  rows: ReadonlyMap<string, CeldasRow>,
): Destinada<V>[] =>
  celdas.map((celda) => {
    const row = rows.get(celda.inscripcionId);
    if (!row) return { celda, row, ahora: null, destino: 'fuera' };
    const ahora = { valor: row[campo] as V, version: row[`${campo}_version`] };
    return { celda, row, ahora, destino: destinoDeCelda(ahora, celda) };
  });

const aGuardar = <V>(destinadas: readonly Destinada<V>[]) =>
  destinadas.filter(({ destino }) => destino === 'guardar');

/** As the answer says it: what was saved has the next version, what was not says what is there, and who wrote it. */
const contestar = <V>(destinadas: readonly Destinada<V>[], nombres: ReadonlyMap<string, string>) =>
  destinadas.map(({ celda, row, ahora, destino }) => ({
    inscripcionId: celda.inscripcionId,
    destino: destino === 'guardar' || destino === 'igual' ? ('guardada' as const) : destino,
    valor: destino === 'guardar' || ahora === null ? celda.valor : ahora.valor,
    version: destino === 'guardar' ? ahora!.version + 1 : (ahora?.version ?? celda.version),
    por:
      destino === 'conflicto' && row?.actualizado_por
        ? nameOrAddress(nombres.get(row.actualizado_por) ?? '') || null
        : null,
  }));

/** Who writes cells, when, and what of it is common in the history. */
export type Escribe = { uid: string; en: Date; comun?: Parameters<typeof recordCambios>[3] };

type Celdas = z.output<typeof saveResultados.input>;

/** Writes and records those cells of which what is there was seen; says what becomes of each. */
export const writeCeldas = async (
  trx: Trx,
  { edicionId, calificaciones, observaciones }: Celdas,
  { uid, en, comun = {} }: Escribe,
) => {
  const ids = [...new Set([...calificaciones, ...observaciones].map((c) => c.inscripcionId))];
  const rows = new Map(
    (await lockResultados(trx, edicionId, ids)).map((row) => [row.inscripcion_id, row]),
  );
  const notas = destinar('calificacion', calificaciones, rows);
  const textos = destinar('observacion', observaciones, rows);
  const who = { por: uid, en };
  await updateCeldas(
    trx,
    'calificacion',
    aGuardar(notas).map(({ celda }) => celda),
    who,
  );
  await updateCeldas(
    trx,
    'observacion',
    aGuardar(textos).map(({ celda }) => celda),
    who,
  );
  await recordCambios(
    trx,
    'resultado.calificar',
    aGuardar(notas).map(({ celda, row }) => ({
      id: celda.inscripcionId,
      personaId: row!.persona_id,
      antes: { calificacion: row!.calificacion },
      despues: { calificacion: celda.valor },
    })),
    comun,
  );
  // What an observation says may be anything: that it was written is what is kept.
  await recordCambios(
    trx,
    'resultado.observar',
    aGuardar(textos).map(({ celda, row }) => ({
      id: celda.inscripcionId,
      personaId: row!.persona_id,
    })),
    comun,
  );
  return { notas, textos };
};

/** Saves grades and observations, each cell on its own. */
export const saveCeldas = async (
  trx: Trx,
  input: Celdas,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
) => {
  const en = services.now();
  await requireAbierta(trx, input.edicionId, en);
  const { notas, textos } = await writeCeldas(trx, input, { uid: actor.uid, en });
  const choques = [...notas, ...textos].flatMap(({ row, destino }) =>
    destino === 'conflicto' && row?.actualizado_por ? [row.actualizado_por] : [],
  );
  const nombres =
    choques.length > 0 ? await readNombresDeCuentas(trx, [...new Set(choques)]) : new Map();
  return {
    calificaciones: contestar(notas, nombres),
    observaciones: contestar(textos, nombres),
  };
};

const porInscripcion = {
  columna: 'inscripcion_id',
  es: { tabla: 'inscripciones', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
} as const;

/** Only what an acta closed is said to its person: until then grades change. */
const CON_ACTA = 'exists (select from acta_resultados x where x.inscripcion_id = t.inscripcion_id)';

/** What somebody was graded, of what has its acta; their attendance, and what the actas say. */
export const resultadosAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'resultados',
    titulo: 'Sus calificaciones registradas',
    tabla: 'resultados',
    por: [porInscripcion],
    solo: CON_ACTA,
    reservas: ['Las calificaciones de lo que cursa se entregan cuando se cierra el acta.'],
  }),
  aporteDeTabla({
    id: 'asistencias',
    titulo: 'Su asistencia por sesión',
    tabla: 'asistencias',
    por: [porInscripcion],
  }),
  aporteDeTabla({
    id: 'actas',
    titulo: 'Sus resultados en las actas',
    tabla: 'acta_resultados',
    por: [porInscripcion],
  }),
];

/** What one was graded stays, as the enrolment that it is of. */
export const resultadosSupresiones: readonly Supresion[] = (
  [
    ['resultados', 'Calificaciones registradas'],
    ['asistencias', 'Asistencia por sesión'],
    ['acta_resultados', 'Resultados de las actas'],
  ] as const
).map(([tabla, titulo]) =>
  supresionDeTabla({
    id: tabla.replace('_', '-'),
    titulo,
    tabla,
    por: [porInscripcion],
    conserva: 'todo',
    fundamento: 'academico',
    identifica: true,
  }),
);

/** Grades once their acta is closed, and attendance as it goes, of these enrolments. */
export const readResultadosDeInscripciones: Slots['resultadosDeInscripciones'] = async (db, ids) =>
  new Map(
    (await selectDeInscripciones(db, ids)).map(
      ({ inscripcion_id, calificacion, asistencia, ...marcas }) => [
        inscripcion_id,
        { calificacion, asistencia: asistencia ?? porcentajeDe({ ...marcas, sinRegistro: 0 }) },
      ],
    ),
  );

const findActas: Slots['resultadosDeEdicion']['findActas'] = async (db, ediciones) =>
  new Map(
    (await selectActasDeEdiciones(db, ediciones)).map(({ edicion_id, folio }) => [
      edicion_id,
      { folio: formatFolioActa(folio), enlace: resultadosPath(edicion_id, 'acta') },
    ]),
  );

/** Tells the feature of editions which values the results keep from being changed. */
export const resultadosDeEdicion: Slots['resultadosDeEdicion'] = {
  findActas,
  async holdActa(trx, edicionId) {
    await holdAbierta(trx, edicionId);
    return (await findActas(trx, [edicionId])).get(edicionId) ?? null;
  },
  hasAsistencia: hasMarcas,
};

/** The actas that staff should have closed: their editions ended. */
export const actasPendientes = queueOf({
  policy: canRecordResultados,
  async count(db, ahora) {
    const { n, termina } = await countPorCerrar(db, fechaDe(ahora));
    return { n, desde: termina === null ? null : startOfDay(termina, 1) };
  },
  titulo: ['Acta por cerrar', 'Actas por cerrar'],
  enlace: `${resultadosListaPath}?estado=porCerrar`,
  accion: 'Cerrar',
});

/** What is proved of the actas each night. */
export const comprobarActas: Slots['invariantes'] = async (db) =>
  (await selectTrasElActa(db)).map(({ donde }) => ({
    clave: 'trasElActa',
    texto: `${donde}: se envió cuando el acta de su edición ya estaba cerrada.`,
  }));
