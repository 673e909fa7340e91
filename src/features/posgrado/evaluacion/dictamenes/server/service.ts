/** Scores: opened by an evaluator without a conflict, drafted, delivered once. */
import { isDeepStrictEqual } from 'node:util';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { respuestasLeidas } from '../../../../plantillas/formulario/contract.ts';
import { readPublicada } from '../../../../plantillas/server/reading.ts';
import { onlyAjenas, requireAjeno } from '../../../acceso/server/service.ts';
import { selectEtapas } from '../../../convocatorias/server/service.ts';
import { ASIGNACION, IMPEDIMENTO } from '../../../estados.ts';
import { canEvaluatePosgrado } from '../../../policy.ts';
import { NIVELES, VALORACIONES, VALORACIONES_CLAVES } from '../../../recomendaciones/rules.ts';
import { readCartas } from '../../../recomendaciones/server/service.ts';
import { dictamenesPath } from '../../../routes.ts';
import { lockSolicitud } from '../../asignacion/server/data.ts';
import {
  isEvaluable,
  refreshImpedimentos,
  settleDiferencia,
} from '../../asignacion/server/service.ts';
import { countMuestras } from '../../calibracion/server/data.ts';
import { DICTAMEN, type Dictamen } from '../../contract.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import { saveImpedimentos } from '../../impedimentos/server/service.ts';
import { impedirPareja } from '../../resolucion/server/service.ts';
import { faltasDeDictamen, limpiarDictamen } from '../../rules.ts';
import { requireEtapaEvaluada } from '../../server/service.ts';
import { PIEZA_CARTAS, piezasDe, piezasDeCriterio } from '../rules.ts';
import {
  countPendientes,
  findPropia,
  findUltimoEnvio,
  type PropiaRow,
  selectPropias,
  updateAceptada,
  updateBorrador,
  updateEntregada,
} from './data.ts';

type Context = { readonly actor: Actor; readonly services: Services };

/** A draft that nobody began. */
const VACIO: Dictamen = { criterios: {} };

const dictamenDe = ({ dictamen }: Pick<PropiaRow, 'dictamen'>): Dictamen =>
  dictamen === null ? VACIO : DICTAMEN.read(dictamen);

/**
 * One's own assignment, whoever applies or recommends there being refused.
 *
 * @throws {CallError} NOT_FOUND (`dictamen-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`)
 */
