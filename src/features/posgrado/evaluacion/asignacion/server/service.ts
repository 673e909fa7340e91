/** Who evaluates what: the draw of a stage, what is assigned by hand, and who takes the place of another. */
import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordCambios } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../../platform/shared/ids.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { ASIGNACION, SOLICITUD } from '../../../estados.ts';
import { readPuntosExamen } from '../../../examenes/server/service.ts';
import { tellEvaluador } from '../../avisos/server/service.ts';
import { ERRORES_EVALUACION as ERRORES } from '../../errors.ts';
import {
  type EvaluadorRow,
  selectEvaluadores,
  selectNoPueden,
} from '../../evaluadores/server/data.ts';
import { parejaDe } from '../../impedimentos/rules.ts';
import { type Parejas, readParejas, saveParejas } from '../../impedimentos/server/service.ts';
import {
  centesimasDe,
  hayDiferencia,
  maximoDe,
  puntosDeDictamen,
  puntosDeEtapa,
} from '../../rules.ts';
import { selectEntregas } from '../../server/data.ts';
import {
  type Acto,
  type EtapaEvaluada,
  evaluaEn,
  requireAbierta,
  requireEnCurso,
  requireEtapaEvaluada,
} from '../../server/service.ts';
import { type EtapaPasada, elegirUno, type Pareja, siguen, sortear } from '../rules.ts';
import {
  type AsignacionRow,
  findDeQuien,
  insertAsignaciones,
  lockAsignacion,
  lockSolicitud,
  saveSemilla,
  selectAsignaciones,
  selectConAsignacion,
  selectEnEvaluacion,
  selectHuerfanas,
  selectPaneles,
  selectVivasDe,
  updateAnuladas,
} from './data.ts';

const isViva = ({ estado }: Pick<AsignacionRow, 'estado'>): boolean =>
  ASIGNACION.is('vivas', estado);

/** Evaluators in force who may score in a stage now. */
export const readEvaluadoresDe = async (
  db: Db | Trx,
  { etapa, convocatoria }: Pick<EtapaEvaluada, 'etapa' | 'convocatoria'>,
): Promise<EvaluadorRow[]> => {
  const noPueden = new Set(await selectNoPueden(db, convocatoria.id));
  return (await selectEvaluadores(db, convocatoria.id)).filter(
    (one) => one.baja_en === null && !noPueden.has(one.id) && evaluaEn(one, etapa.id),
  );
};

/** The points of each application in a stage of before, out of 10,000. */
const readPasada = async (
  db: Db | Trx,
  { id, tipo, minimo, corte, criterios }: EtapaEvaluada['etapas'][number],
): Promise<EtapaPasada> => {
  if (tipo === 'examen') return { minimo, corte, centesimas: await readPuntosExamen(db, id) };
  const maximo = maximoDe(criterios);
  const entregas = Map.groupBy(await selectEntregas(db, [id]), ({ solicitud_id }) => solicitud_id);
  const centesimas = new Map(
    [...entregas].map(([solicitudId, those]): [string, number | null] => {
      const puntos = puntosDeEtapa(
        those.map(({ dictamen }) => puntosDeDictamen(criterios, dictamen)),
        maximo,
        those.some(({ tercera }) => tercera),
      );
      return [solicitudId, puntos && centesimasDe(puntos)];
    }),
  );
  return { minimo, corte, centesimas };
};

/**
 * The applications that reach a stage: evaluated, and past all the stages before it.
 *
 * @throws {CallError} FAILED_PRECONDITION (`etapa-anterior-abierta`)
 */
export const readLlegan = async (
  db: Db | Trx,
  { etapa, convocatoria, etapas }: EtapaEvaluada,
): Promise<{ id: string; folio: string; persona_id: string }[]> => {
  const before = etapas.filter(({ orden, tipo }) => orden < etapa.orden && tipo !== 'documental');
  if (before.some(({ cerradaEn }) => cerradaEn === null)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.etapaAnteriorAbierta);
  }
  const all = await selectEnEvaluacion(db, convocatoria.id);
  const pasadas: EtapaPasada[] = [];
  for (const one of before) pasadas.push(await readPasada(db, one));
  const left = new Set(
    siguen(
      all.map(({ id }) => id),
      pasadas,
    ),
  );
  return all.filter(({ id }) => left.has(id));
};

