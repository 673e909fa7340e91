/** Requests for review as the school attends them: looked at, assigned to somebody who had no part in what is contested, and decided. */
import type { z } from 'zod';
import type { Db, Trx } from '../../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../../platform/server/feature.ts';
import {
  recordCambio,
  recordCambios,
  recordOnce,
  recordVistos,
} from '../../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../../platform/server/origin.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { fechaDe, formatFecha } from '../../../../../platform/shared/dates.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { quoted } from '../../../../../platform/shared/quotation.ts';
import { esUnoMismo } from '../../../../../platform/shared/uno-mismo.ts';
import { readPersonaIdOf, readPersonal } from '../../../../identidad/cuentas/server/service.ts';
import { onlyAjenas, requireAjeno } from '../../../acceso/server/service.ts';
import { requireConvocatoria } from '../../../convocatorias/server/service.ts';
import { ERRORES_POSGRADO } from '../../../errors.ts';
import { CONVOCATORIA, EXCLUSION, INCONFORMIDAD } from '../../../estados.ts';
import { evaluateAgain } from '../../../evaluacion/asignacion/server/service.ts';
import { requireEtapaEvaluada } from '../../../evaluacion/server/service.ts';
import { canManagePosgrado } from '../../../policy.ts';
import { convocatoriaPath } from '../../../routes.ts';
import { requireSolicitud, takePasoSolicitud } from '../../../solicitudes/server/service.ts';
import type * as contract from '../../contract.ts';
import type { OpcionDeConsecuencia } from '../../contract.ts';
import { ERRORES_INCONFORMIDAD as ERRORES } from '../../errors.ts';
import { holdTramite, rutaDe, tellDe } from '../../presentacion/server/service.ts';
import { consecuenciasDe, faltaAlReincorporar } from '../../rules.ts';
import {
  countAbiertasPorQuien,
  countEnMesa,
  type EnMesaRow,
  type EtapaDeSolicitudRow,
  findEnMesa,
  findInconformidad,
  hasOtraViva,
  type InconformidadRow,
  type Intervencion,
  liftExclusiones,
  selectEnMesa,
  selectEspera,
  selectEtapasDe,
  selectIntervinieron,
  selectPartes,
  type UnaEnMesaRow,
  updateInconformidad,
} from '../../server/data.ts';
import { cartaDeResolucion } from '../../server/mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const INTERVINO: Readonly<Record<Intervencion | 'parte', string>> = {
  parte: 'Participa en la convocatoria.',
  presolicitud: 'Revisó la presolicitud.',
  exclusion: 'Propuso o decidió la exclusión.',
  evaluacion: 'Evaluó la solicitud.',
  examen: 'Capturó los puntos del examen.',
};

type Cuenta = { readonly uid: string; readonly persona_id: string | null; readonly email: string };

/** What keeps each of these accounts from deciding a request; those that nothing does are not in it. */
const readImpedidas = async (
  db: Db | Trx,
  row: Pick<
    InconformidadRow,
    'presolicitud_id' | 'solicitud_id' | 'persona_id' | 'convocatoria_id'
  >,
  cuentas: readonly Cuenta[],
): Promise<Map<string, string>> => {
  const actos = await Promise.all(
    (await selectIntervinieron(db, row)).map(async ({ uid, persona_id, como }) => ({
      como,
      suya: {
        uids: uid === null ? [] : [uid],
        personaIds: [persona_id ?? (uid === null ? null : await readPersonaIdOf(db, uid))],
      },
    })),
  );
  const partes = await selectPartes(db, cuentas, row.convocatoria_id);
  const impedidas = new Map<string, string>();
  for (const { uid, persona_id: personaId } of cuentas) {
    const acto = actos.find(({ suya }) => esUnoMismo({ uid, personaId }, suya));
    const como =
      partes.has(uid) || (personaId !== null && personaId === row.persona_id)
        ? 'parte'
        : acto?.como;
    if (como) impedidas.set(uid, INTERVINO[como]);
  }
  return impedidas;
};

/** @throws {CallError} FAILED_PRECONDITION (`inconformidad-intervino`), with what they had to do with it */
const requireAjena = async (db: Db | Trx, row: InconformidadRow, cuenta: Cuenta): Promise<void> => {
  const porque = (await readImpedidas(db, row, [cuenta])).get(cuenta.uid);
  if (porque === undefined) return;
  const { code, message } = ERRORES.intervino;
  throw new CallError('FAILED_PRECONDITION', `${message} ${porque}`, { code });
};

