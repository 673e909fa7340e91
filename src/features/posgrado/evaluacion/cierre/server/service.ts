/** How far the evaluation is, what came of a stage once it is closed, and evaluating again. */
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../../platform/server/historial/index.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { requireConvocatoria, selectEtapas } from '../../../convocatorias/server/service.ts';
import { ASIGNACION } from '../../../estados.ts';
import { selectAsignaciones, selectConAsignacion } from '../../asignacion/server/data.ts';
import { evaluateAgain, readLlegan } from '../../asignacion/server/service.ts';
import { selectMuestras } from '../../calibracion/server/data.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import { selectEvaluadores } from '../../evaluadores/server/data.ts';
import { readEtapasEvaluadas } from '../../evaluadores/server/service.ts';
import { hayDiferencia, maximoDe, puntosDeDictamen, puntosDeEtapa } from '../../rules.ts';
import { selectEntregas } from '../../server/data.ts';
import {
  type Acto,
  type EtapaEvaluada,
  requireAbierta,
  requireEnCurso,
  requireEtapaEvaluada,
} from '../../server/service.ts';
import { severidadDe } from '../rules.ts';
import {
  countImpedimentosPorResolver,
  findPersonaDe,
  hasRankingAprobado,
  selectAusentes,
  selectQuienCerro,
  selectRepetidas,
  updateCerrada,
} from './data.ts';

/** What there is of a stage, in counts; `solicitudes` null: a stage before it is open. */
const countEtapa = async (db: Db | Trx, evaluada: EtapaEvaluada) => {
  const { etapa, convocatoria } = evaluada;
  const vivas = (await selectAsignaciones(db, etapa.id)).filter(({ estado }) =>
    ASIGNACION.is('vivas', estado),
  );
  const entregadas = vivas.filter(({ entregada_en }) => entregada_en !== null).length;
  const llegan = await (etapa.cerrada_en === null
    ? readLlegan(db, evaluada)
    : selectConAsignacion(db, etapa.id)
  ).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 'FAILED_PRECONDITION') return null;
    throw error;
  });
  const regulares = Map.groupBy(
    vivas.filter(({ tercera }) => !tercera),
    ({ solicitud_id }) => solicitud_id,
  );
  const { dictamenesPorSolicitud } = convocatoria.bases;
  return {
    vivas,
    llegan,
    solicitudes: llegan === null ? null : llegan.length,
    sinEvaluadores: (llegan ?? []).filter(
      ({ id }) => (regulares.get(id)?.length ?? 0) < dictamenesPorSolicitud,
    ).length,
    asignadas: vivas.length,
    entregadas,
  };
};

/** How far each stage of a call is. */
export const readAvance = async (db: Db, convocatoriaId: string) => {
  await requireConvocatoria(db, { id: convocatoriaId });
  const cerraron = new Map(
    (await selectQuienCerro(db, convocatoriaId)).map(({ id, cerrada_por }) => [id, cerrada_por]),
  );
  const etapas = [];
  for (const { id } of await readEtapasEvaluadas(db, convocatoriaId)) {
    const evaluada = await requireEtapaEvaluada(db, id);
    etapas.push({
      etapa: evaluada.etapa,
      cerro: cerraron.get(id) ?? null,
      muestras: (await selectMuestras(db, id)).length,
      ...(await countEtapa(db, evaluada)),
    });
  }
  const evaluadores = await selectEvaluadores(db, convocatoriaId);
  return {
    etapas,
    evaluadores: evaluadores.filter(({ baja_en }) => baja_en === null).length,
    impedimentosPorResolver: await countImpedimentosPorResolver(db, convocatoriaId),
  };
};

/** Scores that a stage lacks: not assigned, not delivered, or nobody to settle a disagreement. Nobody scores who was absent. */
const countFaltan = async (trx: Trx, evaluada: EtapaEvaluada): Promise<number> => {
  const { criterios, convocatoria, etapa } = evaluada;
  const { dictamenesPorSolicitud: cuantos, limiteDiferencia } = convocatoria.bases;
  const llegan = await readLlegan(trx, evaluada);
  if (llegan.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinCerrarSolicitudes);
  const vivas = Map.groupBy(
    (await selectAsignaciones(trx, etapa.id)).filter(({ estado }) =>
      ASIGNACION.is('vivas', estado),
    ),
    ({ solicitud_id }) => solicitud_id,
  );
  const entregas = Map.groupBy(
    await selectEntregas(trx, [etapa.id]),
    ({ solicitud_id }) => solicitud_id,
  );
  const ausentes = new Set(await selectAusentes(trx, etapa.id));
  const maximo = maximoDe(criterios);
  return llegan.reduce((sum, { id }) => {
    if (ausentes.has(id) && !entregas.has(id)) return sum;
    const suyas = vivas.get(id) ?? [];
    const puntos = (entregas.get(id) ?? []).map(({ dictamen }) =>
      puntosDeDictamen(criterios, dictamen),
    );
    const terceras = suyas.filter(({ tercera }) => tercera).length;
    const porEntregar = suyas.filter(({ entregada_en }) => entregada_en === null).length;
    const porAsignar = Math.max(0, cuantos - (suyas.length - terceras));
    const porZanjar =
      terceras === 0 &&
      porEntregar + porAsignar === 0 &&
      hayDiferencia(puntos, maximo, limiteDiferencia);
    return sum + porEntregar + porAsignar + Number(porZanjar);
  }, 0);
};

