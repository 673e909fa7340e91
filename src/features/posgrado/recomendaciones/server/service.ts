/**
 * Letters of recommendation: whom an applicant asks for one, and the letter itself, written by somebody without an account who has the
 * key that was mailed to them. The key is the only credential; its digest is all that is kept of it.
 */
import { createHash, createHmac } from 'node:crypto';
import { type Aporte, aporteDeTabla, type SinAporte } from '../../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking, Browser } from '../../../../platform/server/origin.ts';
import type { Secrets } from '../../../../platform/server/secrets.ts';
import type { Services } from '../../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../../platform/server/supresiones.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { fechaDe, startOfDay } from '../../../../platform/shared/dates.ts';
import { type FieldErrors, refuse, refuseFields } from '../../../../platform/shared/errors.ts';
import { tryKept } from '../../../../platform/shared/formatos.ts';
import { crockfordOf } from '../../../../platform/shared/ids.ts';
import { NO_SE_LEE } from '../../../../platform/shared/ilegible.ts';
import { addWorkingDays, calendarOf } from '../../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../../catalogos/server/service.ts';
import { sinRotulo } from '../../../cursos/rules.ts';
import { knownEquipo } from '../../../identidad/equipos/server/service.ts';
import { deConvocatoria } from '../../acceso/server/service.ts';
import { RECOMENDACION, SOLICITUD } from '../../estados.ts';
import { canApplyPosgrado } from '../../policy.ts';
import { recomendacionPath, solicitudPath } from '../../routes.ts';
import { CARTA, type InvitacionRecomendacion, type Recomendantes } from '../contract.ts';
import { ERRORES_RECOMENDACION as ERRORES } from '../errors.ts';
import {
  CAMPOS,
  type Carta,
  LARGO_CLAVE,
  type MomentoInvitacion,
  momentoDe,
  parseClave,
  problemaDeNombre,
  RELACIONES_DE_QUIEN_RECOMIENDA,
  readCarta,
  readCorreoRecomendante,
  readDeclinar,
  seAgrega,
  seEdita,
  seReemplaza,
} from '../rules.ts';
import {
  cancelDeCorreos,
  cancelDeSolicitud,
  countVivasDe,
  deEnviada,
  deletePropuesta,
  findByClave,
  findRecomendacion,
  findSolicitudDeCartas,
  insertRecomendacion,
  lapseDeSolicitud,
  markAbierta,
  markRecordada,
  markSospecha,
  type RecomendacionRow,
  type SolicitudLeida,
  selectCartas,
  selectConVivas,
  selectCorreosDe,
  selectDeSolicitud,
  selectPlazos,
  selectPorRecordar,
  selectPorReemplazar,
  selectSinEnviar,
  selectVencidas,
  updateCorreo,
  updateDeclinada,
  updateInvitada,
  updateRecibida,
} from './data.ts';
import {
  type AvisoDeCarta,
  cartaMail,
  type DeQue,
  invitacionMail,
  reciboMail,
  recordatorioMail,
  yaNoHaceFaltaMail,
} from './mails.ts';
import {
  contextoDe,
  nombreDeAspirante,
  presentInvitacion,
  presentRecomendantes,
  relacionEn,
} from './present.ts';

/** An act of the applicant: a deadline counts by when the request arrived. */
type Context = Pick<Asking, 'actor' | 'services'> & { receivedAt: Date };
type Mailing = Pick<Services, 'env' | 'notificaciones' | 'now' | 'secrets'>;

/** Mails to referees that an account may cause in a day, and those of them to one address. */
const INVITAR_BY_CUENTA = { name: 'recomendacion-cuenta', max: 20, windowSeconds: 86_400 };
const INVITAR_BY_DESTINO = { name: 'recomendacion-destino', max: 3, windowSeconds: 86_400 };
/** Guesses of a key by an address: only what opens nothing is one. The 130 bits of the key are the protection. */
const ABRIR = { name: 'recomendacion-abrir', max: 120, windowSeconds: 600 };

const claveDe = ({ secrets }: Pick<Services, 'secrets'>, id: string, numero: number): string =>
  crockfordOf(
    createHmac('sha256', secrets.prepared('recomendacion'))
      .update(`${id} ${numero}`)
      .digest()
      .subarray(0, LARGO_CLAVE),
  );
const hashDe = (clave: string): string => createHash('sha256').update(clave).digest('hex');

const urlDe = (
  services: Mailing,
  { id, clave_numero }: Pick<RecomendacionRow, 'id' | 'clave_numero'>,
) => `${services.env.publicUrl}${recomendacionPath(claveDe(services, id, clave_numero))}`;