/** About whom a request is. */
export const sujetoDeInconformidad = async (
  { id }: { id: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
) => ({ personaIds: [(await findInconformidad(db, id))?.persona_id] });

/** A page of the requests of a call; whose they are is kept in the history. See `listInconformidadesConvocatoria`. */
export const readDeConvocatoria = async (
  {
    convocatoriaId,
    estado,
    busqueda,
    ...page
  }: z.output<typeof contract.listInconformidades.input>,
  { actor, services: { db } }: Context,
): Promise<{ total: number; rows: EnMesaRow[] }> => {
  await requireConvocatoria(db, { id: convocatoriaId });
  await requireAjeno(db, actor, convocatoriaId);
  const filtros = { convocatoriaId, estado, busqueda };
  const rows = await selectEnMesa(db, filtros, page);
  await recordVistos(
    db,
    'inconformidad.listar',
    rows.map(({ persona_id }) => persona_id),
    { id: convocatoriaId, entidad: 'convocatoria' },
  );
  return { total: await countEnMesa(db, filtros), rows };
};

/** Requests of a call that are exported at once: more than any has. */
const TODAS = 100_000;

/** Those that the filters of the list show, for a file of them. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
export const readParaExportar = async (
  db: Db,
  filtros: Pick<
    z.output<typeof contract.listInconformidades.input>,
    'convocatoriaId' | 'busqueda' | 'estado'
  >,
  actor: Actor | null,
): Promise<EnMesaRow[]> => {
  const { convocatoriaId, busqueda, estado } = filtros;
  await requireConvocatoria(db, { id: convocatoriaId });
  if (!actor) throw refuse('PERMISSION_DENIED', ERRORES_POSGRADO.parte);
  await requireAjeno(db, actor, convocatoriaId);
  return selectEnMesa(
    db,
    { convocatoriaId, busqueda, estado },
    { orden: 'presentada', descendente: false, pagina: 1, porPagina: TODAS },
  );
};

const isVigente = ({ convocatoria_estado }: UnaEnMesaRow): boolean =>
  CONVOCATORIA.can('concluir', convocatoria_estado);

const readEtapas = async (db: Db | Trx, row: InconformidadRow): Promise<EtapaDeSolicitudRow[]> =>
  row.solicitud_id === null
    ? []
    : selectEtapasDe(db, { convocatoriaId: row.convocatoria_id, solicitudId: row.solicitud_id });

const readOpciones = async (db: Db | Trx, row: UnaEnMesaRow): Promise<OpcionDeConsecuencia[]> => {
  const etapas = await readEtapas(db, row);
  const nombres = new Map(etapas.map(({ id, nombre }) => [id, nombre]));
  return consecuenciasDe(row.sobre, { etapas, vigente: isVigente(row) }).map((una) => ({
    tipo: una.tipo,
    etapas: una.etapas.map((id) => ({ id, nombre: nombres.get(id)! })),
  }));
};

/** @throws {CallError} NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`) */
const requireEnMesa = async (db: Db | Trx, id: string, actor: Actor): Promise<UnaEnMesaRow> => {
  const row = await findEnMesa(db, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await requireAjeno(db, actor, row.convocatoria_id);
  return row;
};

/** Whether the actor is who studies it, by whichever of their accounts. */
const isSuya = async (
  db: Db | Trx,
  { asignada_a: uid }: Pick<InconformidadRow, 'asignada_a'>,
  actor: Actor,
): Promise<boolean> =>
  uid !== null && esUnoMismo(actor, { uids: [uid], personaIds: [await readPersonaIdOf(db, uid)] });

/** A request with what may be done with it. */
export type EnMesa = {
  readonly row: UnaEnMesaRow;
  readonly opciones: OpcionDeConsecuencia[];
  readonly puede: { readonly asignar: boolean; readonly decidir: boolean };
  /** Of who looks. */
  readonly uid: string;
};

/** One request; the reading is recorded. See `getInconformidadConvocatoria`. */
export const readEnMesa = async (
  id: string,
  { actor, services: { db } }: Context,
): Promise<EnMesa> => {
  const row = await requireEnMesa(db, id, actor);
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'inconformidad.leer', { id, personaId: row.persona_id }));
  const decidir =
    INCONFORMIDAD.can('declararFundada', row.estado) && (await isSuya(db, row, actor));
  return {
    row,
    opciones: decidir ? await readOpciones(db, row) : [],
    puede: { asignar: INCONFORMIDAD.is('abiertas', row.estado), decidir },
    uid: actor.uid,
  };
};

