/** The slots of a stage, as staff make, see and cancel them. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import { recordCambio, recordVistos } from '../../../../../platform/server/historial/index.ts';
import { runLote } from '../../../../../platform/server/lotes.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { formatMomento } from '../../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../../platform/shared/ids.ts';
import { properName } from '../../../../../platform/shared/names.ts';
import type { ResultadoLote } from '../../../../../platform/shared/resultado-lote.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import {
  type ConvocatoriaRow,
  requireConvocatoria,
} from '../../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { CONVOCATORIA, HORARIO } from '../../../estados.ts';
import { readEnEtapa } from '../../../etapas/server/service.ts';
import type * as contract from '../../contract.ts';
import { ERRORES_ENTREVISTA as ERRORES } from '../../errors.ts';
import { MAX_HORARIOS, planHorarios } from '../../rules.ts';
import {
  countHorarios,
  type EtapaRow,
  findEncimado,
  findHorario,
  findSolicitudEnviada,
  type HorarioRow,
  insertHorarios,
  lockPanel,
  selectEvaluadoresDe,
  selectHorarios,
  selectPorIds,
  selectResumen,
  selectSolicitudes,
  selectTras,
  touchCita,
  updateCancelado,
  updateRegistrado,
} from '../../server/data.ts';
import {
  readCalendario,
  requireEtapaDeEntrevista,
  tellEntrevista,
  tellPanel,
} from '../../server/service.ts';

type Context = { actor: Actor; services: Services };
type InputOf<C extends { input: z.ZodType }> = z.output<C['input']>;

/** A stage of interviews with its call, for staff without a part in it. */
export const requireEtapaDeMesa = async (
  db: Db | Trx,
  actor: Actor,
  etapaId: string,
  options?: { lock?: boolean },
): Promise<{ etapa: EtapaRow; convocatoria: ConvocatoriaRow }> => {
  const etapa = await requireEtapaDeEntrevista(db, etapaId, options);
  await requireAjeno(db, actor, etapa.convocatoria_id);
  return { etapa, convocatoria: await requireConvocatoria(db, { id: etapa.convocatoria_id }) };
};

/** Why the slots of a stage may not change now, or null. */
export const porQueNoCambian = (
  { cerrada_en }: Pick<EtapaRow, 'cerrada_en'>,
  { estado }: Pick<ConvocatoriaRow, 'estado'>,
) => {
  if (!CONVOCATORIA.can('concluir', estado)) return ERRORES_POSGRADO.concluida;
  return cerrada_en === null ? null : ERRORES.cerrada;
};

/** @throws {CallError} FAILED_PRECONDITION (`convocatoria-concluida`, `entrevista-cerrada`) */
export const requireCambiable = (
  etapa: Pick<EtapaRow, 'cerrada_en'>,
  convocatoria: Pick<ConvocatoriaRow, 'estado'>,
): void => {
  const no = porQueNoCambian(etapa, convocatoria);
  if (no) throw refuse('FAILED_PRECONDITION', no);
};

/** Between which instants interviews of a stage may be. */
const periodoDe = (
  { vence_en }: Pick<EtapaRow, 'vence_en'>,
  { solicitud_cierra, resultados_en }: Pick<ConvocatoriaRow, 'solicitud_cierra' | 'resultados_en'>,
) => ({ desde: solicitud_cierra, hasta: vence_en ?? resultados_en });

/** What a plan makes, or why it makes nothing. */
const readPlan = async (
  db: Db | Trx,
  input: InputOf<typeof contract.createHorarios>,
  { etapa, convocatoria, ahora }: { etapa: EtapaRow; convocatoria: ConvocatoriaRow; ahora: Date },
) => {
  const { horarios, saltados } = planHorarios(input, await readCalendario(db));
  const no = (error: { code: string; message: string }, more = '') => ({
    horarios,
    saltados,
    personas: [] as string[],
    problema: new CallError('FAILED_PRECONDITION', `${error.message}${more}`, { code: error.code }),
  });
  const cambian = porQueNoCambian(etapa, convocatoria);
  if (cambian) return no(cambian);
  const [primero, ultimo] = [horarios[0], horarios.at(-1)];
  if (!primero || !ultimo) return no(ERRORES.vacio);
  if (horarios.length > MAX_HORARIOS) return no(ERRORES.demasiados);
  if (primero.inicia <= ahora) return no(ERRORES.pasado);
  const { desde, hasta } = periodoDe(etapa, convocatoria);
  if (primero.inicia < desde || ultimo.termina > hasta) {
    return no(ERRORES.fuera, ` Van del ${formatMomento(desde)} al ${formatMomento(hasta)}.`);
  }
  const evaluadores = await selectEvaluadoresDe(db, etapa);
  const panel = new Set(input.panel);
  const elegidos = evaluadores.filter(({ id }) => panel.has(id));
  if (elegidos.length < panel.size || panel.size < input.panel.length) return no(ERRORES.panel);
  const personas = elegidos.map(({ persona_id }) => persona_id);
  const encimado = await findEncimado(db, personas, horarios);
  if (encimado) {
    return no(
      ERRORES.encimado,
      ` ${properName(encimado.nombre)}: ${formatMomento(encimado.inicia)}.`,
    );
  }
  return { horarios, saltados, personas, problema: null };
};