const queDe = (solicitud: SolicitudLeida): DeQue => ({
  aspirante: nombreDeAspirante(solicitud),
  programa: solicitud.curso_nombre,
  edicion: sinRotulo('Edición', solicitud.edicion_nombre),
  venceEn: solicitud.recomendaciones_cierra,
});

const destinoDe = ({ correo, nombre }: Pick<RecomendacionRow, 'correo' | 'nombre'>) => ({
  to: correo,
  nombre,
});

/** Tells the applicant, where they have an account. */
const tellAspirante = async (
  trx: Trx,
  { env, notificaciones }: Mailing,
  solicitud: SolicitudLeida,
  aviso: AvisoDeCarta,
): Promise<void> => {
  const { correo: to, uid, curso_nombre: programa, convocatoria_id: convocatoriaId } = solicitud;
  if (to === null || uid === null) return;
  const destino = { to, uid, nombre: nombreDeAspirante(solicitud) };
  const que = { programa, enlace: solicitudPath(convocatoriaId), publicUrl: env.publicUrl };
  await notificaciones.notify(trx, deConvocatoria(convocatoriaId, cartaMail(destino, que, aviso)));
};

/** @throws {CallError} NOT_FOUND: it is nobody's, or of somebody else. */
const requireSolicitud = async (
  db: Db | Trx,
  id: string,
  { personaId }: Pick<Actor, 'personaId'>,
  options: { lock?: boolean } = {},
): Promise<SolicitudLeida> => {
  const row =
    personaId === null ? undefined : await findSolicitudDeCartas(db, id, { personaId, ...options });
  if (!row) throw refuse('NOT_FOUND', ERRORES.solicitud);
  return row;
};

/** One's own application, held until the transaction ends, while its referees may be changed. */
const requireEditable = async (
  trx: Trx,
  id: string,
  { actor, receivedAt }: Context,
): Promise<SolicitudLeida> => {
  const row = await requireSolicitud(trx, id, actor, { lock: true });
  if (!seEdita(contextoDe(row), receivedAt)) throw refuse('FAILED_PRECONDITION', ERRORES.cerrada);
  return row;
};

