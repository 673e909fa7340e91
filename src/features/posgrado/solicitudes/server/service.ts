/** An application: read, filled in, sent, and taken through its steps. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { perform } from '../../../../platform/server/db/together.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import {
  readActosDe,
  recordCambio,
  recordCambios,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../../platform/shared/ids.ts';
import type { Destinatarios } from '../../../identidad/contacto/server/service.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import { readValores } from '../../../personas/apartados/server/service.ts';
import { holdingPersona } from '../../../personas/server/service.ts';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';
import { answerOf as respuestaDe } from '../../../plantillas/formulario/respuestas/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import { type ConvocatoriaRow, requireConvocatoria } from '../../convocatorias/server/service.ts';
import { releaseDe } from '../../entrevistas/server/service.ts';
import { ERRORES_ENVIO } from '../../envios/errors.ts';
import { GRACIA_MS } from '../../envios/rules.ts';
import {
  answerOf,
  avisosDe,
  cartaDeAcuse,
  clearBorrador,
  deleteBorrador,
  type Enviando,
  type Envio,
  estadoDeSolicitud,
  findRepetido,
  holdConvocatoria,
  type Paso,
  readContexto,
  readFormulario,
  readVista,
  requirePersona,
  requirePublicada,
  requireVigente,
  reviewEnvio,
  SIN_BORRADOR,
  takePasoDe,
  tecleadoDe,
  updateBorrador,
  writeEnvio,
} from '../../envios/server/service.ts';
import { type EstadoSolicitud, SOLICITUD } from '../../estados.ts';
import { leaveLugar } from '../../lugares/server/service.ts';
import { canApplyPosgrado } from '../../policy.ts';
import { cancelDe, inviteDe } from '../../recomendaciones/server/service.ts';
import { solicitudEnMesaPath, solicitudPath } from '../../routes.ts';
import type * as contract from '../contract.ts';
import { ERRORES_SOLICITUD as ERRORES } from '../errors.ts';
import {
  ACCIONES_DE_SOLICITUD,
  diasDeServicio,
  lineaDeSolicitud,
  makeFolioSolicitud,
  puedeEnviar,
  puedeSolicitud,
  RANDOM_FOLIO,
} from '../rules.ts';
import {
  annulAsignacionesDe,
  cancelRecomendacionesDe,
  countRecomendaciones,
  findPresolicitudDe,
  findPublicada,
  findSolicitud,
  findSolicitudDe,
  freezeConvocatoria,
  insertSolicitud,
  type SolicitudRow,
  selectPendientes,
  selectPorEvaluar,
  shareValida,
} from './data.ts';
import { cartaDeDesistimiento, textoDeEnviada } from './mails.ts';

export type { SolicitudRow } from './data.ts';

/** What telling referees takes. */
type Mailing = Parameters<typeof cancelDe>[1];
type Quien = Pick<Asking, 'actor' | 'services'>;