/** What a draw of a stage stands on, and what it comes to. */
const draw = async (db: Db | Trx, evaluada: EtapaEvaluada, semilla: string, ahora: Date) => {
  const { etapa, convocatoria } = evaluada;
  const solicitudes = await readLlegan(db, evaluada);
  const evaluadores = await readEvaluadoresDe(db, evaluada);
  const asignadas = await selectAsignaciones(db, etapa.id);
  const parejas = await readParejas(db, { evaluadores, solicitudes, ahora });
  const paneles = new Map(
    etapa.tipo === 'entrevista'
      ? (await selectPaneles(db, etapa.id)).map(({ solicitud_id, panel }) => [solicitud_id, panel])
      : [],
  );
  const vivas = asignadas.filter(isViva);
  const ya = Map.groupBy(
    vivas.filter(({ tercera }) => !tercera),
    ({ solicitud_id }) => solicitud_id,
  );
  // Whoever had it does not get it back, nor does who settles a disagreement get it twice.
  const tuvo = new Set(
    asignadas.map(({ evaluador_id, solicitud_id }) => parejaDe(evaluador_id, solicitud_id)),
  );
  const sorteado = sortear({
    semilla,
    cuantos: convocatoria.bases.dictamenesPorSolicitud,
    solicitudes: solicitudes.map(({ id }) => {
      const solo = paneles.get(id);
      return {
        id,
        ya: (ya.get(id) ?? []).map(({ evaluador_id }) => evaluador_id),
        ...(solo && { solo }),
      };
    }),
    evaluadores: evaluadores.map(({ id }) => ({
      id,
      carga: vivas.filter(({ evaluador_id }) => evaluador_id === id).length,
    })),
    isBloqueada: (e, s) => parejas.bloqueadas.has(parejaDe(e, s)) || tuvo.has(parejaDe(e, s)),
    isDudosa: (e, s) => parejas.dudosas.has(parejaDe(e, s)),
  });
  const huella = createHash('sha256')
    .update(JSON.stringify([semilla, sorteado.parejas]))
    .digest('hex');
  return { solicitudes, evaluadores, asignadas, parejas, sorteado, huella };
};
export type Sorteado = Awaited<ReturnType<typeof draw>>;

/** Refuses a draw that there is nothing for. */
const requireSorteable = ({ solicitudes, evaluadores }: Sorteado): void => {
  if (solicitudes.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinCerrarSolicitudes);
  if (evaluadores.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinEvaluadores);
};

/**
 * What the draw of a stage would give. The seed is made here, once: whoever looks at it cannot choose another one.
 *
 * @throws {CallError} FAILED_PRECONDITION
 */
export const previewAsignacion = async (
  trx: Trx,
  evaluada: EtapaEvaluada,
  { services, por }: Acto,
): Promise<Sorteado & { semilla: string }> => {
  const { etapa, convocatoria } = evaluada;
  requireEnCurso(convocatoria);
  requireAbierta(etapa);
  const { semilla, nueva } = await saveSemilla(trx, etapa.id, randomBytes(16).toString('hex'));
  const drawn = await draw(trx, evaluada, semilla, services.now());
  requireSorteable(drawn);
  if (nueva) {
    await recordCambio(trx, 'evaluacion.sembrar', {
      id: etapa.id,
      actorUid: por,
      despues: { etapaId: etapa.id, semilla },
    });
  }
  return { ...drawn, semilla };
};

/** Writes assignments with their history and letters; gives how many there are. */
const assign = async (
  trx: Trx,
  { etapa, convocatoria }: EtapaEvaluada,
  nuevas: readonly Pareja[],
  evaluadores: readonly EvaluadorRow[],
  como: { tercera?: boolean; motivo?: string | null },
  { services, por }: Acto,
): Promise<number> => {
  if (nuevas.length === 0) return 0;
  const { tercera = false, motivo = null } = como;
  const written = await insertAsignaciones(trx, nuevas, {
    etapaId: etapa.id,
    tercera,
    motivo,
    por: motivo === null ? null : por,
    en: services.now(),
  });
  const cuantas = Map.groupBy(written, ({ evaluador_id }) => evaluador_id);
  for (const row of evaluadores) {
    const n = cuantas.get(row.id)?.length ?? 0;
    if (n === 0) continue;
    await tellEvaluador(trx, services, row, convocatoria.curso_nombre, {
      tipo: 'asignadas',
      etapa: etapa.nombre,
      cuantas: n,
      venceEn: etapa.vence_en,
    });
  }
  // Not of which application, nor to whom: of a third evaluator that would say that two disagree.
  const despues = { estado: ASIGNACION.pasos.asignar.a, etapaId: etapa.id };
  await recordCambios(
    trx,
    'asignacion.asignar',
    written.map(({ id }) => ({ id, despues })),
    { actorUid: por, motivo },
  );
  return written.length;
};