/** A letter of one's own application. @throws {CallError} NOT_FOUND */
const requireRecomendacion = async (
  db: Db | Trx,
  id: string,
  actor: Pick<Actor, 'personaId'>,
): Promise<RecomendacionRow> => {
  const row = await findRecomendacion(db, id);
  const own =
    row && actor.personaId !== null
      ? await findSolicitudDeCartas(db, row.solicitud_id, { personaId: actor.personaId })
      : undefined;
  if (!row || !own) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Counts a mail that an applicant causes. Not inside a transaction: what is counted stays. @throws {CallError} RESOURCE_EXHAUSTED */
const countInvitacion = async (
  { throttle }: Services,
  { uid }: Pick<Actor, 'uid'>,
  correo: string,
): Promise<void> => {
  await throttle.use(INVITAR_BY_CUENTA, uid);
  await throttle.use(INVITAR_BY_DESTINO, `${uid} ${correo}`);
};

/** The referees of one's own application. See `listRecomendantesSolicitud`. */
export const readRecomendantes = async (
  db: Db,
  solicitudId: string,
  actor: Pick<Actor, 'personaId'>,
  ahora: Date,
): Promise<Recomendantes> => {
  const solicitud = await requireSolicitud(db, solicitudId, actor);
  return presentRecomendantes(solicitud, await selectDeSolicitud(db, solicitudId), ahora);
};

/** Sends the first invitation of one who waits for it, with a key that did not exist before. */
const invite = async (
  trx: Trx,
  services: Mailing,
  solicitud: SolicitudLeida,
  row: RecomendacionRow,
): Promise<void> => {
  const numero = row.clave_numero + 1;
  const hash = hashDe(claveDe(services, row.id, numero));
  if (!(await updateInvitada(trx, row.id, { hash, numero, ahora: services.now() }))) {
    throw refuse('ABORTED', ERRORES.yaCambio);
  }
  const url = urlDe(services, { id: row.id, clave_numero: numero });
  await services.notificaciones.notify(
    trx,
    deConvocatoria(
      solicitud.convocatoria_id,
      invitacionMail(services.env, destinoDe(row), queDe(solicitud), url),
    ),
  );
  await recordCambio(trx, 'recomendacion.invitar', {
    id: row.id,
    personaId: solicitud.persona_id,
    antes: { estado: row.estado },
    despues: { estado: RECOMENDACION.pasos.invitar.a, solicitudId: solicitud.solicitud_id, numero },
  });
};

/**
 * Invites all those of an application who wait for it: when it is sent. Gives how many.
 */
export const inviteDe = async (
  trx: Trx,
  services: Mailing,
  solicitudId: string,
): Promise<number> => {
  const waiting = (await selectDeSolicitud(trx, solicitudId)).filter(({ estado }) =>
    RECOMENDACION.can('invitar', estado),
  );
  const solicitud = await findSolicitudDeCartas(trx, solicitudId);
  if (!solicitud) return 0;
  for (const row of waiting) await invite(trx, services, solicitud, row);
  return waiting.length;
};

/**
 * Cancels what an application still waits for, and tells those who had been invited: it was withdrawn, annulled, excluded, or its draft is
 * discarded (before its row goes). Letters that were received stay. `forget`: of what they are told nothing is kept. Gives how many.
 */
export const cancelDe = async (
  trx: Trx,
  services: { readonly notificaciones: Pick<Mailing['notificaciones'], 'notify'>; now: () => Date },
  solicitudId: string,
  carta: { forget?: boolean } = {},
): Promise<number> => {
  const solicitud = await findSolicitudDeCartas(trx, solicitudId);
  const rows = await cancelDeSolicitud(trx, solicitudId, services.now());
  for (const row of rows) {
    if (row.invitada_en !== null && solicitud) {
      await services.notificaciones.notify(
        trx,
        deConvocatoria(solicitud.convocatoria_id, {
          ...yaNoHaceFaltaMail(destinoDe(row), queDe(solicitud)),
          ...carta,
        }),
      );
    }
    await recordCambio(trx, 'recomendacion.cancelar', {
      id: row.id,
      personaId: solicitud?.persona_id ?? null,
      antes: { estado: row.estado },
      despues: { estado: RECOMENDACION.pasos.cancelar.a, solicitudId },
    });
  }
  return rows.length;
};

/** Letters of an application that are proposed, awaited or received: those that count towards what the call asks for. */
export const countVivas = (db: Db | Trx, solicitudId: string): Promise<number> =>
  countVivasDe(db, solicitudId);

type Propuesta = { nombre: string; correo: string; institucion: string; relacion: string };

/** What somebody wrote of a referee, checked. @throws {CallError} INVALID_ARGUMENT with `fields` */
const checkPropuesta = async (
  trx: Trx,
  { nombre, correo }: Pick<Propuesta, 'nombre' | 'correo'>,
  rows: readonly RecomendacionRow[],
  { personaId, email }: Pick<Actor, 'personaId' | 'email'>,
): Promise<string> => {
  const propios = [email, ...(await selectCorreosDe(trx, personaId!))];
  const otros = rows
    .filter(({ estado }) => estado !== 'cancelada' && estado !== 'vencida')
    .map((row) => row.correo);
  const leido = readCorreoRecomendante(correo, { propios, otros });
  const problema = problemaDeNombre(nombre);
  const fields: FieldErrors = {
    ...(problema !== null && { nombre: problema }),
    ...('problema' in leido && { correo: leido.problema }),
  };
  if ('problema' in leido || problema !== null) throw refuseFields(fields);
  return leido.correo;
};

/** Proposes somebody, and invites them when the application was sent already. */
const propose = async (
  trx: Trx,
  solicitud: SolicitudLeida,
  { nombre, institucion, relacion }: Propuesta,
  { correo, reemplaza }: { correo: string; reemplaza: string | null },
  { services }: Context,
) => {
  const id = await insertRecomendacion(trx, {
    solicitud_id: solicitud.solicitud_id,
    nombre: nombre.replace(/\s+/g, ' '),
    correo,
    institucion,
    relacion,
    reemplaza_a: reemplaza,
    creado_en: services.now(),
  });
  if (id === null) throw refuse('ABORTED', ERRORES.yaCambio);
  await recordCambio(trx, 'recomendacion.proponer', {
    id,
    personaId: solicitud.persona_id,
    despues: {
      estado: RECOMENDACION.pasos.proponer.a,
      solicitudId: solicitud.solicitud_id,
      ...(reemplaza !== null && { reemplazaA: reemplaza }),
    },
  });
  const made = (await findRecomendacion(trx, id))!;
  if (!SOLICITUD.is('enConcurso', solicitud.solicitud)) return { id, estado: made.estado };
  await invite(trx, services, solicitud, made);
  return { id, estado: RECOMENDACION.pasos.invitar.a };
};

/** Counts the invitation that goes out at once, of an application that was sent. */
const countSiEnviada = async (
  { estado, correo }: { estado: SolicitudLeida['solicitud']; correo: string },
  { actor, services }: Context,
): Promise<void> => {
  if (SOLICITUD.is('enConcurso', estado)) {
    await countInvitacion(services, actor, correo.trim().toLowerCase());
  }
};

/** Proposes a referee. See `createRecomendanteSolicitud`. */
export const createRecomendante = async (
  { solicitudId, ...propuesta }: Propuesta & { solicitudId: string },
  ctx: Context,
) => {
  const { db } = ctx.services;
  const antes = await requireSolicitud(db, solicitudId, ctx.actor);
  await countSiEnviada({ estado: antes.solicitud, correo: propuesta.correo }, ctx);
  return db.transaction().execute(async (trx) => {
    const solicitud = await requireEditable(trx, solicitudId, ctx);
    const rows = await selectDeSolicitud(trx, solicitudId);
    if (!seAgrega(rows, solicitud.bases.recomendaciones)) {
      throw refuse('FAILED_PRECONDITION', ERRORES.completas);
    }
    const correo = await checkPropuesta(trx, propuesta, rows, ctx.actor);
    return propose(trx, solicitud, propuesta, { correo, reemplaza: null }, ctx);
  });
};

/** Proposes another person in the place of one. See `replaceRecomendanteSolicitud`. */
export const replaceRecomendante = async (
  { id, ...propuesta }: Propuesta & { id: string },
  ctx: Context,
) => {
  const { db } = ctx.services;
  const { solicitud_id } = await requireRecomendacion(db, id, ctx.actor);
  const antes = await requireSolicitud(db, solicitud_id, ctx.actor);
  await countSiEnviada({ estado: antes.solicitud, correo: propuesta.correo }, ctx);
  return db.transaction().execute(async (trx) => {
    const solicitud = await requireEditable(trx, solicitud_id, ctx);
    const rows = await selectDeSolicitud(trx, solicitud_id);
    const uno = rows.find((row) => row.id === id);
    if (!uno || !seReemplaza(uno, rows)) throw refuse('FAILED_PRECONDITION', ERRORES.sinReemplazo);
    const correo = await checkPropuesta(trx, propuesta, rows, ctx.actor);
    return propose(trx, solicitud, propuesta, { correo, reemplaza: id }, ctx);
  });
};

/** Removes one who was not invited. See `removeRecomendanteSolicitud`. */
export const removeRecomendante = async (trx: Trx, id: string, ctx: Context): Promise<void> => {
  const row = await requireRecomendacion(trx, id, ctx.actor);
  const solicitud = await requireEditable(trx, row.solicitud_id, ctx);
  if (!(await deletePropuesta(trx, id))) throw refuse('ABORTED', ERRORES.yaCambio);
  await recordCambio(trx, 'recomendacion.quitar', {
    id,
    personaId: solicitud.persona_id,
    antes: { estado: row.estado, solicitudId: row.solicitud_id },
  });
};

/** Invites one now. See `sendInvitacionRecomendante`. */
export const inviteRecomendante = async (id: string, ctx: Context): Promise<void> => {
  const { services, actor } = ctx;
  const { solicitud_id, correo } = await requireRecomendacion(services.db, id, actor);
  await countInvitacion(services, actor, correo);
  await services.db.transaction().execute(async (trx) => {
    const solicitud = await requireEditable(trx, solicitud_id, ctx);
    const row = await requireRecomendacion(trx, id, actor);
    await invite(trx, services, solicitud, row);
  });
};

/** Writes again with the same link. See `resendInvitacionRecomendante`. */
export const resendInvitacion = async (id: string, ctx: Context): Promise<void> => {
  const { services, actor } = ctx;
  const { solicitud_id, correo } = await requireRecomendacion(services.db, id, actor);
  await countInvitacion(services, actor, correo);
  await services.db.transaction().execute(async (trx) => {
    const solicitud = await requireEditable(trx, solicitud_id, ctx);
    const row = await requireRecomendacion(trx, id, actor);
    if (!RECOMENDACION.can('reinvitar', row.estado)) throw refuse('ABORTED', ERRORES.yaCambio);
    await services.notificaciones.notify(
      trx,
      deConvocatoria(
        solicitud.convocatoria_id,
        invitacionMail(services.env, destinoDe(row), queDe(solicitud), urlDe(services, row)),
      ),
    );
    await recordCambio(trx, 'recomendacion.reenviar', {
      id,
      personaId: solicitud.persona_id,
      despues: { solicitudId: solicitud_id },
    });
  });
};

/** Invites the same person at another address. See `changeCorreoRecomendante`. */
export const changeCorreo = async (
  { id, correo: escrito }: { id: string; correo: string },
  ctx: Context,
): Promise<void> => {
  const { services, actor } = ctx;
  const antes = await requireRecomendacion(services.db, id, actor);
  const { solicitud_id } = antes;
  const correoNuevo = escrito.trim().toLowerCase();
  if (correoNuevo === antes.correo) throw refuseFields({ correo: ERRORES.mismoCorreo.message });
  await countInvitacion(services, actor, correoNuevo);
  await services.db.transaction().execute(async (trx) => {
    const solicitud = await requireEditable(trx, solicitud_id, ctx);
    const rows = await selectDeSolicitud(trx, solicitud_id);
    const row = rows.find((one) => one.id === id);
    if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
    const others = rows.filter((one) => one.id !== id);
    const correo = await checkPropuesta(
      trx,
      { nombre: row.nombre, correo: escrito },
      others,
      actor,
    );
    const numero = row.clave_numero + 1;
    const hash = hashDe(claveDe(services, id, numero));
    if (!(await updateCorreo(trx, id, { correo, hash, numero, ahora: services.now() }))) {
      throw refuse('ABORTED', ERRORES.yaCambio);
    }
    const url = urlDe(services, { id, clave_numero: numero });
    const destino = { to: correo, nombre: row.nombre };
    await services.notificaciones.notify(
      trx,
      deConvocatoria(
        solicitud.convocatoria_id,
        invitacionMail(services.env, destino, queDe(solicitud), url),
      ),
    );
    await recordCambio(trx, 'recomendacion.reinvitar', {
      id,
      personaId: solicitud.persona_id,
      despues: { solicitudId: solicitud_id, numero },
    });
  });
};

/** A letter by its key, as it stands. */
type Abierta = { row: RecomendacionRow; solicitud: SolicitudLeida; momento: MomentoInvitacion };

/** The bearer of a link: from where, and in whose session if there is one. */
type Portador = {
  clave: string;
  actor: Pick<Actor, 'personaId' | 'email'> | null;
  cookies: Browser['cookies'];
  ip: string;
  receivedAt: Date;
};

/** @throws {CallError} NOT_FOUND; RESOURCE_EXHAUSTED in its place once that address has guessed too often. */
const lookUpClave = async (
  { db, throttle }: Services,
  { clave, ip }: Pick<Portador, 'clave' | 'ip'>,
): Promise<{ row: RecomendacionRow; solicitud: SolicitudLeida }> => {
  const parsed = parseClave(clave);
  const row = parsed === null ? undefined : await findByClave(db, hashDe(parsed));
  const solicitud = row && (await findSolicitudDeCartas(db, row.solicitud_id));
  if (!row || !solicitud) {
    await throttle.use(ABRIR, ip);
    throw refuse('NOT_FOUND', ERRORES.enlace);
  }
  return { row, solicitud };
};

/** Notes, once, that a letter was opened from where its applicant enters. */
const suspect = async (trx: Trx, { row, solicitud }: Omit<Abierta, 'momento'>): Promise<void> => {
  if (!(await markSospecha(trx, row.id))) return;
  await recordCambio(trx, 'recomendacion.sospechar', {
    id: row.id,
    personaId: solicitud.persona_id,
    despues: { solicitudId: row.solicitud_id },
  });
};

/** Opens a link: says how it stands, and notes the first time and whether the applicant is near. It consumes nothing. */
const open = async (services: Services, portador: Portador): Promise<Abierta> => {
  const found = await lookUpClave(services, portador);
  const { row, solicitud } = found;
  const { actor, cookies, receivedAt } = portador;
  const correos = await selectCorreosDe(services.db, solicitud.persona_id);
  const propia =
    actor !== null &&
    (actor.personaId === solicitud.persona_id || correos.includes(actor.email.toLowerCase()));
  const momento = momentoDe(row.estado, contextoDe(solicitud), receivedAt);
  const cercana = propia || correos.some((correo) => knownEquipo(services, cookies, correo));
  const estrena = momento === 'abierta' && !propia && row.abierta_en === null;
  if ((cercana && !row.sospecha) || estrena) {
    await services.db.transaction().execute(async (trx) => {
      if (cercana) await suspect(trx, found);
      if (estrena && (await markAbierta(trx, { id: row.id, hash: row.clave_hash! }, receivedAt))) {
        await recordCambio(trx, 'recomendacion.abrir', {
          id: row.id,
          personaId: solicitud.persona_id,
          despues: { solicitudId: row.solicitud_id },
        });
      }
    });
  }
  return { row, solicitud, momento: propia ? 'propia' : momento };
};

/** What the page of a link shows. See `getInvitacionRecomendacion`. */
export const readInvitacion = async (
  services: Services,
  portador: Portador,
): Promise<InvitacionRecomendacion> => {
  const { momento, row, solicitud } = await open(services, portador);
  return presentInvitacion(momento, row, solicitud);
};

/** A letter as it is kept. The id goes in with it: put in another row, it does not open. */
const sealCarta = (secrets: Pick<Secrets, 'seal'>, id: string, carta: Carta): string =>
  secrets.seal(JSON.stringify({ id, carta: CARTA.stored(carta) }));

const openCarta = (secrets: Pick<Secrets, 'open'>, id: string, sellada: string): Carta => {
  const kept = JSON.parse(secrets.open(sellada)) as { id: string; carta: unknown };
  if (kept.id !== id) throw new Error(`the letter of another row was kept for ${id}`);
  return CARTA.read(kept.carta);
};

/** What was sent was taken: `false` when somebody else answered it a moment before. */
const receive = async (
  trx: Trx,
  services: Services,
  { row, solicitud }: Abierta,
  { carta, en }: { carta: Carta; en: Date },
): Promise<boolean> => {
  const sellada = sealCarta(services.secrets, row.id, carta);
  const cual = { id: row.id, hash: row.clave_hash! };
  if (!(await updateRecibida(trx, { ...cual, carta: sellada, en }))) return false;
  const que = queDe(solicitud);
  await services.notificaciones.notify(
    trx,
    deConvocatoria(solicitud.convocatoria_id, reciboMail(destinoDe(row), que, en)),
  );
  await tellAspirante(trx, services, solicitud, { tipo: 'recibida', recomendante: row.nombre });
  await recordCambio(trx, 'recomendacion.recibir', {
    id: row.id,
    personaId: solicitud.persona_id,
    antes: { estado: row.estado },
    despues: {
      estado: RECOMENDACION.pasos.recibir.a,
      solicitudId: row.solicitud_id,
      sha256: hashDe(sellada),
    },
  });
  return true;
};

const decline = async (
  trx: Trx,
  services: Services,
  { row, solicitud }: Abierta,
  { motivo, en }: { motivo: string | null; en: Date },
): Promise<boolean> => {
  const cual = { id: row.id, hash: row.clave_hash! };
  if (!(await updateDeclinada(trx, { ...cual, motivo, en }))) return false;
  const rows = await selectDeSolicitud(trx, row.solicitud_id);
  const declinada = rows.find(({ id }) => id === row.id)!;
  await tellAspirante(trx, services, solicitud, {
    tipo: 'declinada',
    recomendante: row.nombre,
    seReemplaza: seReemplaza(declinada, rows),
  });
  await recordCambio(trx, 'recomendacion.declinar', {
    id: row.id,
    personaId: solicitud.persona_id,
    antes: { estado: row.estado },
    despues: { estado: RECOMENDACION.pasos.declinar.a, solicitudId: row.solicitud_id },
  });
  return true;
};

/** What became of a form: the page as it stands, and what is wrong with the fields (null: nothing of theirs). `tomada`: it was taken, then or before. */
export type RespuestaDeFormulario = {
  tomada: boolean;
  invitacion: InvitacionRecomendacion;
  errores: FieldErrors | null;
};

/**
 * Takes the form of a letter, or that its author declines: once, whatever comes after. Sent twice, the second one finds it answered.
 * @throws {CallError} NOT_FOUND, RESOURCE_EXHAUSTED
 */
export const answerInvitacion = async (
  services: Services,
  portador: Portador,
  valores: Readonly<Record<string, string>>,
): Promise<RespuestaDeFormulario> => {
  const abierta = await open(services, portador);
  const present = ({ momento, row, solicitud }: Abierta) =>
    presentInvitacion(momento, row, solicitud);
  if (abierta.momento !== 'abierta') {
    const answered = abierta.momento === 'recibida' || abierta.momento === 'declinada';
    return { tomada: answered, invitacion: present(abierta), errores: null };
  }
  const en = portador.receivedAt;
  const leido =
    valores[CAMPOS.accion] === 'declinar'
      ? readDeclinar(valores)
      : readCarta(valores, abierta.solicitud.bases.minimoCarta);
  if ('errores' in leido) {
    return { tomada: false, invitacion: present(abierta), errores: leido.errores };
  }
  const taken = await services.db
    .transaction()
    .execute((trx) =>
      'carta' in leido
        ? receive(trx, services, abierta, { carta: leido.carta, en })
        : decline(trx, services, abierta, { motivo: leido.motivo, en }),
    );
  if (taken) return { tomada: true, invitacion: present(abierta), errores: null };
  // Answered, cancelled or invited elsewhere meanwhile: as it stands now.
  const ahora = await open(services, portador);
  const answered = ahora.momento === 'recibida' || ahora.momento === 'declinada';
  return { tomada: answered, invitacion: present(ahora), errores: null };
};

/** A letter that was received, opened; `carta` null: what is kept cannot be read. */
export type CartaLeida = {
  id: string;
  recomendante: string;
  institucion: string;
  /** In words. */
  relacion: string;
  recibidaEn: Date;
  /** It was opened from where the applicant enters: for staff only. */
  sospecha: boolean;
  carta: Carta | null;
};

/**
 * The letters received of these applications, by application, in the order in which they came. For evaluators and the desk, which record
 * that they read them; never for the applicant.
 */
export const readCartas = async (
  db: Db | Trx,
  secrets: Pick<Secrets, 'open'>,
  solicitudIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CartaLeida[]>> => {
  const rows = await selectCartas(db, solicitudIds);
  return new Map(
    [...Map.groupBy(rows, ({ solicitud_id }) => solicitud_id)].map(([solicitudId, suyas]) => [
      solicitudId,
      suyas.map((row) => ({
        id: row.id,
        recomendante: row.nombre,
        institucion: row.institucion,
        relacion: relacionEn(RELACIONES_DE_QUIEN_RECOMIENDA, row.relacion),
        recibidaEn: row.recibida_en,
        sospecha: row.sospecha,
        carta: tryKept(() => openCarta(secrets, row.id, row.carta)),
      })),
    ]),
  );
};

/** Working days before the end on which a referee is reminded, and the hour of that day in the school's zone. */
const RECORDATORIOS = [7, 3, 1] as const;
const HORA_MS = 9 * 3_600_000;
/** A request that came before the deadline may be written this long after it. */
const GRACIA_MS = 2 * 60_000;

/**
 * The reminder that is due at an instant, with when it fell due; null: none yet. Of several that an outage left behind, the last one.
 */
export const recordatorioDe = (
  venceEn: Date,
  ahora: Date,
  calendar: Parameters<typeof addWorkingDays>[2],
): { dias: number; desde: Date } | null => {
  const due = RECORDATORIOS.map((dias) => {
    const fecha = addWorkingDays(fechaDe(venceEn), -dias, calendar);
    return { dias, desde: new Date(startOfDay(fecha).getTime() + HORA_MS) };
  }).filter(({ desde }) => desde <= ahora);
  return due.at(-1) ?? null;
};

const remind = async (
  services: Services,
  { id, solicitud_id }: { id: string; solicitud_id: string },
  { dias, desde }: { dias: number; desde: Date },
): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const ahora = services.now();
    if (!(await markRecordada(trx, id, { desde, ahora }))) return;
    const row = (await findRecomendacion(trx, id))!;
    const solicitud = await findSolicitudDeCartas(trx, solicitud_id);
    if (!solicitud) return;
    const que = { url: urlDe(services, row), dias };
    await services.notificaciones.notify(
      trx,
      deConvocatoria(
        solicitud.convocatoria_id,
        recordatorioMail(services.env, destinoDe(row), queDe(solicitud), que),
      ),
    );
    await recordCambio(trx, 'recomendacion.recordar', {
      id,
      personaId: solicitud.persona_id,
      despues: { solicitudId: solicitud_id, diasHabiles: dias },
    });
  });

