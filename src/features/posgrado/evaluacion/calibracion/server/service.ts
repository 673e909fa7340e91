/** The calibration of a stage: what evaluators make of the same samples before they begin. */
import { isDeepStrictEqual } from 'node:util';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { readEvaluadoresDe } from '../../asignacion/server/service.ts';
import { DICTAMEN, type Dictamen } from '../../contract.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import { faltasDeDictamen, limpiarDictamen, PUNTOS_MAXIMOS } from '../../rules.ts';
import { findEtapa } from '../../server/data.ts';
import {
  type Acto,
  type EtapaEvaluada,
  evaluaEn,
  requireAbierta,
  requireEtapaEvaluada,
  requireEvaluador,
} from '../../server/service.ts';
import {
  countMuestras,
  findMuestra,
  insertCalificada,
  replaceMuestras,
  selectCalificadas,
  selectMuestras,
} from './data.ts';

/** The samples of a stage, and how they were scored once all its evaluators scored all of them. */
export const readCalibracion = async (db: Db, evaluada: EtapaEvaluada) => {
  const { etapa, criterios } = evaluada;
  const muestras = await selectMuestras(db, etapa.id);
  const evaluadores = await readEvaluadoresDe(db, evaluada);
  const calificadas = await selectCalificadas(db, etapa.id);
  const suyas = Map.groupBy(calificadas, ({ evaluador_id }) => evaluador_id);
  const terminaron = evaluadores.filter(
    ({ id }) => muestras.length > 0 && (suyas.get(id)?.length ?? 0) === muestras.length,
  ).length;
  const completa = evaluadores.length > 0 && terminaron === evaluadores.length;
  if (completa) {
    await db
      .transaction()
      .execute((trx) => recordOnce(trx, 'evaluacion.leerCalibracion', { id: etapa.id }));
  }
  const de = Map.groupBy(calificadas, ({ muestra_id }) => muestra_id);
  return {
    muestras,
    evaluadores: evaluadores.length,
    terminaron,
    empezada: calificadas.length > 0,
    cerrada: etapa.cerrada_en !== null,
    distribucion: completa
      ? muestras.map(({ id }) => {
          const dictamenes = (de.get(id) ?? []).map(({ dictamen }) => DICTAMEN.read(dictamen));
          return {
            muestraId: id,
            criterios: criterios.map((criterio) => ({
              nombre: criterio.nombre,
              cuantos: Array.from(
                { length: PUNTOS_MAXIMOS + 1 },
                (_, puntos) =>
                  dictamenes.filter((one) => one.criterios[criterio.id]?.puntos === puntos).length,
              ),
            })),
          };
        })
      : null,
  };
};

/** Writes the samples of a stage, while nobody scored one. */
export const saveMuestras = async (
  trx: Trx,
  {
    etapaId,
    muestras,
  }: {
    etapaId: string;
    muestras: readonly { titulo: string; contenido: string }[];
  },
  { services, por }: Acto,
): Promise<void> => {
  requireAbierta((await requireEtapaEvaluada(trx, etapaId, 'update')).etapa);
  if ((await selectCalificadas(trx, etapaId)).length > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.muestrasCalificadas);
  }
  await replaceMuestras(trx, etapaId, muestras, services.now());
  await recordCambio(trx, 'evaluacion.guardarMuestras', {
    id: etapaId,
    actorUid: por,
    despues: { etapaId, muestras: muestras.length },
  });
};

/** @throws {CallError} PERMISSION_DENIED unless the actor evaluates in that stage */
const requireEvaluadorDe = async (
  db: Db | Trx,
  actor: Actor,
  { etapa, convocatoria }: Pick<EtapaEvaluada, 'etapa' | 'convocatoria'>,
): Promise<string> => {
  const evaluador = await requireEvaluador(db, actor, convocatoria.id);
  if (!evaluaEn(evaluador, etapa.id)) throw refuse('PERMISSION_DENIED', ERRORES.noEvalua);
  return evaluador.id;
};

/** The samples of a stage with what one gave. */
export const readMuestrasPropias = async (db: Db, etapaId: string, actor: Actor) => {
  const evaluada = await requireEtapaEvaluada(db, etapaId);
  const evaluadorId = await requireEvaluadorDe(db, actor, evaluada);
  const suyas = (await selectCalificadas(db, etapaId)).filter(
    ({ evaluador_id }) => evaluador_id === evaluadorId,
  );
  return {
    ...evaluada,
    muestras: (await selectMuestras(db, etapaId)).map((one) => {
      const suya = suyas.find(({ muestra_id }) => muestra_id === one.id);
      return { ...one, dictamen: suya ? DICTAMEN.read(suya.dictamen) : null };
    }),
  };
};

/** Scores a sample. See `submitMuestra`. */
export const submitMuestra = async (
  trx: Trx,
  { muestraId, dictamen }: { muestraId: string; dictamen: Dictamen },
  { actor, services }: { actor: Actor; services: Services },
): Promise<number> => {
  const muestra = await findMuestra(trx, muestraId);
  if (!muestra) throw refuse('NOT_FOUND', ERRORES.muestraNoExiste);
  // Whoever writes samples waits.
  await findEtapa(trx, muestra.etapa_id, 'share');
  const evaluada = await requireEtapaEvaluada(trx, muestra.etapa_id);
  const evaluadorId = await requireEvaluadorDe(trx, actor, evaluada);
  requireAbierta(evaluada.etapa);
  const clean = limpiarDictamen(evaluada.criterios, dictamen);
  const fields = faltasDeDictamen(evaluada.criterios, clean, 0);
  if (Object.keys(fields).length > 0) {
    const { code, message } = ERRORES.incompleto;
    throw new CallError('INVALID_ARGUMENT', message, { code, fields });
  }
  const row = { muestraId, evaluadorId, dictamen: DICTAMEN.write(clean), en: services.now() };
  if (await insertCalificada(trx, row)) {
    await recordCambio(trx, 'evaluacion.calificarMuestra', {
      id: muestra.etapa_id,
      despues: { muestraId },
    });
  } else {
    const known = (await selectCalificadas(trx, muestra.etapa_id)).find(
      (one) => one.muestra_id === muestraId && one.evaluador_id === evaluadorId,
    );
    if (!isDeepStrictEqual(known && DICTAMEN.read(known.dictamen), clean)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
    }
  }
  const [muestras] = await countMuestras(trx, [muestra.etapa_id], [evaluadorId]);
  return muestras ? muestras.total - muestras.calificadas : 0;
};
