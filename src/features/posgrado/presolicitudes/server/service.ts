/** A pre-application: read, filled in, sent, and taken through its steps. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { perform } from '../../../../platform/server/db/together.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import {
  readActosDe,
  recordCambio,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import type { Destinatarios } from '../../../identidad/contacto/server/service.ts';
import { formatFolio } from '../../../inscripciones/acuse/rules.ts';
import { holdingPersona } from '../../../personas/server/service.ts';
import { withoutRespuestas } from '../../../plantillas/formulario/hechos/rules.ts';
import type { ProveedorDeHechos } from '../../../plantillas/reglas/server/service.ts';
import type { ConvocatoriaRow } from '../../convocatorias/server/service.ts';
import { ERRORES_ENVIO } from '../../envios/errors.ts';
import { GRACIA_MS } from '../../envios/rules.ts';
import { selectEnvios } from '../../envios/server/data.ts';
import {
  answerOf,
  avisosDe,
  cartaDeAcuse,
  clearBorrador,
  deleteBorrador,
  type Enviando,
  type Envio,
  estadoDePresolicitud,
  type FormularioDe,
  findRepetido,
  holdConvocatoria,
  judge,
  type Paso,
  readContexto,
  readFormulario,
  readVista,
  requirePersona,
  requirePublicada,
  reviewEnvio,
  SIN_BORRADOR,
  takePasoDe,
  tecleadoDe,
  updateBorrador,
  writeEnvio,
} from '../../envios/server/service.ts';
import { type EstadoPresolicitud, OBSERVACION, PRESOLICITUD } from '../../estados.ts';
import { canApplyPosgrado } from '../../policy.ts';
import {
  presolicitudDeCursoPath,
  presolicitudPath,
  validarPresolicitudPath,
} from '../../routes.ts';
import type * as contract from '../contract.ts';
import { ERRORES_PRESOLICITUD as ERRORES } from '../errors.ts';
import {
  ACCIONES_DE_PRESOLICITUD,
  lineaDePresolicitud,
  puedeEnviar,
  puedePresolicitud,
} from '../rules.ts';
import {
  findObservacion,
  findPresolicitud,
  findPresolicitudDe,
  findSolicitudViva,
  insertPresolicitud,
  type PresolicitudRow,
  selectAbiertas,
  selectObservaciones,
  selectPendientes,
  selectVencidas,
  updateRespuesta,
} from './data.ts';
import { cartaDeRetirada, cartaDeVencida, textoDeEnviada } from './mails.ts';

export type { PresolicitudRow } from './data.ts';

/** One as it is now; with `lock`, held until the transaction ends. @throws {CallError} NOT_FOUND */
export const requirePresolicitud = async (
  db: Db | Trx,
  id: string,
  options?: { lock?: boolean },
): Promise<PresolicitudRow> => {
  const row = await findPresolicitud(db, id, options);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Describes one's own pre-application to the staff who attend a question about it. */
export const presolicitudesContexto: Slots['contextoDeSoporte'] = {
  tipo: 'presolicitud',
  async find(db, id, { personaId }) {
    const row = await findPresolicitud(db, id);
    if (!row || row.persona_id !== personaId) return null;
    const { curso_id: curso, curso_nombre: nombre, estado } = row;
    return {
      titulo: `Presolicitud a ${nombre} (${PRESOLICITUD.palabra(estado).toLocaleLowerCase('es-MX')})`,
      enlace: validarPresolicitudPath(curso),
      gestion: presolicitudDeCursoPath(curso, id),
    };
  },
};

/**
 * Takes a step of a pre-application that is held (`requirePresolicitud` with `lock`): guarded update, letter and history. A room that
 * decides passes `cambios: { decidida_en, decidida_por }`, one that observes `{ vence_en }`.
 *
 * @throws {CallError} ABORTED (`posgrado-ya-cambio`)
 */
export const takePasoPresolicitud = (
  trx: Trx,
  services: Pick<Services, 'env' | 'notificaciones' | 'now'>,
  row: PresolicitudRow,
  paso: Paso<typeof PRESOLICITUD>,
): Promise<void> =>
  takePasoDe(
    trx,
    services,
    { maquina: PRESOLICITUD, de: { presolicitudId: row.id }, kind: 'Presolicitud' },
    row,
    paso,
  );

type Quien = Pick<Asking, 'actor' | 'services'>;

/** Its own pre-application of somebody, held. @throws {CallError} NOT_FOUND, also when it is another person's. */
const holdPropia = async (trx: Trx, id: string, personaId: string): Promise<PresolicitudRow> => {
  const found = await findPresolicitud(trx, id);
  if (found?.persona_id !== personaId) throw refuse('NOT_FOUND', ERRORES.noExiste);
  await holdConvocatoria(trx, found.convocatoria_id);
  return requirePresolicitud(trx, id, { lock: true });
};

const enQue = (row: Pick<PresolicitudRow, 'curso_nombre' | 'convocatoria_id'>) => ({
  programa: row.curso_nombre,
  convocatoriaId: row.convocatoria_id,
});

/** Calls for the list, each with how its requirements stand by the file alone. */
export const readAbiertas = async (
  db: Db,
  proveedores: readonly ProveedorDeHechos[],
  { actor, ahora }: { actor: Actor; ahora: Date },
) => {
  const personaId = requirePersona(actor);
  const rows = await selectAbiertas(db, { personaId, ahora });
  const found = [];
  for (const row of rows) {
    const contexto = await readContexto(db, row, { tramite: 'presolicitud', personaId, ahora });
    const { reglas } = contexto.formulario.version_definicion;
    const { resultados } = await judge(db, proveedores, contexto, {});
    found.push({ row, resultados: withoutRespuestas(reglas, resultados) });
  }
  return found;
};

/** Observations round by round, each round in the order of the form and then of its rules. */
const readObservaciones = async (
  db: Db,
  id: string,
  { version_definicion: { secciones, reglas } }: FormularioDe,
) => {
  const claves = [
    ...secciones.flatMap(({ campos }) => campos.map(({ clave }) => clave)),
    ...reglas.map(({ clave }) => clave),
  ];
  const placeOf = ({ requisito }: { requisito: string }) => claves.indexOf(requisito);
  return (await selectObservaciones(db, id)).toSorted(
    (a, b) => a.ronda - b.ronda || placeOf(a) - placeOf(b),
  );
};

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
  const row = await findPresolicitudDe(db, de);
  const viva = await findSolicitudViva(db, de);
  const solicitud = viva ? (viva.estado === 'borrador' ? 'borrador' : 'enviada') : null;
  const puede = puedePresolicitud(cv, row ?? null, solicitud, ahora);
  const contexto = await readContexto(db, cv, { tramite: 'presolicitud', personaId, ahora });
  const hasta = row?.estado === 'conObservaciones' ? row.vence_en : null;
  const vista = await readVista(
    services,
    proveedores,
    { ...contexto, hasta },
    {
      actor,
      row,
      de: row ? { presolicitudId: row.id } : null,
      editable: puede.guardar.permitido,
      sigue: row !== undefined && PRESOLICITUD.can('enviar', row.estado),
    },
  );
  const actos = row ? await readActosDe(db, 'presolicitud', row.id, ACCIONES_DE_PRESOLICITUD) : [];
  return {
    cv,
    row,
    vista,
    puede,
    observaciones: row ? await readObservaciones(db, row.id, contexto.formulario) : [],
    linea: lineaDePresolicitud(
      cv,
      row ?? null,
      actos as Parameters<typeof lineaDePresolicitud>[2],
      ahora,
    ),
  };
};