const requirePropia = async (
  db: Db | Trx,
  id: string,
  actor: Actor,
  options?: { lock: boolean },
): Promise<PropiaRow> => {
  const row = await findPropia(db, { id, personaId: actor.personaId }, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.asignacionNoExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
  return row;
};

/** Whether an assignment was made when its stage was closed: the application is evaluated again. */
const isRepetida = ({ creado_en, etapa_cerrada_en }: PropiaRow): boolean =>
  etapa_cerrada_en !== null && creado_en > etapa_cerrada_en;

/** Why one may not be scored at an instant; null: it may. */
const porQueNo = (row: PropiaRow, recibida: Date) => {
  const compite =
    row.solicitud_estado === 'enEvaluacion' ||
    (isRepetida(row) && isEvaluable(row.solicitud_estado));
  if (!compite) return ERRORES.retirada;
  const cerrada = row.etapa_cerrada_en !== null && recibida > row.etapa_cerrada_en;
  return cerrada && !isRepetida(row) ? ERRORES.etapaCerrada : null;
};

/** What one has to score, by call and stage, where one takes no part. */
export const readPropias = async (db: Db, actor: Actor) => {
  const { personaId } = actor;
  if (personaId === null) return { evalua: false, convocatorias: [] };
  const all = await countPendientes(db, personaId);
  const ajenas = await onlyAjenas(
    db,
    actor,
    all.map(({ convocatoria_id }) => convocatoria_id),
  );
  const rows = (await selectPropias(db, personaId)).filter(
    (row) => ajenas.has(row.convocatoria_id) && (row.entregada_en !== null || !isVencida(row)),
  );
  const convocatorias = [];
  for (const [id, suyas] of Map.groupBy(rows, ({ convocatoria_id }) => convocatoria_id)) {
    const etapas = await selectEtapas(db, id);
    const muestras = await countMuestras(
      db,
      etapas.map((one) => one.id),
      suyas.map(({ evaluador_id }) => evaluador_id),
    );
    const byEtapa = Map.groupBy(suyas, ({ etapa_id }) => etapa_id);
    convocatorias.push({
      ...{ id, programa: suyas[0]!.programa, edicion: suyas[0]!.edicion },
      etapas: etapas
        .filter((etapa) => byEtapa.has(etapa.id))
        .map((etapa) => ({
          etapa,
          rows: byEtapa.get(etapa.id)!.map((row) => ({ row, dictamen: dictamenDe(row) })),
          muestras: muestras.find((one) => one.etapa_id === etapa.id) ?? {
            total: 0,
            calificadas: 0,
          },
        })),
    });
  }
  return { evalua: ajenas.size > 0, convocatorias };
};

/** Nothing is to be done with it any more: its stage closed before it was delivered. */
const isVencida = (row: PropiaRow): boolean => row.etapa_cerrada_en !== null && !isRepetida(row);

/** How many wait for somebody, where they take no part; null: they evaluate nowhere. */
export const countPropias = async (
  db: Db,
  actor: Actor,
): Promise<{ cuantos: number | null; venceEn: Date | null }> => {
  const all = actor.personaId === null ? [] : await countPendientes(db, actor.personaId);
  if (all.length === 0) return { cuantos: null, venceEn: null };
  const ajenas = await onlyAjenas(
    db,
    actor,
    all.map(({ convocatoria_id }) => convocatoria_id),
  );
  const rows = all.filter(({ convocatoria_id }) => ajenas.has(convocatoria_id));
  if (rows.length === 0) return { cuantos: null, venceEn: null };
  const venceEn = rows
    .flatMap(({ vence_en }) => vence_en ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  return {
    cuantos: rows.reduce((sum, { n }) => sum + n, 0),
    venceEn: venceEn[0] ?? null,
  };
};

const muestrasPendientesDe = async (db: Db | Trx, row: PropiaRow): Promise<number> => {
  const [muestras] = await countMuestras(db, [row.etapa_id], [row.evaluador_id]);
  return muestras ? muestras.total - muestras.calificadas : 0;
};

/** The letters of an application, without who wrote them; one that cannot be read is left out. */
const readCartasCiegas = async (
  db: Db | Trx,
  { secrets }: Pick<Services, 'secrets'>,
  solicitudId: string,
) => {
  const cartas = (await readCartas(db, secrets, [solicitudId])).get(solicitudId) ?? [];
  return cartas.flatMap(({ relacion, carta }) =>
    carta
      ? [
          {
            ...{ relacion, trato: carta.trato, texto: carta.texto },
            valoraciones: VALORACIONES_CLAVES.flatMap((clave) => {
              const nivel = carta.valoraciones[clave];
              return nivel ? [{ etiqueta: VALORACIONES[clave], valor: NIVELES[nivel] }] : [];
            }),
          },
        ]
      : [],
  );
};

/** What the criteria look at in an application. */
const readContenido = async (db: Db | Trx, services: Pick<Services, 'secrets'>, row: PropiaRow) => {
  const { criterios, convocatoria } = await requireEtapaEvaluada(db, row.etapa_id);
  const { camposConNombre, minimoComentario } = convocatoria.bases;
  const envio = await findUltimoEnvio(db, row.solicitud_id);
  const definicion = envio ? await readPublicada(db, envio.version_id) : { secciones: [] };
  const respuestas = respuestasLeidas.safeParse(envio?.respuestas).data ?? {};
  const piezas = piezasDe(definicion, respuestas, criterios, camposConNombre);
  const conCartas = criterios.some((one) => one.piezas.includes(PIEZA_CARTAS));
  return {
    criterios: criterios.map((criterio) => ({
      ...criterio,
      piezas: [
        ...piezasDeCriterio(definicion, criterio, piezas),
        ...criterio.piezas.filter((clave) => clave === PIEZA_CARTAS),
      ],
    })),
    piezas,
    cartas: conCartas ? await readCartasCiegas(db, services, row.solicitud_id) : null,
    minimoComentario,
    dictamen: limpiarDictamen(criterios, dictamenDe(row)),
  };
};

/** One's own assignment, with what is in it once it was accepted. */
export const readDictamen = async (
  db: Db,
  id: string,
  recibida: Date,
  { actor, services }: Context,
) => {
  const row = await requirePropia(db, id, actor);
  const noSe = porQueNo(row, recibida);
  const opened = !ASIGNACION.can('aceptar', row.estado);
  // What was withdrawn is opened by nobody; what one delivered, one may read.
  if (noSe === ERRORES.retirada) throw refuse('FAILED_PRECONDITION', ERRORES.retirada);
  const contenido = opened ? await readContenido(db, services, row) : null;
  if (opened) {
    await db.transaction().execute((trx) => recordOnce(trx, 'asignacion.leer', { id }));
  }
  const etapa = (await selectEtapas(db, row.convocatoria_id)).find(
    (one) => one.id === row.etapa_id,
  )!;
  return {
    row,
    etapa,
    contenido,
    muestrasPendientes: await muestrasPendientesDe(db, row),
    noSeDictamina: row.entregada_en === null ? (noSe?.message ?? null) : null,
  };
};

/**
 * Opens one after its evaluator said that nothing keeps them from scoring it. What both files say goes first: then it is annulled,
 * and goes to somebody else.
 *
 * @throws {CallError} NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
 */
export const acceptAsignacion = async (
  trx: Trx,
  id: string,
  recibida: Date,
  { actor, services }: Context,
): Promise<'aceptada' | 'anulada'> => {
  const { solicitud_id } = await requirePropia(trx, id, actor);
  await lockSolicitud(trx, solicitud_id);
  const row = await requirePropia(trx, id, actor, { lock: true });
  const noSe = porQueNo(row, recibida);
  if (noSe) throw refuse('FAILED_PRECONDITION', noSe);
  if (!ASIGNACION.can('aceptar', row.estado)) return 'aceptada';
  if ((await muestrasPendientesDe(trx, row)) > 0) {
    throw refuse('FAILED_PRECONDITION', ERRORES.calibracionPendiente);
  }
  const pareja = { evaluadorId: row.evaluador_id, solicitudId: row.solicitud_id };
  const acto = { services, por: null };
  if ((await refreshImpedimentos(trx, row.convocatoria_id, acto, pareja)) > 0) return 'anulada';
  if (!(await updateAceptada(trx, id, services.now()))) {
    throw refuse('NOT_FOUND', ERRORES.asignacionNoExiste);
  }
  await recordCambio(trx, 'asignacion.aceptar', {
    id,
    antes: { estado: row.estado },
    despues: { estado: ASIGNACION.pasos.aceptar.a },
  });
  return 'aceptada';
};

/** Declares a conflict: all that is live of the pair goes to others. */
export const declareImpedimento = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string },
  recibida: Date,
  { actor, services }: Context,
): Promise<void> => {
  const { solicitud_id } = await requirePropia(trx, id, actor);
  await lockSolicitud(trx, solicitud_id);
  const row = await requirePropia(trx, id, actor, { lock: true });
  if (row.entregada_en !== null) throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
  const noSe = porQueNo(row, recibida);
  if (noSe) throw refuse('FAILED_PRECONDITION', noSe);
  const pareja = { evaluadorId: row.evaluador_id, solicitudId: row.solicitud_id };
  const acto = { services, por: actor.uid };
  const estado = IMPEDIMENTO.pasos.impedir.a;
  await saveImpedimentos(trx, [{ ...pareja, tipo: 'declarado', detalle: motivo, estado }], acto);
  await impedirPareja(trx, pareja, 'Quien evalúa declaró un impedimento.', acto);
};