/** Whom one may be assigned to. See `listRevisoresInconformidad`. */
export const readRevisores = async (id: string, { actor, services: { db } }: Context) => {
  const row = await requireEnMesa(db, id, actor);
  const personal = await readPersonal(db);
  const impedidas = await readImpedidas(db, row, personal);
  const abiertas = await countAbiertasPorQuien(db);
  return personal.map(({ uid, nombre }) => ({
    ...{ uid, nombre, porque: impedidas.get(uid) ?? null, abiertas: abiertas.get(uid) ?? 0 },
  }));
};

/** One that is held, as it is now. @throws {CallError} NOT_FOUND, PERMISSION_DENIED */
const holdEnMesa = async (trx: Trx, id: string, actor: Actor): Promise<UnaEnMesaRow> => {
  await requireEnMesa(trx, id, actor);
  await findInconformidad(trx, id, { lock: true });
  return (await findEnMesa(trx, id))!;
};

/** Gives one to somebody. See `assignInconformidadPosgrado`. */
export const assignInconformidad = async (
  trx: Trx,
  { id, uid, de }: z.output<typeof contract.assignInconformidad.input>,
  { actor, services }: Context,
): Promise<void> => {
  const row = await holdEnMesa(trx, id, actor);
  // Pressed twice.
  if (row.asignada_a === uid && INCONFORMIDAD.is('abiertas', row.estado)) return;
  if (!INCONFORMIDAD.is('abiertas', row.estado)) throw refuse('ABORTED', ERRORES.cerrada);
  if (row.asignada_a !== de) throw refuse('ABORTED', ERRORES_POSGRADO.yaCambio);
  const cuenta = (await readPersonal(trx)).find((one) => one.uid === uid);
  if (!cuenta) throw refuse('NOT_FOUND', ERRORES.sinPersona);
  await requireAjena(trx, row, cuenta);
  const paso = row.asignada_a === null ? 'estudiar' : 'reasignar';
  const cambios = { asignada_a: uid, actualizado_en: services.now() };
  if (!(await updateInconformidad(trx, id, paso, cambios))) {
    throw refuse('ABORTED', ERRORES.cerrada);
  }
  await recordCambio(trx, 'inconformidad.asignar', {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado, asignadaA: row.asignada_a },
    despues: { estado: INCONFORMIDAD.pasos[paso].a, asignadaA: uid },
  });
};

type Decision = z.output<typeof contract.decideInconformidad.input>;
type Elegida = Extract<Decision, { sentido: 'fundada' }>['consecuencia'];

/** What the history and the letters of what follows say: why it happens. */
const motivoDe = ({ folio }: InconformidadRow): string => `Inconformidad fundada ${folio}.`;

/**
 * Brings an application back to the contest: its exclusion is lifted, and others score the closed stages that it lacks.
 *
 * @throws {CallError} FAILED_PRECONDITION
 */
const bringBack = async (trx: Trx, row: UnaEnMesaRow, { actor, services }: Context) => {
  const solicitudId = row.solicitud_id!;
  const etapas = await readEtapas(trx, row);
  const { porEvaluar, perdidas } = faltaAlReincorporar(etapas, row.bases.dictamenesPorSolicitud);
  if (perdidas.length > 0) {
    const { code, message } = ERRORES.etapaPerdida;
    const cuales = etapas
      .filter(({ id }) => perdidas.includes(id))
      .map((one) => quoted(one.nombre));
    throw new CallError('FAILED_PRECONDITION', `${message} Etapas: ${cuales.join(', ')}.`, {
      code,
    });
  }
  // Every stage before the application, as whoever assigns holds them.
  for (const id of porEvaluar) await requireEtapaEvaluada(trx, id, 'update');
  const solicitud = await requireSolicitud(trx, solicitudId, { lock: true });
  if (await hasOtraViva(trx, solicitudId)) throw refuse('FAILED_PRECONDITION', ERRORES.conOtra);
  const levantadas = await liftExclusiones(trx, solicitudId);
  if (levantadas.length === 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinConsecuencia);
  const motivo = motivoDe(row);
  await recordCambios(
    trx,
    'exclusion.levantar',
    levantadas.map((id) => ({
      ...{ id, personaId: row.persona_id },
      despues: { estado: EXCLUSION.pasos.levantar.a, solicitudId },
    })),
    { motivo },
  );
  await takePasoSolicitud(trx, services, solicitud, {
    ...{ paso: 'reincorporar', accion: 'solicitud.reincorporar', aviso: null },
  });
  for (const etapaId of porEvaluar) {
    await evaluateAgain(
      trx,
      { etapaId, solicitudId, motivo, sinEvaluar: true },
      { services, por: actor.uid },
    );
  }
};

