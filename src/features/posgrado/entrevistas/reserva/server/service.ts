/** Who takes which slot: an applicant theirs, staff that of somebody. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { requireConvocatoria } from '../../../convocatorias/server/service.ts';
import { HORARIO, SOLICITUD } from '../../../estados.ts';
import { readEnEtapa } from '../../../etapas/server/service.ts';
import { parejaDe } from '../../../evaluacion/impedimentos/rules.ts';
import {
  type Parejas,
  readParejas,
  saveParejas,
} from '../../../evaluacion/impedimentos/server/service.ts';
import { canApplyPosgrado } from '../../../policy.ts';
import { solicitudPath } from '../../../routes.ts';
import type * as contract from '../../contract.ts';
import { ERRORES_ENTREVISTA as ERRORES } from '../../errors.ts';
import {
  porQueNoCambian,
  requireCambiable,
  requireEtapaDeMesa,
} from '../../horarios/server/service.ts';
import { cambiaHasta, porQueNoCambia } from '../../rules.ts';
import {
  type EtapaRow,
  findCambios,
  findCanceladoDe,
  findCita,
  findHorario,
  findHorarioDe,
  findSolicitudEnviada,
  type HorarioRow,
  hasOtraEntrevista,
  lockHorarios,
  type SolicitudRow,
  saveCita,
  selectEtapasDeEntrevista,
  selectLibres,
  selectPersonasDePanel,
  selectPorElegir,
  updateReservado,
} from '../../server/data.ts';
import { freeHorario, requireEtapaDeEntrevista, tellEntrevista } from '../../server/service.ts';

type Context = { actor: Actor; services: Services };
type InputOf<C extends { input: z.ZodType }> = z.output<C['input']>;

/** The conflicts of an application with the people of these panels, as both files are now. */
const readParejasDe = async (
  db: Db | Trx,
  solicitud: SolicitudRow,
  { panel, ahora }: { panel: readonly string[]; ahora: Date },
): Promise<Parejas> => {
  const evaluadores = await selectPersonasDePanel(db, [...new Set(panel)]);
  return readParejas(db, { evaluadores, solicitudes: [solicitud], ahora });
};

/** Whether a panel may interview an application. */
const mayInterview = (
  { bloqueadas }: Pick<Parejas, 'bloqueadas'>,
  panel: readonly string[],
  solicitudId: string,
): boolean => !panel.some((id) => bloqueadas.has(parejaDe(id, solicitudId)));

/** One's own application. @throws {CallError} NOT_FOUND (`entrevista-no-participa`) */
const requirePropia = async (
  db: Db | Trx,
  actor: Actor,
  solicitudId: string,
  options?: { lock?: boolean },
): Promise<SolicitudRow> => {
  const row = await findSolicitudEnviada(db, solicitudId, options);
  if (!row || actor.personaId === null || row.persona_id !== actor.personaId) {
    throw refuse('NOT_FOUND', ERRORES.noParticipa);
  }
  return row;
};

const isEnEvaluacion = ({ estado }: Pick<SolicitudRow, 'estado'>): boolean =>
  estado === SOLICITUD.pasos.evaluar.a;

/** See `getEntrevistaPropia`. */
export const readEntrevistaPropia = async (
  { solicitudId }: InputOf<typeof contract.getEntrevistaPropia>,
  { actor, services: { db, now } }: Context,
) => {
  const ahora = now();
  const solicitud = await requirePropia(db, actor, solicitudId);
  const convocatoria = await requireConvocatoria(db, { id: solicitud.convocatoria_id });
  const horas = convocatoria.bases.horasCambioEntrevista;
  const readDe = async (etapa: EtapaRow) => {
    const de = { etapaId: etapa.id, solicitudId };
    const horario = (await findHorarioDe(db, de)) ?? null;
    const cita = await findCita(db, { ...de, personaId: solicitud.persona_id });
    const participa =
      isEnEvaluacion(solicitud) &&
      (await readEnEtapa(db, { convocatoriaId: convocatoria.id, etapaId: etapa.id })).has(
        solicitudId,
      );
    if (!participa && !horario && !cita) return null;
    const reservado = horario !== null && HORARIO.can('liberar', horario.estado);
    const motivo = reservado
      ? porQueNoCambia(
          { inicia: horario.inicia, cambios: await findCambios(db, de) },
          { horas, recibido: ahora },
        )
      : horario
        ? 'terminada'
        : null;
    const no =
      porQueNoCambian(etapa, convocatoria) ??
      (participa ? motivo && ERRORES[motivo] : ERRORES.noParticipa);
    const libres =
      no === null ? await selectLibres(db, { etapaId: etapa.id, despuesDe: ahora }) : [];
    const parejas =
      libres.length === 0
        ? null
        : await readParejasDe(db, solicitud, {
            panel: libres.flatMap(({ panel }) => panel),
            ahora,
          });
    const cancelado = horario ? undefined : await findCanceladoDe(db, de);
    return {
      etapa,
      horario,
      cancelado: cancelado ?? null,
      cambiaHasta: reservado ? cambiaHasta(horario.inicia, horas) : null,
      noSeElige: no?.message ?? null,
      libres: libres.filter(({ panel }) => parejas && mayInterview(parejas, panel, solicitudId)),
      conIcs: cita !== undefined,
    };
  };
  const entrevistas = [];
  for (const etapa of await selectEtapasDeEntrevista(db, convocatoria.id)) {
    const one = await readDe(etapa);
    if (one) entrevistas.push(one);
  }
  return { solicitud, entrevistas, horasCambio: horas, ahora };
};