const lapse = async (services: Services, solicitudId: string): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const solicitud = await findSolicitudDeCartas(trx, solicitudId, { lock: true });
    const rows = await lapseDeSolicitud(trx, solicitudId, services.now());
    for (const { id } of rows) {
      await recordCambio(trx, 'recomendacion.vencer', {
        id,
        personaId: solicitud?.persona_id ?? null,
        antes: { estado: 'invitada' },
        despues: { estado: RECOMENDACION.pasos.vencer.a, solicitudId },
      });
    }
    const competes = solicitud && SOLICITUD.is('enConcurso', solicitud.solicitud);
    if (rows.length > 0 && competes) {
      await tellAspirante(trx, services, solicitud, { tipo: 'vencidas', cuantas: rows.length });
    }
  });

/**
 * What is done without being asked for: letters of drafts that were not sent are cancelled, those that did not come lapse, the others are
 * reminded of, each once. Safe to run at any time and twice.
 */
export const runPlazos = async (services: Services): Promise<void> => {
  const { db } = services;
  const ahora = services.now();
  const pasado = new Date(ahora.getTime() - GRACIA_MS);
  for (const id of await selectSinEnviar(db, pasado)) {
    await db.transaction().execute((trx) => cancelDe(trx, services, id));
  }
  for (const id of await selectVencidas(db, pasado)) await lapse(services, id);
  const plazos = await selectPlazos(db, ahora);
  if (plazos.length === 0) return;
  const calendar = calendarOf(await readDiasInhabiles(db));
  for (const { id, recomendaciones_cierra } of plazos) {
    const due = recordatorioDe(recomendaciones_cierra, ahora, calendar);
    if (!due) continue;
    const rows = await selectPorRecordar(db, { convocatoriaId: id, desde: due.desde, ahora });
    for (const row of rows) await remind(services, row, due);
  }
};