/**
 * Closes a stage. See `endEtapa`.
 *
 * @throws {CallError} FAILED_PRECONDITION
 */
export const endEtapa = async (
  trx: Trx,
  { etapaId, motivo }: { etapaId: string; motivo: string | null },
  { services, por }: Acto & { por: string },
): Promise<Date> => {
  const evaluada = await requireEtapaEvaluada(trx, etapaId, 'update');
  requireEnCurso(evaluada.convocatoria);
  requireAbierta(evaluada.etapa);
  const faltan = await countFaltan(trx, evaluada);
  if (faltan > 0 && motivo === null) {
    throw refuse('FAILED_PRECONDITION', ERRORES.faltanEntregas, { faltan });
  }
  const en = await updateCerrada(trx, etapaId, { por, en: services.now() });
  if (en === null) throw refuse('FAILED_PRECONDITION', ERRORES.etapaCerrada);
  await recordCambio(trx, 'evaluacion.cerrar', {
    id: etapaId,
    actorUid: por,
    despues: { etapaId, faltan },
    motivo: faltan > 0 ? motivo : null,
  });
  return en;
};

/** What came of a closed stage; who looks is left in the history. @throws {CallError} FAILED_PRECONDITION (`etapa-abierta`) */
export const readResultados = async (db: Db, evaluada: EtapaEvaluada) => {
  const { etapa, criterios, convocatoria } = evaluada;
  if (etapa.cerrada_en === null) throw refuse('FAILED_PRECONDITION', ERRORES.etapaAbierta);
  const maximo = maximoDe(criterios);
  const repetidas = new Set(await selectRepetidas(db, etapa.id));
  const entregas = (await selectEntregas(db, [etapa.id])).map((row) => ({
    ...row,
    puntos: puntosDeDictamen(criterios, row.dictamen),
  }));
  const visibles = entregas.filter(({ solicitud_id }) => !repetidas.has(solicitud_id));
  const de = Map.groupBy(visibles, ({ solicitud_id }) => solicitud_id);
  const nombres = new Map(
    (await selectEvaluadores(db, convocatoria.id)).map((row) => [
      row.id,
      row.persona_nombre_completo,
    ]),
  );
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'evaluacion.leerResultados', { id: etapa.id }));
  const [{ minimo, corte } = { minimo: null, corte: null }] = (
    await selectEtapas(db, convocatoria.id)
  ).filter(({ id }) => id === etapa.id);
  return {
    ...{ etapa, minimo, corte, criterios, maximo, nombres },
    solicitudes: (await selectConAsignacion(db, etapa.id)).map(({ id, folio }) => {
      const suyas = de.get(id) ?? [];
      const puntos = puntosDeEtapa(
        suyas.map((one) => one.puntos),
        maximo,
        suyas.some(({ tercera }) => tercera),
      );
      return { id, folio, puntos, repetida: repetidas.has(id), entregas: suyas };
    }),
    severidad: severidadDe(
      visibles.map(({ evaluador_id, solicitud_id, puntos }) => ({
        evaluadorId: evaluador_id,
        solicitudId: solicitud_id,
        puntos,
      })),
      maximo,
    ),
    noSeRepite: (await hasRankingAprobado(db, convocatoria.id)) ? ERRORES.conRanking.message : null,
  };
};

/** Evaluates an application again. See `requestReevaluacion`. */
export const requestReevaluacion = async (
  trx: Trx,
  input: { etapaId: string; solicitudId: string; motivo: string },
  acto: Acto,
): Promise<void> => {
  const { etapa, convocatoria } = await requireEtapaEvaluada(trx, input.etapaId, 'update');
  requireEnCurso(convocatoria);
  if (etapa.cerrada_en === null) throw refuse('FAILED_PRECONDITION', ERRORES.etapaAbierta);
  if (await hasRankingAprobado(trx, convocatoria.id)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.conRanking);
  }
  await evaluateAgain(trx, input, acto);
};

/** About whom evaluating again is. */
export const sujetoDeSolicitud = async (
  { solicitudId }: { solicitudId: string },
  { services: { db } }: { services: Pick<Acto['services'], 'db'> },
) => ({
  personaIds: [await findPersonaDe(db, solicitudId)],
});