/** Gives a slot to an application that is held: the one it had is free again. Its panel has no conflict with it. */
const takeHorario = async (
  trx: Trx,
  {
    solicitud,
    actual,
    nuevo,
    ahora,
    motivo,
  }: {
    solicitud: SolicitudRow;
    actual: HorarioRow | undefined;
    nuevo: HorarioRow;
    ahora: Date;
    /** Why staff gave it; null: its applicant chose it. */
    motivo: string | null;
  },
  { actor, services }: Context,
): Promise<void> => {
  if (nuevo.inicia <= ahora) throw refuse('FAILED_PRECONDITION', ERRORES.pasado);
  const otra = { personaId: solicitud.persona_id, horario: nuevo, actual: actual?.id ?? null };
  if (await hasOtraEntrevista(trx, otra)) {
    const { code } = ERRORES.encimado;
    throw new CallError(
      'FAILED_PRECONDITION',
      'Tiene otra entrevista a esa hora. Elija otro horario.',
      {
        code,
      },
    );
  }
  const parejas = await readParejasDe(trx, solicitud, { panel: nuevo.panel, ahora });
  if (!mayInterview(parejas, nuevo.panel, solicitud.id)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.impedido);
  }
  const de = { solicitudId: solicitud.id, en: ahora };
  if (actual) await freeHorario(trx, actual, de);
  if (!(await updateReservado(trx, nuevo.id, { ...de, motivo }))) {
    throw refuse('ABORTED', ERRORES.ocupado);
  }
  await saveCita(trx, {
    etapaId: nuevo.etapa_id,
    solicitudId: solicitud.id,
    horarioId: nuevo.id,
    cambia: actual !== undefined && motivo === null,
    en: ahora,
  });
  await saveParejas(trx, parejas, { services });
  const accion =
    motivo !== null
      ? 'entrevista.asignar'
      : actual
        ? 'entrevista.cambiarHorario'
        : 'entrevista.elegir';
  await recordCambio(trx, accion, {
    id: nuevo.id,
    personaId: solicitud.persona_id,
    antes: actual ? { horarioId: actual.id, inicia: actual.inicia.toISOString() } : null,
    despues: {
      estado: HORARIO.pasos.reservar.a,
      etapaId: nuevo.etapa_id,
      solicitudId: solicitud.id,
      inicia: nuevo.inicia.toISOString(),
    },
    motivo,
    actorUid: actor.uid,
  });
};

/** What an act on the slot of an application stands on, all of it held: no withdrawal, no close and nobody else meanwhile. */
const requireTodo = async (
  trx: Trx,
  { etapa, solicitud, horarioId }: { etapa: EtapaRow; solicitud: SolicitudRow; horarioId: string },
) => {
  const { id: etapaId, convocatoria_id: convocatoriaId } = etapa;
  const convocatoria = await requireConvocatoria(trx, { id: convocatoriaId });
  requireCambiable(etapa, convocatoria);
  const enEtapa =
    isEnEvaluacion(solicitud) &&
    solicitud.convocatoria_id === convocatoriaId &&
    (await readEnEtapa(trx, { convocatoriaId, etapaId })).has(solicitud.id);
  if (!enEtapa) throw refuse('FAILED_PRECONDITION', ERRORES.noParticipa);
  const held = await lockHorarios(trx, { etapaId, solicitudId: solicitud.id, quiere: horarioId });
  if (!held.nuevo) throw refuse('NOT_FOUND', ERRORES.horarioNoExiste);
  return { ...held, nuevo: held.nuevo, convocatoria };
};