/** Does what follows from a decision, where the portal does it. @throws {CallError} FAILED_PRECONDITION */
const follow = async (
  trx: Trx,
  row: UnaEnMesaRow,
  elegida: Elegida,
  ctx: Context,
): Promise<{ etapa: { id: string; nombre: string } | null }> => {
  const opcion = (await readOpciones(trx, row)).find(({ tipo }) => tipo === elegida.tipo);
  const etapa =
    ('etapaId' in elegida && opcion?.etapas.find(({ id }) => id === elegida.etapaId)) || null;
  if (!opcion || ('etapaId' in elegida && !etapa)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinConsecuencia);
  }
  const motivo = motivoDe(row);
  const solicitudId = row.solicitud_id!;
  if (elegida.tipo === 'evaluarDeNuevo' && etapa) {
    const acto = { services: ctx.services, por: ctx.actor.uid };
    await evaluateAgain(trx, { etapaId: etapa.id, solicitudId, motivo }, acto);
  } else if (elegida.tipo === 'reincorporar') await bringBack(trx, row, ctx);
  return { etapa };
};

/** Decides one that the actor studies. See `decideInconformidadPosgrado`. */
export const decideInconformidad = async (
  trx: Trx,
  decision: Decision,
  ctx: Context,
): Promise<void> => {
  const { actor, services } = ctx;
  const { id, sentido, resolucion } = decision;
  const row = await holdEnMesa(trx, id, actor);
  const paso = sentido === 'fundada' ? 'declararFundada' : 'declararInfundada';
  const estado = INCONFORMIDAD.pasos[paso].a;
  // Pressed twice, or its answer lost.
  if (row.estado === estado && row.resuelta_por === actor.uid && row.resolucion === resolucion)
    return;
  if (!INCONFORMIDAD.is('abiertas', row.estado)) throw refuse('ABORTED', ERRORES.cerrada);
  if (!(await isSuya(trx, row, actor))) throw refuse('FAILED_PRECONDITION', ERRORES.deOtra);
  const { uid, email, personaId: persona_id } = actor;
  await requireAjena(trx, row, { uid, email, persona_id });
  const elegida = sentido === 'fundada' ? decision.consecuencia : null;
  const sigue = elegida && { tipo: elegida.tipo, ...(await follow(trx, row, elegida, ctx)) };
  const ahora = services.now();
  const cambios = {
    ...{ resuelta_por: actor.uid, resuelta_en: ahora, resolucion, actualizado_en: ahora },
    consecuencia: sigue?.tipo ?? null,
    consecuencia_etapa_id: sigue?.etapa?.id ?? null,
  };
  if (!(await updateInconformidad(trx, id, paso, cambios)))
    throw refuse('ABORTED', ERRORES.cerrada);
  const { curso_nombre: programa } = await holdTramite(trx, row);
  const { sobre, etapa, folio } = row;
  const correos = await tellDe(
    trx,
    services,
    row,
    cartaDeResolucion(
      { programa, sobre, etapa, folio, ruta: rutaDe(row) },
      {
        resolucion,
        consecuencia: sigue && { tipo: sigue.tipo, etapa: sigue.etapa?.nombre ?? null },
      },
    ),
  );
  await recordCambio(trx, `inconformidad.${paso}`, {
    id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: {
      estado,
      ...(sigue && { consecuencia: sigue.tipo }),
      ...(sigue?.etapa && { etapa: sigue.etapa.nombre }),
      ...(correos.length > 0 && { correos }),
    },
    motivo: resolucion,
  });
};

/** What waits for somebody who studies it, and what one studies: of calls where whoever asks is no party. */
export const inconformidadesPendientes: Slots['pendientes'] = {
  de: 'personal',
  policy: canManagePosgrado,
  async find(db, { actor }) {
    const rows = await selectEspera(db, actor);
    if (rows.length === 0) return [];
    const ajenas = await onlyAjenas(
      db,
      actor,
      rows.map(({ convocatoria_id }) => convocatoria_id),
    );
    return rows
      .filter(({ convocatoria_id }) => ajenas.has(convocatoria_id))
      .map(({ asignada_a, curso_nombre, edicion_id, n, desde, vence_en }) => ({
        titulo: `${n === 1 ? 'Inconformidad' : 'Inconformidades'} por ${asignada_a === null ? 'asignar' : 'resolver'}: ${curso_nombre}`,
        detalle: `El plazo termina el ${formatFecha(fechaDe(vence_en))}`,
        cuantos: n,
        espera: desde,
        enlace: convocatoriaPath(edicion_id, 'inconformidades'),
        accion: asignada_a === null ? 'Asignar' : 'Resolver',
      }));
  },
};
