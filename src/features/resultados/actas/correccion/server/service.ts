import type { z } from 'zod';
import type { Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordCambios } from '../../../../../platform/server/historial/index.ts';
import { refuse } from '../../../../../platform/shared/errors.ts';
import { lockInscripciones } from '../../../../inscripciones/server/service.ts';
import { ERRORES } from '../../../errors.ts';
import { decidirPorCifras, queFalta } from '../../../rules.ts';
import { type FilaRow, findEdicion, holdCierre, selectFilas } from '../../../server/data.ts';
import { holdImportaciones } from '../../../server/service.ts';
import type { ActaImpresa, applyCorreccionActa } from '../../contract.ts';
import { totalesDe } from '../../rules.ts';
import { findActa, insertVersion, updateVersion, upsertResultados } from '../../server/data.ts';
import { filaVaciaOf } from '../../server/present.ts';
import {
  applyEstados,
  type Cerrando,
  dicho,
  follow,
  nombreDe,
  notify,
  type ResultadoDeActa,
} from '../../server/service.ts';

type Correccion = z.output<typeof applyCorreccionActa.input>['correcciones'][number];

/** Somebody's line after it is corrected. @throws {CallError} NOT_FOUND, FAILED_PRECONDITION: a grade is missing. */
const corregido = (
  correccion: Correccion,
  { acta, row }: { acta: ActaImpresa; row: FilaRow | undefined },
): ActaImpresa['filas'][number] => {
  const antes = acta.filas.find((one) => one.inscripcionId === correccion.inscripcionId);
  const base = antes ?? (row && filaVaciaOf(row));
  if (!base) throw refuse('NOT_FOUND', ERRORES.actaNoExiste);
  const { calificacion, asistencia, observacion } = correccion;
  const falta = queFalta(
    {
      calificacion,
      asistencia: { asistio: 0, retardo: 0, justificada: 0, falta: 0, sinRegistro: 0 },
    },
    acta.minimos,
  );
  if (falta.length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.faltan, {
      faltan: [{ nombre: base.nombre, falta }],
    });
  }
  const { resultado, razones } = decidirPorCifras(
    { calificacion, porcentaje: asistencia },
    acta.minimos,
  );
  return { ...base, calificacion, asistencia, observacion, resultado, razones };
};

/**
 * Corrects a closed acta: a new version, with who changes to the other result. What the version before said stays as it is.
 *
 * @throws {CallError} see `applyCorreccionActa`.
 */
export const correctActa = async (
  trx: Trx,
  { edicionId, version, motivo, correcciones }: z.output<typeof applyCorreccionActa.input>,
  { actor, services, alCerrarActa }: Cerrando,
) => {
  const en = services.now();
  await holdCierre(trx, edicionId);
  await holdImportaciones(trx, edicionId);
  const vigente = await findActa(trx, edicionId);
  if (!vigente) {
    throw (await findEdicion(trx, edicionId, en))
      ? refuse('FAILED_PRECONDITION', ERRORES.sinActa)
      : refuse('NOT_FOUND', ERRORES.actaNoExiste);
  }
  if (vigente.version !== version) throw refuse('ABORTED', ERRORES.actaCambio);
  const ids = [...new Set(correcciones.map(({ inscripcionId }) => inscripcionId))];
  await lockInscripciones(trx, ids);
  const rows = new Map((await selectFilas(trx, edicionId)).map((row) => [row.inscripcion_id, row]));
  const antes = new Map(vigente.datos.filas.map((one) => [one.inscripcionId, one]));
  const cambios = correcciones.flatMap((correccion) => {
    const row = rows.get(correccion.inscripcionId);
    const nuevo = corregido(correccion, { acta: vigente.datos, row });
    const was = antes.get(nuevo.inscripcionId);
    const same =
      was !== undefined &&
      was.calificacion === nuevo.calificacion &&
      was.asistencia === nuevo.asistencia &&
      was.observacion === nuevo.observacion;
    return same || !row ? [] : [{ row, was, nuevo }];
  });
  if (cambios.length === 0) throw refuse('INVALID_ARGUMENT', ERRORES.sinCambio);

  const nuevos = new Map(cambios.map(({ nuevo }) => [nuevo.inscripcionId, nuevo]));
  const acta: ActaImpresa = {
    ...vigente.datos,
    version: version + 1,
    motivo,
    emitidaEn: en.toISOString(),
    por: await nombreDe(trx, actor.uid),
    filas: [
      ...vigente.datos.filas.map((one) => nuevos.get(one.inscripcionId) ?? one),
      ...cambios.flatMap(({ was, nuevo }) => (was ? [] : [nuevo])),
    ],
  };
  if (!(await updateVersion(trx, vigente.id, version))) throw refuse('ABORTED', ERRORES.actaCambio);
  await insertVersion(trx, { actaId: vigente.id, acta, en, por: actor.uid });
  await upsertResultados(
    trx,
    vigente.id,
    acta.version,
    cambios.map(({ nuevo }) => nuevo),
  );
  const resultados = cambios.map(
    ({ row, nuevo }): ResultadoDeActa => ({
      inscripcionId: nuevo.inscripcionId,
      personaId: row.persona_id,
      antes: row.estado,
      resultado: nuevo.resultado,
      calificacion: nuevo.calificacion,
      asistencia: nuevo.asistencia,
    }),
  );
  await applyEstados(trx, resultados, en);
  const { id: actaId, folio } = vigente;
  await follow(trx, services, alCerrarActa, { actaId, folio, acta, en, resultados });
  await notify(trx, services, acta.actividad, {
    rows: cambios.map(({ row }) => row),
    correccion: true,
  });
  await recordCambios(
    trx,
    'resultado.corregir',
    cambios.map(({ row, was, nuevo }) => ({
      id: nuevo.inscripcionId,
      personaId: row.persona_id,
      antes: was ? dicho(was) : { resultado: row.estado },
      despues: dicho(nuevo),
    })),
    { motivo },
  );
  await recordCambio(trx, 'acta.corregir', {
    id: actaId,
    antes: { version },
    despues: { folio: acta.folio, version: acta.version, ...totalesDe(acta.filas), edicionId },
    motivo,
  });
  return { folio: acta.folio, version: acta.version };
};