const requireHorario = async (db: Db | Trx, id: string): Promise<HorarioRow> => {
  const row = await findHorario(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.horarioNoExiste);
  return row;
};

/** See `setHorarioEntrevista`. `recibido`: when it was asked for, whatever it waited for since. */
export const setHorario = async (
  trx: Trx,
  { solicitudId, horarioId }: InputOf<typeof contract.setHorario>,
  { recibido, ...ctx }: Context & { recibido: Date },
): Promise<void> => {
  const { actor, services } = ctx;
  const solicitud = await requirePropia(trx, actor, solicitudId, { lock: true });
  const { etapa_id } = await requireHorario(trx, horarioId);
  const etapa = await requireEtapaDeEntrevista(trx, etapa_id, { lock: true });
  const { actual, nuevo, convocatoria } = await requireTodo(trx, { etapa, solicitud, horarioId });
  // Sent twice, or its answer lost.
  if (actual?.id === nuevo.id) return;
  const horas = convocatoria.bases.horasCambioEntrevista;
  const cambios = await findCambios(trx, { etapaId: etapa_id, solicitudId });
  if (actual) {
    if (!HORARIO.can('liberar', actual.estado)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.terminada);
    }
    const no = porQueNoCambia({ inicia: actual.inicia, cambios }, { horas, recibido });
    if (no) throw refuse('FAILED_PRECONDITION', ERRORES[no]);
  }
  await takeHorario(trx, { solicitud, actual, nuevo, ahora: recibido, motivo: null }, ctx);
  const hasta = cambiaHasta(nuevo.inicia, horas);
  const queda = !actual && cambios === 0 && hasta > recibido;
  await tellEntrevista(
    trx,
    services,
    { horario: nuevo, solicitudId },
    { tipo: actual ? 'cambiada' : 'elegida', cambiaHasta: queda ? hasta : null },
  );
};

/** See `assignHorarioEntrevista`. */
export const assignHorario = async (
  trx: Trx,
  { horarioId, solicitudId, motivo }: InputOf<typeof contract.assignHorario>,
  ctx: Context,
): Promise<void> => {
  const { actor, services } = ctx;
  const { etapa_id } = await requireHorario(trx, horarioId);
  await requireEtapaDeMesa(trx, actor, etapa_id);
  const solicitud = await findSolicitudEnviada(trx, solicitudId, { lock: true });
  if (!solicitud) throw refuse('FAILED_PRECONDITION', ERRORES.noParticipa);
  const etapa = await requireEtapaDeEntrevista(trx, etapa_id, { lock: true });
  const { actual, nuevo } = await requireTodo(trx, { etapa, solicitud, horarioId });
  if (actual?.id === nuevo.id) return;
  if (actual && !HORARIO.can('liberar', actual.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.terminada);
  }
  await takeHorario(trx, { solicitud, actual, nuevo, ahora: services.now(), motivo }, ctx);
  await tellEntrevista(
    trx,
    services,
    { horario: nuevo, solicitudId },
    { tipo: 'asignada', motivo },
  );
};

/** About whom a slot is given. */
export const sujetoDeAsignacion = async (
  { solicitudId }: { solicitudId: string },
  { services: { db } }: Pick<Context, 'services'>,
) => ({ personaIds: [(await findSolicitudEnviada(db, solicitudId))?.persona_id] });

/** An interview that somebody has still to choose the slot of, until the last free one begins. */
export const entrevistasPendientes: Slots['pendientes'] = {
  de: 'propios',
  policy: canApplyPosgrado,
  async find(db, { actor: { personaId }, ahora }) {
    if (personaId === null) return [];
    const pendientes = [];
    for (const row of await selectPorElegir(db, { personaId, ahora })) {
      const { solicitud_id, convocatoria_id: convocatoriaId, etapa_id: etapaId } = row;
      if (!(await readEnEtapa(db, { convocatoriaId, etapaId })).has(solicitud_id)) continue;
      pendientes.push({
        titulo: 'Elija el horario de su entrevista',
        detalle: row.curso,
        enlace: solicitudPath(convocatoriaId),
        accion: 'Elegir horario',
        venceEn: row.ultimo,
      });
    }
    return pendientes;
  },
};