/**
 * Assigns what the preview showed.
 *
 * @throws {CallError} FAILED_PRECONDITION, ABORTED (`asignacion-ya-cambio`) when it would be otherwise now
 */
export const assignSolicitudes = async (
  trx: Trx,
  etapaId: string,
  huella: string,
  acto: Acto,
): Promise<{ asignadas: number; incompletas: number }> => {
  const evaluada = await requireEtapaEvaluada(trx, etapaId, 'update');
  const { etapa, convocatoria } = evaluada;
  requireEnCurso(convocatoria);
  requireAbierta(etapa);
  if (etapa.semilla === null) throw refuse('ABORTED', ERRORES.cambio);
  const drawn = await draw(trx, evaluada, etapa.semilla, acto.services.now());
  requireSorteable(drawn);
  const { parejas } = drawn.sorteado;
  // Sent again, its answer lost: there is nothing left to assign.
  if (parejas.length > 0 && drawn.huella !== huella) throw refuse('ABORTED', ERRORES.cambio);
  await saveParejas(trx, drawn.parejas, acto);
  const asignadas = await assign(trx, evaluada, parejas, drawn.evaluadores, {}, acto);
  await settleEtapa(trx, evaluada, acto);
  return { asignadas, incompletas: drawn.sorteado.incompletas.length };
};

/** Who of a stage may take an application, with the conflicts written down: none who has or had it there. */
const candidatosDe = async (
  trx: Trx,
  evaluada: EtapaEvaluada,
  solicitud: { id: string; persona_id: string },
  acto: Acto,
) => {
  const todas = await selectAsignaciones(trx, evaluada.etapa.id);
  const tuvo = new Set(
    todas.flatMap((row) => (row.solicitud_id === solicitud.id ? [row.evaluador_id] : [])),
  );
  const paneles =
    evaluada.etapa.tipo === 'entrevista' ? await selectPaneles(trx, evaluada.etapa.id) : [];
  const solo = paneles.find((one) => one.solicitud_id === solicitud.id)?.panel;
  const evaluadores = (await readEvaluadoresDe(trx, evaluada)).filter(
    ({ id }) => !tuvo.has(id) && (solo?.includes(id) ?? true),
  );
  const parejas = await readParejas(trx, {
    evaluadores,
    solicitudes: [solicitud],
    ahora: acto.services.now(),
  });
  await saveParejas(trx, parejas, acto);
  return evaluadores
    .filter(({ id }) => !parejas.bloqueadas.has(parejaDe(id, solicitud.id)))
    .map((row) => ({
      row,
      id: row.id,
      carga: todas.filter((one) => one.evaluador_id === row.id && isViva(one)).length,
      dudosa: parejas.dudosas.has(parejaDe(row.id, solicitud.id)),
    }));
};

/** Gives an application to the evaluators with least to do, as many as that; gives how many there were. */
const assignSiguientes = async (
  trx: Trx,
  evaluada: EtapaEvaluada,
  solicitud: { id: string; persona_id: string },
  { cuantos, ...como }: { cuantos: number; tercera?: boolean; motivo?: string | null },
  acto: Acto,
): Promise<number> => {
  let left = await candidatosDe(trx, evaluada, solicitud, acto);
  const chosen: EvaluadorRow[] = [];
  while (chosen.length < cuantos) {
    const id = elegirUno(left, `${evaluada.etapa.semilla ?? ''} ${solicitud.id}`);
    const one = left.find((each) => each.id === id);
    if (!one) break;
    chosen.push(one.row);
    left = left.filter((each) => each !== one);
  }
  const nuevas = chosen.map(({ id }) => ({ evaluadorId: id, solicitudId: solicitud.id }));
  return assign(trx, evaluada, nuevas, chosen, como, acto);
};