/** A letter that will not come, for the applicant who may propose another person. */
export const recomendacionesPendientes: Slots['pendientes'] = {
  de: 'propios',
  policy: canApplyPosgrado,
  async find(db, { actor: { personaId }, ahora }) {
    if (personaId === null) return [];
    const rows = await selectPorReemplazar(db, personaId, ahora);
    return rows.map((row) => ({
      titulo: 'Proponga a otra persona que le recomiende',
      detalle: `${row.curso_nombre}: ${row.declinadas === 1 ? 'una carta no se recibirá' : `${row.declinadas} cartas no se recibirán`}`,
      venceEn: row.recomendaciones_cierra,
      enlace: solicitudPath(row.convocatoria_id),
      accion: 'Proponer',
    }));
  },
};

/** Whose a letter is: of the applicant's application, and of its author by their address. */
const porSolicitud = {
  columna: 'solicitud_id',
  es: { tabla: 'solicitudes', id: 'id', por: { columna: 'persona_id', es: 'persona' } },
} as const;
const porCorreo = { columna: 'correo', es: 'correo' } as const;

/** Of the letters that somebody asked for: whom, and how each stands. */
export const recomendacionesAporte: Aporte = aporteDeTabla({
  id: 'recomendaciones-pedidas',
  titulo: 'Cartas de recomendación que pidió',
  tabla: 'recomendaciones',
  por: [porSolicitud],
  sin: [
    ...['clave_hash', 'clave_numero', 'carta', 'motivo', 'sospecha', 'abierta_en'],
    ...['recordada_en', 'reemplaza_a'],
  ],
  reservas: [
    'Lo que dicen las cartas y sus valoraciones: la solicitud de verlas se responde después de publicar los resultados.',
  ],
});