/** One as it is now; with `lock`, held until the transaction ends. @throws {CallError} NOT_FOUND */
export const requireSolicitud = async (
  db: Db | Trx,
  id: string,
  options?: { lock?: boolean },
): Promise<SolicitudRow> => {
  const row = await findSolicitud(db, id, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Describes one's own application to the staff who attend a question about it. */
export const solicitudesContexto: Slots['contextoDeSoporte'] = {
  tipo: 'solicitud',
  async find(db, id, { personaId }) {
    const row = await findSolicitud(db, id);
    if (!row || row.persona_id !== personaId) return null;
    const { curso_nombre: nombre, convocatoria_id: convocatoria, edicion_id: edicion } = row;
    return {
      titulo: `Solicitud a ${nombre} (${SOLICITUD.palabra(row.estado).toLocaleLowerCase('es-MX')})`,
      enlace: solicitudPath(convocatoria),
      gestion: solicitudEnMesaPath(edicion, id),
    };
  },
};

/**
 * Takes a step of an application that is held (`requireSolicitud` with `lock`): guarded update, letter and history.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`)
 */
export const takePasoSolicitud = (
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones' | 'now'>,
  row: SolicitudRow,
  paso: Paso<typeof SOLICITUD>,
): Promise<void> =>
  takePasoDe(
    trx,
    services,
    { maquina: SOLICITUD, de: { solicitudId: row.id }, kind: 'Solicitud' },
    row,
    paso,
  );

/**
 * Ends what others still had to do for an application that left the competition: letters, interviews, scores that were not delivered. With
 * `services`, invited referees are told that their letter is not needed any more.
 */
export const closePendientesDe = async (
  trx: Trx,
  solicitudId: string,
  { motivo, ahora, services }: { motivo: string; ahora: Date; services?: Mailing },
): Promise<void> => {
  if (services) await cancelDe(trx, services, solicitudId);
  else {
    const ids = await cancelRecomendacionesDe(trx, solicitudId, ahora);
    const despues = { estado: 'cancelada', solicitudId };
    await recordCambios(
      trx,
      'recomendacion.cancelar',
      ids.map((id) => ({ id, despues })),
    );
  }
  await releaseDe(trx, { now: () => ahora }, solicitudId);
  const anuladas = await annulAsignacionesDe(trx, solicitudId, { motivo, ahora });
  const despues = { estado: 'anulada' };
  await recordCambios(
    trx,
    'asignacion.anular',
    anuladas.map((id) => ({ id, despues })),
    { motivo },
  );
};

const enQue = (row: Pick<SolicitudRow, 'curso_nombre' | 'convocatoria_id'>) => ({
  programa: row.curso_nombre,
  convocatoriaId: row.convocatoria_id,
});

/** Everything that the screen of one shows. */
export const readPropia = async (
  services: Pick<Services, 'db' | 'secrets'>,
  proveedores: readonly ProveedorDeHechos[],
  { actor, convocatoriaId, ahora }: { actor: Actor; convocatoriaId: string; ahora: Date },
) => {
  const { db } = services;
  const personaId = requirePersona(actor);
  const cv = await requirePublicada(db, convocatoriaId);
  const de = { personaId, convocatoriaId };
  const row = await findSolicitudDe(db, de);
  const presolicitud = (await findPresolicitudDe(db, de)) ?? null;
  const puede = puedeSolicitud(cv, row ?? null, presolicitud?.estado ?? null, ahora);
  const contexto = await readContexto(db, cv, { tramite: 'solicitud', personaId, ahora });
  const vista = await readVista(services, proveedores, contexto, {
    actor,
    row,
    de: row ? { solicitudId: row.id } : null,
    editable: puede.guardar.permitido,
    sigue:
      row !== undefined &&
      (SOLICITUD.can('enviar', row.estado) || SOLICITUD.can('corregir', row.estado)),
  });
  const actos = row ? await readActosDe(db, 'solicitud', row.id, ACCIONES_DE_SOLICITUD) : [];
  const { vivas, recibidas } = row
    ? await countRecomendaciones(db, row.id)
    : { vivas: 0, recibidas: 0 };
  const publicadoEn = row?.folio ? await findPublicada(db, convocatoriaId) : null;
  return {
    cv,
    row,
    vista,
    rest: {
      presolicitud,
      puede,
      recomendaciones: { pedidas: cv.bases.recomendaciones, vivas, recibidas },
      resultado:
        row && publicadoEn && !SOLICITUD.is('enConcurso', row.estado)
          ? { estado: row.estado, publicadoEn: publicadoEn.toISOString() }
          : null,
      linea: lineaDeSolicitud(cv, row ?? null, actos as Parameters<typeof lineaDeSolicitud>[2], {
        ahora,
        cartas: cv.bases.recomendaciones > 0,
      }),
    },
  };
};

/** Saves what was typed, of a new one or of corrections. See `saveBorradorSolicitud`. Also after the deadline: nothing is lost. */
export const saveDraft = async (
  trx: Trx,
  {
    convocatoriaId,
    respuestas,
    guardar,
    desde,
  }: z.output<typeof contract.saveBorradorSolicitud.input>,
  { actor, services }: Quien,
): Promise<{ id: string; guardadoEn: string; version: number }> => {
  const personaId = requirePersona(actor);
  const ahora = services.now();
  const cv = await holdConvocatoria(trx, convocatoriaId);
  const formulario = await readFormulario(trx, cv, 'solicitud');
  await perform(trx, holdingPersona(trx, personaId, { escribe: false }));
  const de = { personaId, convocatoriaId };
  const row = await findSolicitudDe(trx, de, { lock: true });
  const id = row?.id ?? randomUUID();
  const tecleado = tecleadoDe(services.secrets, formulario, { id, respuestas, guardar, ahora });
  if (row) {
    if (!SOLICITUD.can('enviar', row.estado) && !SOLICITUD.can('corregir', row.estado)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noEditable);
    }
    const draft = { id, desde, tecleado };
    if (!(await updateBorrador(trx, SOLICITUD, ['enviar', 'corregir'], draft))) {
      throw refuse('ABORTED', ERRORES_ENVIO.borradorCambio);
    }
  } else {
    const presolicitudId = await shareValida(trx, de);
    if (presolicitudId === undefined) throw refuse('FAILED_PRECONDITION', ERRORES.sinPresolicitud);
    const fila = { id, ...de, presolicitudId, ahora };
    if (typeof desde === 'string' || !(await insertSolicitud(trx, fila, tecleado))) {
      throw refuse('ABORTED', ERRORES_ENVIO.borradorCambio);
    }
  }
  const cambio = { id, personaId, despues: { estado: row?.estado ?? 'borrador', convocatoriaId } };
  if (row) await recordOnce(trx, 'solicitud.guardar', cambio);
  else await recordCambio(trx, 'solicitud.empezar', cambio);
  return { id, guardadoEn: ahora.toISOString(), version: formulario.version_numero };
};

/** Discards a draft with its referees, or corrections that were not sent. See `discardBorradorSolicitud`. */
export const discardDraft = async (
  trx: Trx,
  convocatoriaId: string,
  { actor, services }: Quien,
): Promise<void> => {
  const personaId = requirePersona(actor);
  await requirePublicada(trx, convocatoriaId);
  const row = await findSolicitudDe(trx, { personaId, convocatoriaId }, { lock: true });
  if (!row || SOLICITUD.is('cerradas', row.estado)) return;
  const antes = { estado: row.estado, convocatoriaId };
  if (SOLICITUD.can('descartar', row.estado)) {
    // Referees may have been invited before it was sent.
    await cancelDe(trx, services, row.id);
    await deleteBorrador(trx, SOLICITUD, row.id);
    await recordCambio(trx, 'solicitud.descartar', { id: row.id, personaId, antes });
    return;
  }
  if (!SOLICITUD.can('corregir', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEditable);
  }
  if (row.guardado_en === null) return;
  await clearBorrador(trx, 'solicitudes', row.id, services.now());
  await recordCambio(trx, 'solicitud.descartarCorreccion', { id: row.id, personaId, antes });
};

/** What the ranking needs to know of an applicant, as it is when they send. */
const decideHechos = async (
  trx: Trx,
  cv: ConvocatoriaRow,
  personaId: string,
  datos: Respuestas,
): Promise<{ afirmativa: boolean; antiguedad_dias: number | null }> => {
  const { campoAfirmativa, fechaCorte } = cv.bases;
  const [servicio] = await readValores(trx, personaId, ['servicio']);
  const ingreso = servicio?.valores.ingreso;
  return {
    afirmativa: campoAfirmativa !== null && isSi(respuestaDe(datos, campoAfirmativa)),
    antiguedad_dias: diasDeServicio(
      typeof ingreso === 'string' ? ingreso : null,
      fechaCorte ?? fechaDe(cv.solicitud_cierra),
    ),
  };
};

/** A box that is marked, or an option whose key says yes. */
const isSi = (respuesta: unknown): boolean => respuesta === true || respuesta === 'si';

type Enviada = {
  id: string;
  estado: EstadoSolicitud;
  numero: number;
  folioSolicitud: string;
  folio: string;
  clave: string;
  avisos: Destinatarios;
};

/** The call, held with others who write; alone by the one whose application may be the first. */
const holdParaEnviar = async (trx: Trx, convocatoriaId: string): Promise<ConvocatoriaRow> => {
  const seen = await requirePublicada(trx, convocatoriaId);
  if (seen.congelada_en !== null) return holdConvocatoria(trx, convocatoriaId);
  const cv = await requireConvocatoria(trx, { id: convocatoriaId }, { lock: true });
  requireVigente(cv);
  return cv;
};

/** The application as it is to be sent: what there is, or begun now. */
const beginIfNeeded = async (
  trx: Trx,
  row: SolicitudRow | undefined,
  de: { personaId: string; convocatoriaId: string },
  services: Services,
): Promise<SolicitudRow> => {
  if (row) return row;
  const presolicitudId = await shareValida(trx, de);
  if (presolicitudId === undefined) throw refuse('FAILED_PRECONDITION', ERRORES.sinPresolicitud);
  const id = randomUUID();
  await insertSolicitud(trx, { id, ...de, presolicitudId, ahora: services.now() }, null);
  const despues = { estado: 'borrador', convocatoriaId: de.convocatoriaId };
  await recordCambio(trx, 'solicitud.empezar', { id, personaId: de.personaId, despues });
  return requireSolicitud(trx, id, { lock: true });
};

/** @throws {CallError} FAILED_PRECONDITION: it may not be sent, or was not received in time. */
const requireEnviable = async (
  trx: Trx,
  cv: ConvocatoriaRow,
  row: SolicitudRow | undefined,
  { personaId, receivedAt }: { personaId: string; receivedAt: Date },
): Promise<void> => {
  const de = { personaId, convocatoriaId: cv.id };
  if ((await shareValida(trx, de)) === undefined) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinPresolicitud);
  }
  if (puedeEnviar(cv, row ?? null, 'valida', receivedAt).permitido) return;
  throw refuse(
    'FAILED_PRECONDITION',
    receivedAt < cv.solicitud_abre ? ERRORES.todaviaNo : ERRORES.fueraDePlazo,
  );
};