/** Annuls assignments, kept with why. */
export const annulAsignaciones = async (
  trx: Trx,
  ids: readonly string[],
  motivo: string,
  { services, por }: Acto,
): Promise<string[]> => {
  const annulled = await updateAnuladas(trx, ids, { motivo, en: services.now() });
  const despues = { estado: ASIGNACION.pasos.anular.a };
  await recordCambios(
    trx,
    'asignacion.anular',
    annulled.map((id) => ({ id, despues })),
    { actorUid: por, motivo },
  );
  return annulled;
};

/** The states in which an application is scored; those with a result, only when it is evaluated again. */
const EVALUABLES = ['enEvaluacion', 'noAdmitida', 'listaDeEspera', 'admitida'] as const;
export const isEvaluable = (estado: string): boolean =>
  EVALUABLES.some((one) => one === estado && SOLICITUD.estados.includes(one));

/**
 * Annuls these, and gives each application to somebody else of its stage. `cuales`: also those delivered meanwhile, or none of them.
 * Applications are held before their assignments, always in the same order.
 */
export const replaceAsignaciones = async (
  trx: Trx,
  rows: readonly Pick<AsignacionRow, 'id' | 'etapa_id' | 'solicitud_id' | 'tercera'>[],
  { motivo, cuales }: { motivo: string; cuales: 'vivas' | 'pendientes' },
  acto: Acto,
): Promise<{ anuladas: number; reasignadas: number; sinReemplazo: number }> => {
  const result = { anuladas: 0, reasignadas: 0, sinReemplazo: 0 };
  const inOrder = rows.toSorted((a, b) => (a.solicitud_id < b.solicitud_id ? -1 : 1));
  for (const { id, etapa_id, solicitud_id, tercera } of inOrder) {
    const solicitud = await lockSolicitud(trx, solicitud_id);
    const now = await lockAsignacion(trx, id);
    if (!now || !isViva(now) || (cuales === 'pendientes' && now.entregada_en !== null)) continue;
    await annulAsignaciones(trx, [id], motivo, acto);
    result.anuladas += 1;
    if (!solicitud || !isEvaluable(solicitud.estado)) continue;
    const evaluada = await requireEtapaEvaluada(trx, etapa_id);
    const n = await assignSiguientes(trx, evaluada, solicitud, { cuantos: 1, tercera }, acto);
    result.reasignadas += n;
    result.sinReemplazo += 1 - n;
  }
  return result;
};

/**
 * Has a third evaluator score an application of which all the delivered scores disagree; nothing happens while one is missing, or when
 * somebody settles it already.
 */
export const settleDiferencia = async (
  trx: Trx,
  evaluada: EtapaEvaluada,
  solicitudId: string,
  acto: Acto,
): Promise<void> => {
  const { etapa, convocatoria, criterios } = evaluada;
  const vivas = (await selectAsignaciones(trx, etapa.id, solicitudId)).filter(isViva);
  const all = vivas.length > 0 && vivas.every(({ entregada_en }) => entregada_en !== null);
  if (!all || vivas.length < convocatoria.bases.dictamenesPorSolicitud) return;
  if (vivas.some(({ tercera }) => tercera)) return;
  const entregas = await selectEntregas(trx, [etapa.id], solicitudId);
  const puntos = entregas.map(({ dictamen }) => puntosDeDictamen(criterios, dictamen));
  if (!hayDiferencia(puntos, maximoDe(criterios), convocatoria.bases.limiteDiferencia)) return;
  const solicitud = await lockSolicitud(trx, solicitudId);
  if (!solicitud || !isEvaluable(solicitud.estado)) return;
  // As the portal's own: whoever delivered last did not ask for it.
  const propio = { services: acto.services, por: null };
  await assignSiguientes(trx, evaluada, solicitud, { cuantos: 1, tercera: true }, propio);
};

/** The same of every application of an open stage: there may be somebody now who was missing then. */
export const settleEtapa = async (trx: Trx, evaluada: EtapaEvaluada, acto: Acto): Promise<void> => {
  if (evaluada.etapa.cerrada_en !== null) return;
  const entregas = Map.groupBy(
    await selectEntregas(trx, [evaluada.etapa.id]),
    ({ solicitud_id }) => solicitud_id,
  );
  for (const [solicitudId, those] of entregas) {
    if (those.length > 1) await settleDiferencia(trx, evaluada, solicitudId, acto);
  }
};