/** Of the letters that somebody was asked for: what is known of them, and the letter that they wrote. */
export const recomendacionesEscritasAporte: Aporte = aporteDeTabla({
  id: 'recomendaciones-escritas',
  titulo: 'Cartas de recomendación que le pidieron',
  tabla: 'recomendaciones',
  por: [porCorreo],
  sin: ['clave_hash', 'clave_numero', 'carta', 'sospecha', 'solicitud_id', 'reemplaza_a'],
  completa: async ({ secrets }, filas) =>
    filas.map(({ id, carta }) => ({
      carta:
        typeof carta === 'string'
          ? (tryKept(() => openCarta(secrets, String(id), carta)) ?? NO_SE_LEE)
          : null,
    })),
});

export const recomendacionesSinAporte: SinAporte = {
  'recomendaciones.reemplaza_a': 'dice en lugar de qué otra carta de la misma solicitud se pidió',
};

const SUPRIMIDO = "'(suprimido)'";

/** Letters that an applicant asked for stay with the application that they were for, if it was sent. */
const dePedidas = supresionDeTabla({
  id: 'recomendaciones-pedidas',
  titulo: 'Cartas de recomendación de sus solicitudes: se conservan las de solicitudes enviadas',
  tabla: 'recomendaciones',
  por: [porSolicitud],
  conserva: deEnviada,
  fundamento: 'academico',
});
export const recomendacionesSupresion: Supresion = {
  ...dePedidas,
  async perform(trx, titular, now) {
    // Also of drafts, whose rows go: a referee who was asked is told while it is known whom to tell.
    const services = { notificaciones: now.notificaciones, now: () => now.ahora };
    for (const id of await selectConVivas(trx, titular.personaIds)) {
      await cancelDe(trx, services, id, { forget: true });
    }
    return dePedidas.perform(trx, titular, now);
  },
};

const deQuienRecomienda = supresionDeTabla({
  id: 'recomendaciones-escritas',
  titulo: 'Cartas de recomendación que le pidieron',
  tabla: 'recomendaciones',
  por: [porCorreo],
  conserva: 'todo',
  fundamento: 'tramites',
  deja: {
    nombre: SUPRIMIDO,
    institucion: SUPRIMIDO,
    correo: "'suprimido-' || t.id",
    ...{ carta: 'null', motivo: 'null', clave_hash: 'null' },
  },
});

/** Of a referee it stays that they were asked, and by whom; what they were still asked for is cancelled. */
export const recomendacionesEscritasSupresion: Supresion = {
  ...deQuienRecomienda,
  async perform(trx, titular, now) {
    for (const { id, persona_id } of await cancelDeCorreos(trx, titular.correos, now.ahora)) {
      await recordCambio(trx, 'recomendacion.cancelar', {
        id,
        personaId: persona_id,
        despues: { estado: RECOMENDACION.pasos.cancelar.a },
      });
    }
    return deQuienRecomienda.perform(trx, titular, now);
  },
};

export const recomendacionesSinSupresion: SinSupresion = {
  'recomendaciones.reemplaza_a': 'se borra o se conserva con su propia carta',
};