const submitOnce = async (
  trx: Trx,
  convocatoriaId: string,
  envio: Envio,
  enviando: Enviando,
): Promise<Enviada> => {
  const { actor, services, receivedAt } = enviando;
  const personaId = requirePersona(actor);
  const cv = await holdParaEnviar(trx, convocatoriaId);
  // Two sendings of one person wait for each other.
  await perform(trx, holdingPersona(trx, personaId, { escribe: true }));
  const de = { personaId, convocatoriaId };
  const found = await findSolicitudDe(trx, de, { lock: true });
  const corrige = found !== undefined && SOLICITUD.can('corregir', found.estado);
  if (found && !corrige && !SOLICITUD.can('enviar', found.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEditable);
  }
  await requireEnviable(trx, cv, found, { personaId, receivedAt });
  const contexto = await readContexto(trx, cv, {
    ...{ tramite: 'solicitud', personaId, ahora: receivedAt },
  });
  const revisado = await reviewEnvio(trx, contexto, envio, enviando);
  const cartas = found && (await countRecomendaciones(trx, found.id));
  // Once it was sent, a referee who declined or let the time pass does not keep it from being corrected.
  const cuentan = (cartas?.vivas ?? 0) + (corrige ? (cartas?.perdidas ?? 0) : 0);
  if (cuentan < cv.bases.recomendaciones) {
    throw refuse('FAILED_PRECONDITION', ERRORES.sinRecomendantes);
  }
  const row = await beginIfNeeded(trx, found, de, services);
  const estado = SOLICITUD.pasos.enviar.a;
  const year = Number(fechaDe(receivedAt).slice(0, 4));
  const folio = row.folio ?? makeFolioSolicitud(year, randomCrockford(RANDOM_FOLIO));
  const escrito = await writeEnvio(
    trx,
    contexto,
    revisado,
    {
      de: { solicitudId: row.id },
      estado: estadoDeSolicitud(estado),
      llave: envio.llave,
      propios: [{ etiqueta: 'Folio de la solicitud', valor: formatFolio(folio), clave: true }],
    },
    enviando,
  );
  const { mensajes } = contexto.formulario.version_definicion;
  const texto = textoDeEnviada(enQue(row), { corrige, folio: formatFolio(folio) });
  const { cupos } = revisado.juicio;
  await takePasoSolicitud(trx, services, row, {
    paso: corrige ? 'corregir' : 'enviar',
    accion: corrige ? 'solicitud.corregir' : 'solicitud.enviar',
    aviso: cartaDeAcuse(escrito, texto, mensajes?.confirmacion),
    a: escrito.avisos,
    cambios: {
      ...SIN_BORRADOR,
      ...{ folio, cupos, enviada_en: row.enviada_en ?? receivedAt },
      ...(await decideHechos(trx, cv, personaId, revisado.datos)),
    },
    despues: {
      ...{ convocatoriaId, presolicitudId: row.presolicitud_id, folio: formatFolio(folio), cupos },
      ...{ acuse: escrito.acuse.folio, en: receivedAt.toISOString() },
      numero: escrito.numero,
      huella: escrito.huella,
      versionId: contexto.formulario.version_id,
    },
  });
  await inviteDe(trx, services, row.id);
  if (cv.congelada_en === null && (await freezeConvocatoria(trx, cv.id, receivedAt))) {
    await recordCambio(trx, 'convocatoria.congelar', { id: cv.id });
  }
  return { id: row.id, estado, folioSolicitud: formatFolio(folio), ...answerOf(escrito) };
};