/**
 * Assigns an application to an evaluator by hand.
 *
 * @throws {CallError} NOT_FOUND, FAILED_PRECONDITION, ALREADY_EXISTS
 */
export const assignAMano = async (
  trx: Trx,
  {
    etapaId,
    folio,
    evaluadorId,
    motivo,
  }: {
    etapaId: string;
    folio: string;
    evaluadorId: string;
    motivo: string;
  },
  acto: Acto,
): Promise<void> => {
  const evaluada = await requireEtapaEvaluada(trx, etapaId, 'update');
  const { etapa, convocatoria } = evaluada;
  requireEnCurso(convocatoria);
  requireAbierta(etapa);
  const solicitud = (await readLlegan(trx, evaluada)).find(
    (one) => normaliseCrockford(one.folio) === normaliseCrockford(folio),
  );
  if (!solicitud) throw refuse('NOT_FOUND', ERRORES.solicitudNoEsta);
  await lockSolicitud(trx, solicitud.id);
  const evaluador = (await readEvaluadoresDe(trx, evaluada)).find(({ id }) => id === evaluadorId);
  if (!evaluador) throw refuse('NOT_FOUND', ERRORES.evaluadorNoExiste);
  const todas = await selectAsignaciones(trx, etapa.id, solicitud.id);
  if (todas.some((row) => row.evaluador_id === evaluadorId)) {
    throw refuse('ALREADY_EXISTS', ERRORES.yaAsignada);
  }
  const { length } = todas.filter((row) => isViva(row) && !row.tercera);
  if (length >= convocatoria.bases.dictamenesPorSolicitud) {
    throw refuse('FAILED_PRECONDITION', ERRORES.completa);
  }
  const parejas: Parejas = await readParejas(trx, {
    evaluadores: [evaluador],
    solicitudes: [solicitud],
    ahora: acto.services.now(),
  });
  if (parejas.bloqueadas.size > 0) throw refuse('FAILED_PRECONDITION', ERRORES.impedida);
  await saveParejas(trx, parejas, acto);
  const nueva = { evaluadorId, solicitudId: solicitud.id };
  await assign(trx, evaluada, [nueva], [evaluador], { motivo }, acto);
};

/**
 * Takes away what was not delivered, and gives it to somebody else if that is asked for; gives how many were.
 *
 * @throws {CallError} NOT_FOUND, FAILED_PRECONDITION
 */
export const removeAMano = async (
  trx: Trx,
  { id, motivo, reemplazar }: { id: string; motivo: string; reemplazar: boolean },
  acto: Acto,
): Promise<number> => {
  const suya = await findDeQuien(trx, id);
  if (suya) await lockSolicitud(trx, suya.solicitud_id);
  const row = await lockAsignacion(trx, id);
  if (!row || !isViva(row)) throw refuse('NOT_FOUND', ERRORES.asignacionNoExiste);
  if (row.entregada_en !== null) throw refuse('FAILED_PRECONDITION', ERRORES.yaEntregado);
  requireAbierta((await requireEtapaEvaluada(trx, row.etapa_id)).etapa);
  if (reemplazar) {
    const como = { motivo, cuales: 'pendientes' } as const;
    return (await replaceAsignaciones(trx, [row], como, acto)).reasignadas;
  }
  await annulAsignaciones(trx, [id], motivo, acto);
  return 0;
};

/** Who evaluates what in a stage, and why nothing may be assigned in it now. */
export const readDeEtapa = async (db: Db, evaluada: EtapaEvaluada) => {
  const { etapa, convocatoria } = evaluada;
  const asignadas = await selectAsignaciones(db, etapa.id);
  const evaluadores = (await selectEvaluadores(db, convocatoria.id)).filter((one) =>
    evaluaEn(one, etapa.id),
  );
  if (etapa.cerrada_en !== null) {
    const solicitudes = await selectConAsignacion(db, etapa.id);
    return { asignadas, evaluadores, solicitudes, noSeAsigna: ERRORES.etapaCerrada.message };
  }
  try {
    const solicitudes = await readLlegan(db, evaluada);
    const noSeAsigna = solicitudes.length === 0 ? ERRORES.sinCerrarSolicitudes.message : null;
    return { asignadas, evaluadores, solicitudes, noSeAsigna };
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 'FAILED_PRECONDITION') throw error;
    return { asignadas, evaluadores, solicitudes: [], noSeAsigna: error.message };
  }
};