/** One that may be written now, held. */
const requireEscribible = async (
  trx: Trx,
  id: string,
  recibida: Date,
  actor: Actor,
): Promise<PropiaRow> => {
  const row = await requirePropia(trx, id, actor, { lock: true });
  const noSe = porQueNo(row, recibida);
  if (noSe) throw refuse('FAILED_PRECONDITION', noSe);
  if (ASIGNACION.can('aceptar', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinAceptar);
  }
  return row;
};

/** Saves a draft. See `saveDictamen`. */
export const saveDictamen = async (
  trx: Trx,
  { id, dictamen, revision }: { id: string; dictamen: Dictamen; revision: number },
  recibida: Date,
  { actor, services }: Context,
): Promise<{ revision: number; guardadoEn: Date }> => {
  const row = await requireEscribible(trx, id, recibida, actor);
  if (row.entregada_en !== null) throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
  const { criterios } = await requireEtapaEvaluada(trx, row.etapa_id);
  const clean = limpiarDictamen(criterios, dictamen);
  // Sent again, its answer lost.
  if (row.revision === revision + 1 && isDeepStrictEqual(dictamenDe(row), clean)) {
    return { revision: row.revision, guardadoEn: row.actualizado_en };
  }
  const en = services.now();
  const saved = await updateBorrador(trx, { id, revision, dictamen: DICTAMEN.write(clean), en });
  if (saved === null) throw refuse('ABORTED', ERRORES.otraPestana);
  await recordOnce(trx, 'asignacion.guardar', { id });
  return { revision: saved, guardadoEn: en };
};