/** See `rehearseHorariosEntrevista`. */
export const rehearseHorarios = async (
  input: InputOf<typeof contract.rehearseHorarios>,
  { actor, services: { db, now } }: Context,
) => {
  const de = await requireEtapaDeMesa(db, actor, input.etapaId);
  return readPlan(db, input, { ...de, ahora: now() });
};

/** See `createHorariosEntrevista`. */
export const createHorarios = async (
  trx: Trx,
  input: InputOf<typeof contract.createHorarios>,
  { actor, services }: Context,
): Promise<{ creados: number; saltados: string[] }> => {
  const ahora = services.now();
  const de = await requireEtapaDeMesa(trx, actor, input.etapaId, { lock: true });
  const evaluadores = await selectEvaluadoresDe(trx, de.etapa);
  await lockPanel(
    trx,
    evaluadores.flatMap(({ id, persona_id }) => (input.panel.includes(id) ? [persona_id] : [])),
  );
  const { horarios, saltados, problema } = await readPlan(trx, input, { ...de, ahora });
  if (problema) throw problema;
  const { etapaId, panel, lugar } = input;
  await insertHorarios(trx, { etapaId, panel, lugar, horarios, por: actor.uid, en: ahora });
  await recordCambio(trx, 'entrevista.abrir', {
    id: etapaId,
    entidad: 'etapa',
    despues: {
      convocatoriaId: de.convocatoria.id,
      cuantos: horarios.length,
      desde: horarios[0]!.inicia.toISOString(),
      hasta: horarios.at(-1)!.termina.toISOString(),
      panel,
    },
  });
  return { creados: horarios.length, saltados };
};

/** See `getEntrevistasEtapa`. */
export const readEntrevistas = async (
  { etapaId }: InputOf<typeof contract.getEntrevistas>,
  { actor, services: { db, now } }: Context,
) => {
  const { etapa, convocatoria } = await requireEtapaDeMesa(db, actor, etapaId);
  const enEtapa = await readEnEtapa(db, { convocatoriaId: convocatoria.id, etapaId });
  const solicitudes = await selectSolicitudes(db, [...enEtapa]);
  const { estados, conHorario } = await selectResumen(db, { etapaId, ahora: now() });
  const cuantos = (estado: (typeof estados)[number]['estado'], de: 'n' | 'porVenir' = 'n') =>
    estados.find((one) => one.estado === estado)?.[de] ?? 0;
  const sinHorario = solicitudes.filter(({ id }) => !conHorario.has(id));
  await recordVistos(
    db,
    'entrevista.consultar',
    sinHorario.map(({ persona_id }) => persona_id),
    { id: etapaId, entidad: 'etapa' },
  );
  return {
    etapa,
    convocatoria,
    noSeCambia: porQueNoCambian(etapa, convocatoria)?.message ?? null,
    ...periodoDe(etapa, convocatoria),
    evaluadores: await selectEvaluadoresDe(db, etapa),
    cuantas: {
      enEtapa: solicitudes.length,
      conHorario: solicitudes.length - sinHorario.length,
      libres: cuantos(HORARIO.pasos.abrir.a, 'porVenir'),
      realizadas: cuantos(HORARIO.pasos.realizar.a),
      ausentes: cuantos(HORARIO.pasos.registrarAusencia.a),
    },
    sinHorario,
  };
};

/** See `listHorariosEntrevista`. */
export const readHorarios = async (
  { busqueda = '', ...input }: InputOf<typeof contract.listHorarios>,
  { actor, services: { db } }: Context,
) => {
  await requireEtapaDeMesa(db, actor, input.etapaId);
  const query = { ...input, folio: normaliseCrockford(busqueda) };
  const filas = await selectHorarios(db, query);
  await recordVistos(
    db,
    'entrevista.consultar',
    filas.map(({ persona_id }) => persona_id),
    { id: input.etapaId, entidad: 'etapa' },
  );
  return { total: await countHorarios(db, query), filas };
};