/**
 * Saves what was typed, of a new one or of the corrections. See `saveBorradorPresolicitud`. Also after the deadline, and before the window opens:
 * nothing is lost.
 */
export const saveDraft = async (
  trx: Trx,
  {
    convocatoriaId,
    respuestas,
    guardar,
    desde,
  }: z.output<typeof contract.saveBorradorPresolicitud.input>,
  { actor, services }: Quien,
): Promise<{ guardadoEn: string; version: number }> => {
  const personaId = requirePersona(actor);
  const ahora = services.now();
  const cv = await holdConvocatoria(trx, convocatoriaId);
  const formulario = await readFormulario(trx, cv, 'presolicitud');
  // Before the draft, as in sending.
  await perform(trx, holdingPersona(trx, personaId, { escribe: false }));
  const de = { personaId, convocatoriaId };
  const row = await findPresolicitudDe(trx, de, { lock: true });
  const viva = row && !PRESOLICITUD.is('cerradas', row.estado) ? row : undefined;
  const id = viva?.id ?? randomUUID();
  const tecleado = tecleadoDe(services.secrets, formulario, { id, respuestas, guardar, ahora });
  if (viva) {
    if (!PRESOLICITUD.can('enviar', viva.estado)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.noEditable);
    }
    const draft = { id, desde, tecleado };
    if (!(await updateBorrador(trx, PRESOLICITUD, ['enviar'], draft))) {
      throw refuse('ABORTED', ERRORES_ENVIO.borradorCambio);
    }
  } else if (
    typeof desde === 'string' ||
    !(await insertPresolicitud(trx, { id, ...de, ahora }, tecleado))
  ) {
    throw refuse('ABORTED', ERRORES_ENVIO.borradorCambio);
  }
  const cambio = { id, personaId, despues: { estado: viva?.estado ?? 'borrador', convocatoriaId } };
  if (viva) await recordOnce(trx, 'presolicitud.guardar', cambio);
  else await recordCambio(trx, 'presolicitud.empezar', cambio);
  return { guardadoEn: ahora.toISOString(), version: formulario.version_numero };
};