/**
 * An assignment, for the desk. @throws {CallError} NOT_FOUND (`dictamen-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`)
 */
export const requireAsignacionDeMesa = async (
  db: Db | Trx,
  actor: Actor,
  id: string,
): Promise<void> => {
  const row = await findDeQuien(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.asignacionNoExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
};

/** About whom taking one away is. */
export const sujetoDeAsignacion = async (
  { id }: { id: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
) => {
  const row = await findDeQuien(db, id);
  return { personaIds: [row?.evaluador_persona_id, row?.persona_id] };
};

/**
 * Evaluates an application again: what was scored is annulled, kept, and as many others score it. For a stage that is closed, and for
 * whoever decides on a request for review; the caller says whether it may be. With `sinEvaluar`, also one that nobody scored there.
 *
 * @throws {CallError} NOT_FOUND, FAILED_PRECONDITION (`evaluacion-sin-reemplazo`)
 */
export const evaluateAgain = async (
  trx: Trx,
  {
    etapaId,
    solicitudId,
    motivo,
    sinEvaluar = false,
  }: { etapaId: string; solicitudId: string; motivo: string; sinEvaluar?: boolean },
  acto: Acto,
): Promise<void> => {
  const evaluada = await requireEtapaEvaluada(trx, etapaId, 'update');
  const solicitud = await lockSolicitud(trx, solicitudId);
  const vivas = (await selectAsignaciones(trx, etapaId, solicitudId)).filter(isViva);
  if (!solicitud || !isEvaluable(solicitud.estado) || (vivas.length === 0 && !sinEvaluar)) {
    throw refuse('NOT_FOUND', ERRORES.solicitudNoEsta);
  }
  const cuantos = evaluada.convocatoria.bases.dictamenesPorSolicitud;
  const n = await assignSiguientes(trx, evaluada, solicitud, { cuantos, motivo }, acto);
  if (n < cuantos) throw refuse('FAILED_PRECONDITION', ERRORES.sinReemplazo);
  await annulAsignaciones(
    trx,
    vivas.map(({ id }) => id),
    motivo,
    acto,
  );
  await recordCambio(trx, 'evaluacion.repetir', {
    id: etapaId,
    actorUid: acto.por,
    despues: { etapaId, folio: solicitud.folio },
    motivo,
  });
};

const MOTIVO_IMPEDIMENTO = 'Se encontró un impedimento.';

/**
 * Looks for conflicts of the evaluators of a call with the applications that are evaluated, of one of each if said; the live assignments
 * of a pair in conflict are annulled, kept, and given to somebody else.
 */
export const refreshImpedimentos = async (
  trx: Trx,
  convocatoriaId: string,
  acto: Acto,
  solo: { evaluadorId?: string; solicitudId?: string } = {},
): Promise<number> => {
  const { evaluadorId = null, solicitudId = null } = solo;
  const evaluadores = (await selectEvaluadores(trx, convocatoriaId)).filter(
    ({ id }) => evaluadorId === null || id === evaluadorId,
  );
  const solicitudes = (await selectEnEvaluacion(trx, convocatoriaId)).filter(
    ({ id }) => solicitudId === null || id === solicitudId,
  );
  const parejas = await readParejas(trx, {
    evaluadores,
    solicitudes,
    ahora: acto.services.now(),
  });
  await saveParejas(trx, parejas, acto);
  const competing = new Set(solicitudes.map(({ id }) => id));
  let annulled = 0;
  for (const { id } of evaluadores) {
    const rows = (await selectVivasDe(trx, { evaluadorId: id })).filter(
      (row) =>
        competing.has(row.solicitud_id) && parejas.bloqueadas.has(parejaDe(id, row.solicitud_id)),
    );
    const como = { motivo: MOTIVO_IMPEDIMENTO, cuales: 'vivas' } as const;
    annulled += (await replaceAsignaciones(trx, rows, como, acto)).anuladas;
  }
  return annulled;
};

/** Annuls what was assigned of applications that are evaluated no more. */
export const annulHuerfanas = async (
  trx: Trx,
  convocatoriaId: string,
  acto: Acto,
): Promise<void> => {
  const ids = await selectHuerfanas(trx, convocatoriaId);
  if (ids.length > 0) await annulAsignaciones(trx, ids, 'La solicitud ya no participa.', acto);
};