const TRIES = 3;

/** Sends it, or sends it again corrected. See `submitSolicitud`. `nueva`: it was not sent before with the same key. */
export const submitPropia = async (
  convocatoriaId: string,
  envio: Envio,
  enviando: Enviando,
): Promise<Enviada & { nueva: boolean }> => {
  const { actor, services } = enviando;
  const repetida = async () => {
    const found = await findRepetido(services.db, actor, envio.llave);
    if (!found) return null;
    const { estado, folio } = await requireSolicitud(services.db, found.id);
    return {
      ...{ ...found, estado, folioSolicitud: formatFolio(folio ?? '') },
      ...{ avisos: avisosDe(actor), nueva: false },
    };
  };
  const before = await repetida();
  if (before) return before;
  for (let tries = 1; ; tries += 1) {
    try {
      const sent = await services.db
        .transaction()
        .execute((trx) => submitOnce(trx, convocatoriaId, envio, enviando));
      return { ...sent, nueva: true };
    } catch (error) {
      // The same key was being sent at that moment: its answer is the other one's.
      const other = await repetida();
      if (other) return other;
      // Somebody else drew the same folio.
      if (tries === TRIES || !isUniqueViolation(error, 'solicitudes_folio_key')) throw error;
    }
  }
};

/** Withdraws for good. See `withdrawSolicitud`. Withdrawing again changes nothing. */
export const withdrawPropia = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string | null },
  { actor, services }: Quien,
): Promise<EstadoSolicitud> => {
  const personaId = requirePersona(actor);
  const found = await findSolicitud(trx, id);
  if (found?.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await holdConvocatoria(trx, found.convocatoria_id);
  const row = await requireSolicitud(trx, id, { lock: true });
  if (row.estado === SOLICITUD.pasos.desistir.a) return row.estado;
  if (!SOLICITUD.can('desistir', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noSeDesiste);
  }
  await takePasoSolicitud(trx, services, row, {
    paso: 'desistir',
    accion: 'solicitud.desistir',
    aviso: cartaDeDesistimiento(enQue(row), row.folio ?? undefined),
    motivo,
    cambios: SIN_BORRADOR,
  });
  const porque = motivo ?? 'Desistió de su solicitud.';
  await closePendientesDe(trx, id, { motivo: porque, ahora: services.now(), services });
  await leaveLugar(trx, services, row, porque);
  return SOLICITUD.pasos.desistir.a;
};

/** Passes to evaluation what was sent to calls that stopped receiving, also while the portal was away. Gives how many. */
export const startEvaluacion = async (services: Services): Promise<number> => {
  const antes = new Date(services.now().getTime() - GRACIA_MS);
  let passed = 0;
  for (;;) {
    const before = passed;
    const ids = await selectPorEvaluar(services.db, antes);
    if (ids.length === 0) return passed;
    for (const id of ids) {
      await services.db.transaction().execute(async (trx) => {
        const row = await requireSolicitud(trx, id, { lock: true });
        const cv = await requireConvocatoria(trx, { id: row.convocatoria_id });
        const isOver = cv.estado === 'publicada' && cv.solicitud_cierra <= antes;
        if (!isOver || !SOLICITUD.can('evaluar', row.estado)) return;
        await takePasoSolicitud(trx, services, row, {
          paso: 'evaluar',
          accion: 'solicitud.evaluar',
          aviso: null,
        });
        passed += 1;
      });
    }
    if (passed === before) return passed;
  }
};

/** On the applicant's home: an application to send. */
export const solicitudesPropias: Slots['pendientes'] = {
  de: 'propios',
  policy: canApplyPosgrado,
  async find(db, { actor: { personaId }, ahora }) {
    if (personaId === null) return [];
    const rows = await selectPendientes(db, { personaId, ahora });
    return rows.map((row) => ({
      titulo: `${row.empezada ? 'Termine' : 'Presente'} su solicitud a ${row.curso_nombre}`,
      detalle: row.edicion_nombre,
      venceEn: row.hasta,
      enlace: solicitudPath(row.convocatoria_id),
      accion: row.empezada ? 'Continuar' : 'Empezar',
    }));
  },
};