/** Discards a draft, or corrections that were not sent. See `discardBorradorPresolicitud`. */
export const discardDraft = async (
  trx: Trx,
  convocatoriaId: string,
  { actor, services }: Quien,
): Promise<void> => {
  const personaId = requirePersona(actor);
  await requirePublicada(trx, convocatoriaId);
  const row = await findPresolicitudDe(trx, { personaId, convocatoriaId }, { lock: true });
  if (!row || PRESOLICITUD.is('cerradas', row.estado)) return;
  if (!PRESOLICITUD.can('enviar', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noEditable);
  }
  if (row.guardado_en === null) return;
  if (!(await deleteBorrador(trx, PRESOLICITUD, row.id))) {
    await clearBorrador(trx, 'presolicitudes', row.id, services.now());
  }
  await recordCambio(trx, 'presolicitud.descartar', {
    id: row.id,
    personaId,
    antes: { estado: row.estado, convocatoriaId },
  });
};

/** @throws {CallError} FAILED_PRECONDITION: it was not received in time. */
const requireEnPlazo = (
  cv: ConvocatoriaRow,
  row: PresolicitudRow | undefined,
  receivedAt: Date,
): void => {
  if (puedeEnviar(cv, row ?? null, receivedAt).permitido) return;
  throw refuse(
    'FAILED_PRECONDITION',
    receivedAt < cv.presolicitud_abre ? ERRORES.todaviaNo : ERRORES.fueraDePlazo,
  );
};

/** @throws {CallError} FAILED_PRECONDITION (`observaciones-por-responder`) */
const requireRespondidas = async (trx: Trx, row: PresolicitudRow): Promise<void> => {
  const pendientes = (await selectObservaciones(trx, row.id)).filter(({ estado }) =>
    OBSERVACION.can('responder', estado),
  );
  if (pendientes.length === 0) return;
  throw refuse('FAILED_PRECONDITION', ERRORES.observaciones, {
    observaciones: pendientes.map(({ id }) => id),
  });
};

type Enviada = {
  id: string;
  estado: EstadoPresolicitud;
  numero: number;
  folio: string;
  clave: string;
  avisos: Destinatarios;
};

/** What was sent last, for who sends it again without a key. */
const sentAgain = async (trx: Trx, row: PresolicitudRow, actor: Actor): Promise<Enviada> => {
  const [ultimo] = await selectEnvios(trx, { presolicitudId: row.id });
  if (!ultimo) throw refuse('FAILED_PRECONDITION', ERRORES.yaEnviada);
  return {
    id: row.id,
    estado: row.estado,
    ...{ numero: ultimo.numero, folio: formatFolio(ultimo.acuse_folio), clave: ultimo.acuse_clave },
    avisos: avisosDe(actor),
  };
};