const requireHorario = async (db: Db | Trx, id: string, lock = false): Promise<HorarioRow> => {
  const row = await findHorario(db, id, { lock });
  if (!row) throw refuse('NOT_FOUND', ERRORES.horarioNoExiste);
  return row;
};

/** Cancels a slot of a stage and tells who had it; false: it was over, or cancelled already. */
const cancelHorario = async (
  trx: Trx,
  { etapaId, id, motivo }: { etapaId: string; id: string; motivo: string },
  { actor, services }: Context,
): Promise<boolean> => {
  const en = services.now();
  const { etapa, convocatoria } = await requireEtapaDeMesa(trx, actor, etapaId, { lock: true });
  requireCambiable(etapa, convocatoria);
  const horario = await requireHorario(trx, id, true);
  if (!(await updateCancelado(trx, id, { motivo, en }))) return false;
  const solicitud =
    horario.solicitud_id === null
      ? undefined
      : await findSolicitudEnviada(trx, horario.solicitud_id);
  await recordCambio(trx, 'entrevista.cancelar', {
    id,
    personaId: solicitud?.persona_id ?? null,
    antes: { estado: horario.estado },
    despues: {
      estado: HORARIO.pasos.cancelar.a,
      etapaId,
      inicia: horario.inicia.toISOString(),
      ...(solicitud && { solicitudId: solicitud.id }),
    },
    motivo,
  });
  if (!solicitud) return true;
  await touchCita(trx, { solicitudId: solicitud.id, horarioId: id, en });
  const aviso = { tipo: 'cancelada', motivo } as const;
  await tellEntrevista(trx, services, { horario, solicitudId: solicitud.id }, aviso);
  await tellPanel(trx, services, { horario, panel: horario.panel }, () => aviso);
  return true;
};

/** See `cancelHorariosEntrevista`. */
export const cancelHorarios = async (
  { etapaId, motivo, parte }: InputOf<typeof contract.cancelHorarios>,
  ctx: Context,
): Promise<ResultadoLote> => {
  const { db } = ctx.services;
  const { etapa, convocatoria } = await requireEtapaDeMesa(db, ctx.actor, etapaId);
  requireCambiable(etapa, convocatoria);
  const named = (rows: readonly HorarioRow[]) =>
    rows.map(({ id, inicia }) => ({ id, nombre: formatMomento(inicia) }));
  return runLote(
    parte,
    async (ids) => named(await selectPorIds(db, etapaId, ids)),
    async ({ busqueda = '', ...filtros }, tras, limit) =>
      named(
        await selectTras(
          db,
          { ...filtros, etapaId, folio: normaliseCrockford(busqueda) },
          { tras, limit },
        ),
      ),
    async ({ id }) => {
      const de = { etapaId, id, motivo };
      const cancelled = await db.transaction().execute((trx) => cancelHorario(trx, de, ctx));
      return cancelled ? 'cambiada' : 'sinCambio';
    },
  );
};

/** See `saveAsistenciaEntrevista`. */
export const saveAsistencia = async (
  trx: Trx,
  { horarioId, asistencia }: InputOf<typeof contract.saveAsistencia>,
  { actor, services }: Context,
): Promise<void> => {
  const en = services.now();
  const { etapa_id: etapaId } = await requireHorario(trx, horarioId);
  const { etapa, convocatoria } = await requireEtapaDeMesa(trx, actor, etapaId, { lock: true });
  const horario = await requireHorario(trx, horarioId, true);
  // Sent twice, or its answer lost.
  if (horario.estado === asistencia) return;
  requireCambiable(etapa, convocatoria);
  if (horario.inicia > en) throw refuse('FAILED_PRECONDITION', ERRORES.noEmpieza);
  const paso = asistencia === HORARIO.pasos.realizar.a ? 'realizar' : 'registrarAusencia';
  if (!(await updateRegistrado(trx, horarioId, paso, en))) {
    throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  }
  const solicitudId = horario.solicitud_id!;
  await recordCambio(trx, `entrevista.${paso}`, {
    id: horarioId,
    personaId: (await findSolicitudEnviada(trx, solicitudId))?.persona_id ?? null,
    antes: { estado: horario.estado },
    despues: {
      estado: HORARIO.pasos[paso].a,
      etapaId,
      solicitudId,
      inicia: horario.inicia.toISOString(),
    },
  });
};

/** About whom the interview of a slot is. */
export const sujetoDeHorario = async (
  { horarioId }: { horarioId: string },
  { services: { db } }: Pick<Context, 'services'>,
) => {
  const solicitudId = (await findHorario(db, horarioId))?.solicitud_id;
  const row = solicitudId ? await findSolicitudEnviada(db, solicitudId) : undefined;
  return { personaIds: [row?.persona_id] };
};