/** Delivers one. See `submitDictamen`. */
export const submitDictamen = async (
  trx: Trx,
  { id, dictamen, revision }: { id: string; dictamen: Dictamen; revision: number },
  recibida: Date,
  { actor, services }: Context,
): Promise<{ entregadaEn: Date; row: PropiaRow }> => {
  const { solicitud_id, etapa_id } = await requirePropia(trx, id, actor);
  const evaluada = await requireEtapaEvaluada(trx, etapa_id, 'share');
  // Who delivers the last one of an application sees what the others delivered.
  await lockSolicitud(trx, solicitud_id);
  const before = await requirePropia(trx, id, actor, { lock: true });
  const clean = limpiarDictamen(evaluada.criterios, dictamen);
  if (before.entregada_en !== null) {
    if (!isDeepStrictEqual(dictamenDe(before), clean)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
    }
    return { entregadaEn: before.entregada_en, row: before };
  }
  const row = await requireEscribible(trx, id, recibida, actor);
  if (row.revision !== revision) throw refuse('ABORTED', ERRORES.otraPestana);
  const { minimoComentario } = evaluada.convocatoria.bases;
  const fields = faltasDeDictamen(evaluada.criterios, clean, minimoComentario);
  if (Object.keys(fields).length > 0) {
    const { code, message } = ERRORES.incompleto;
    throw new CallError('INVALID_ARGUMENT', message, { code, fields });
  }
  const en = services.now();
  if (!(await updateEntregada(trx, { id, dictamen: DICTAMEN.write(clean), en }))) {
    throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
  }
  if (evaluada.etapa.cerrada_en === null || isRepetida(row)) {
    await settleDiferencia(trx, evaluada, row.solicitud_id, { services, por: null });
  }
  await recordCambio(trx, 'asignacion.entregar', {
    id,
    antes: { estado: row.estado },
    despues: { estado: ASIGNACION.pasos.entregar.a },
  });
  return { entregadaEn: en, row };
};

/** The next one that waits for the same evaluator in a stage; null: none does. */
export const findSiguiente = async (
  db: Db,
  actor: Actor,
  etapaId: string,
): Promise<string | null> => {
  const rows = actor.personaId === null ? [] : await selectPropias(db, actor.personaId);
  return (
    rows.find((row) => row.etapa_id === etapaId && row.entregada_en === null && !isVencida(row))
      ?.id ?? null
  );
};

/** What somebody has to score, on their home. */
export const dictamenesPendientes: Slots['pendientes'] = {
  de: 'propios',
  policy: canEvaluatePosgrado,
  async find(db, { actor }) {
    const { cuantos, venceEn } = await countPropias(db, actor);
    return cuantos
      ? [
          {
            titulo: cuantos === 1 ? 'Solicitud por dictaminar' : 'Solicitudes por dictaminar',
            cuantos,
            enlace: dictamenesPath,
            accion: 'Dictaminar',
            ...(venceEn && { venceEn }),
          },
        ]
      : [];
  },
};