const submitOnce = async (
  trx: Trx,
  convocatoriaId: string,
  envio: Envio,
  enviando: Enviando,
): Promise<Enviada> => {
  const { actor, services, receivedAt } = enviando;
  const personaId = requirePersona(actor);
  const cv = await holdConvocatoria(trx, convocatoriaId);
  // Two sendings of one person wait for each other.
  await perform(trx, holdingPersona(trx, personaId, { escribe: true }));
  const de = { personaId, convocatoriaId };
  const found = await findPresolicitudDe(trx, de, { lock: true });
  const row = found && !PRESOLICITUD.is('cerradas', found.estado) ? found : undefined;
  if (row && !PRESOLICITUD.can('enviar', row.estado)) {
    if (envio.llave === null && row.estado === 'enviada') return sentAgain(trx, row, actor);
    throw refuse('FAILED_PRECONDITION', ERRORES.yaEnviada);
  }
  requireEnPlazo(cv, row, receivedAt);
  const corrige = row?.estado === 'conObservaciones';
  if (corrige) await requireRespondidas(trx, row);
  const contexto = {
    ...(await readContexto(trx, cv, { tramite: 'presolicitud', personaId, ahora: receivedAt })),
    hasta: corrige ? row.vence_en : null,
  };
  const revisado = await reviewEnvio(trx, contexto, envio, enviando);
  const id = row?.id ?? randomUUID();
  if (!row) {
    await insertPresolicitud(trx, { id, ...de, ahora: services.now() }, null);
    const despues = { estado: 'borrador', convocatoriaId };
    await recordCambio(trx, 'presolicitud.empezar', { id, personaId, despues });
  }
  const estado = PRESOLICITUD.pasos.enviar.a;
  const escrito = await writeEnvio(
    trx,
    contexto,
    revisado,
    {
      de: { presolicitudId: id },
      estado: estadoDePresolicitud(estado),
      llave: envio.llave,
    },
    enviando,
  );
  const held = row ?? (await requirePresolicitud(trx, id));
  const { mensajes } = contexto.formulario.version_definicion;
  await takePasoPresolicitud(trx, services, held, {
    paso: 'enviar',
    accion: corrige ? 'presolicitud.corregir' : 'presolicitud.enviar',
    aviso: cartaDeAcuse(escrito, textoDeEnviada(enQue(held), { corrige }), mensajes?.confirmacion),
    a: escrito.avisos,
    cambios: {
      ...SIN_BORRADOR,
      ...{ enviada_en: receivedAt, vence_en: null, decidida_en: null, decidida_por: null },
    },
    despues: {
      ...{ convocatoriaId, en: receivedAt.toISOString() },
      folio: escrito.acuse.folio,
      numero: escrito.numero,
      huella: escrito.huella,
      versionId: contexto.formulario.version_id,
    },
  });
  return { id, estado, ...answerOf(escrito) };
};

/** Sends it, or its corrections. See `submitPresolicitud`. `nueva`: it was not sent before with the same key. */
export const submitPropia = async (
  convocatoriaId: string,
  envio: Envio,
  enviando: Enviando,
): Promise<Enviada & { nueva: boolean }> => {
  const { actor, services } = enviando;
  const repetida = async () => {
    const found = await findRepetido(services.db, actor, envio.llave);
    if (!found) return null;
    const { estado } = await requirePresolicitud(services.db, found.id);
    return { ...found, estado, avisos: avisosDe(actor), nueva: false };
  };
  const before = await repetida();
  if (before) return before;
  try {
    const sent = await services.db
      .transaction()
      .execute((trx) => submitOnce(trx, convocatoriaId, envio, enviando));
    return { ...sent, nueva: true };
  } catch (error) {
    // The same key was being sent at that moment: its answer is the other one's.
    const other = await repetida();
    if (other) return other;
    throw error;
  }
};

/** Answers one observation. See `saveRespuestaObservacion`. Gives how many are still unanswered. */
export const answerObservacion = async (
  trx: Trx,
  { id, respuesta }: { id: string; respuesta: string },
  { actor, services, receivedAt }: Quien & { receivedAt: Date },
): Promise<number> => {
  const personaId = requirePersona(actor);
  const suya = await findObservacion(trx, id);
  if (!suya) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const row = await holdPropia(trx, suya.presolicitud_id, personaId);
  const todas = await selectObservaciones(trx, row.id);
  const mine = todas.find((one) => one.id === id)!;
  const ronda = Math.max(...todas.map((one) => one.ronda));
  if (row.estado !== 'conObservaciones' || mine.ronda !== ronda) {
    throw refuse('FAILED_PRECONDITION', ERRORES.observacionCerrada);
  }
  if (row.vence_en === null || receivedAt >= row.vence_en) {
    throw refuse('FAILED_PRECONDITION', ERRORES.fueraDePlazo);
  }
  await updateRespuesta(trx, id, { respuesta, ahora: services.now() });
  await recordCambio(trx, 'presolicitud.responder', {
    id: row.id,
    personaId,
    despues: { requisito: mine.titulo, observacionId: id },
  });
  return todas.filter((one) => one.id !== id && OBSERVACION.can('responder', one.estado)).length;
};

/** Withdraws it. See `withdrawPresolicitud`. Withdrawing again changes nothing. */
export const withdrawPropia = async (
  trx: Trx,
  { id, motivo }: { id: string; motivo: string | null },
  { actor, services, receivedAt }: Quien & { receivedAt: Date },
): Promise<EstadoPresolicitud> => {
  const personaId = requirePersona(actor);
  const row = await holdPropia(trx, id, personaId);
  if (row.estado === PRESOLICITUD.pasos.retirar.a) return row.estado;
  if (!PRESOLICITUD.can('retirar', row.estado)) {
    throw refuse('FAILED_PRECONDITION', ERRORES.noSeRetira);
  }
  const de = { personaId, convocatoriaId: row.convocatoria_id };
  if (await findSolicitudViva(trx, de)) throw refuse('FAILED_PRECONDITION', ERRORES.conSolicitud);
  const cv = await requirePublicada(trx, row.convocatoria_id);
  const hasta = receivedAt < cv.presolicitud_cierra ? cv.presolicitud_cierra : null;
  await takePasoPresolicitud(trx, services, row, {
    paso: 'retirar',
    accion: 'presolicitud.retirar',
    aviso: cartaDeRetirada(enQue(row), { hasta }),
    motivo,
    cambios: { ...SIN_BORRADOR, vence_en: null },
  });
  return PRESOLICITUD.pasos.retirar.a;
};

/** Lapses those whose observations were not answered in time, also those whose term ended while the portal was away. */
export const lapsePresolicitudes = async (services: Services): Promise<void> => {
  const ahora = services.now();
  const antes = new Date(ahora.getTime() - GRACIA_MS);
  for (const id of await selectVencidas(services.db, antes)) {
    await services.db.transaction().execute(async (trx) => {
      const row = await requirePresolicitud(trx, id, { lock: true });
      const isOver = row.vence_en !== null && row.vence_en <= antes;
      if (!isOver || !PRESOLICITUD.can('vencer', row.estado)) return;
      await takePasoPresolicitud(trx, services, row, {
        paso: 'vencer',
        accion: 'presolicitud.vencer',
        aviso: cartaDeVencida(enQue(row), row.vence_en!),
        motivo: 'No se respondieron las observaciones dentro del plazo.',
      });
    });
  }
};

/** On the applicant's home: drafts that may still be sent, and observations to answer. */
export const presolicitudesPropias: Slots['pendientes'] = {
  de: 'propios',
  policy: canApplyPosgrado,
  async find(db, { actor: { personaId }, ahora }) {
    if (personaId === null) return [];
    const rows = await selectPendientes(db, { personaId, ahora });
    return rows.map((row) => {
      const isDraft = row.estado === 'borrador';
      const responder =
        row.pendientes === 0
          ? 'Envíe las correcciones de su presolicitud'
          : 'Responda las observaciones a su presolicitud';
      return {
        titulo: `${isDraft ? 'Termine su presolicitud' : responder} a ${row.curso_nombre}`,
        detalle: row.edicion_nombre,
        venceEn: row.hasta,
        enlace: presolicitudPath(row.convocatoria_id),
        accion: isDraft ? 'Continuar' : 'Responder',
      };
    });
  },
};
