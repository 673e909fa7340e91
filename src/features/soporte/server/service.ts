/** Conversations of people with the school: opened, written in, read, attended and ended. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Aporte, aporteDeTabla, type SinAporte } from '../../../platform/server/aportes.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Mirada, Reciente } from '../../../platform/server/eventos/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import { recordCambio, recordOnce } from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import type { Services } from '../../../platform/server/services.ts';
import {
  type SinSupresion,
  type Supresion,
  supresionDeTabla,
} from '../../../platform/server/supresiones.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import type { Accion } from '../../../platform/shared/historial.ts';
import { randomCrockford } from '../../../platform/shared/ids.ts';
import { calendarOf, deadlineOf } from '../../../platform/shared/working-days.ts';
import { readDiasInhabiles } from '../../catalogos/server/service.ts';
import type { Seguidor } from '../../personas/clave/seguidores/server/service.ts';
import { selectAdjuntos, takeAdjuntos } from '../adjuntos/server/service.ts';
import { camposSinLlenar } from '../configuracion/rules.ts';
import { findContexto } from '../contextos/server/service.ts';
import * as contract from '../contract.ts';
import { ERRORES_SOPORTE as ERRORES } from '../errors.ts';
import { CONVERSACION } from '../estados.ts';
import { readAtencion } from '../horarios/server/service.ts';
import { canAttendSoporte } from '../policy.ts';
import {
  DIAS_PARA_REABRIR,
  formatFolio,
  isPropia,
  LIMITE_MENSAJES,
  limpiarTexto,
  MAX_ABIERTAS,
  makeFolio,
  puedeEn,
  RANDOM_FOLIO,
} from '../rules.ts';
import {
  type ConversacionRow,
  countAbiertas,
  countBandeja,
  countSinLeer,
  findAbiertaPorCliente,
  findConversacion,
  findNoVisto,
  findPorCliente,
  insertConversacion,
  insertMensaje,
  insertValoracion,
  moveConversaciones,
  type PasoDeConversacion,
  selectCambios,
  selectDePersona,
  selectDePersonas,
  selectMensajes,
  selectRecientes,
  takeNumero,
  updatePaso,
  upsertLectura,
} from './data.ts';
import { nombreDe, presentConversacion, presentMensaje } from './present.ts';

export type { ConversacionRow } from './data.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

const requirePersona = ({ personaId }: Actor): string => {
  if (personaId === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinExpediente);
  return personaId;
};

/** Pokes both ends and the inbox; after the commit. */
export const tellConversacion = (
  { eventos }: Pick<Services, 'eventos'>,
  row: Pick<ConversacionRow, 'id' | 'uid' | 'agente_uid'>,
  n: number,
): void => {
  const uids = new Set([row.uid, row.agente_uid].filter((uid) => uid !== null));
  for (const uid of uids) eventos.tell(`cuenta:${uid}`, 'conversacion', { id: row.id, n });
  eventos.tell('bandeja', 'bandeja', {});
};

/** Conversations that changed lately, for pokes that were lost. */
export const recientesDeSoporte: Mirada = async (db, desde) =>
  (await selectRecientes(db, desde)).flatMap((row): Reciente[] => {
    const { id, ultimo: n, actualizado_en: en } = row;
    const uids = new Set([row.uid, row.agente_uid].filter((uid) => uid !== null));
    return [
      ...[...uids].map((uid) => ({
        ...{ tema: `cuenta:${uid}` as const, tipo: 'conversacion' as const, datos: { id, n }, en },
      })),
      { tema: 'bandeja', tipo: 'bandeja', datos: {}, en },
    ];
  });

/**
 * One that whoever asks may see: its person, and staff, never their own as staff. Reading as staff is a reading of the file.
 *
 * @throws {CallError} NOT_FOUND
 */
export const requireConversacion = async (
  db: Db | Trx,
  id: string,
  actor: Actor,
  options: { lock?: boolean } = {},
): Promise<ConversacionRow & { propia: boolean }> => {
  const row = await findConversacion(db, id, { lector: actor.uid, ...options });
  const propia = row !== undefined && isPropia({ personaId: row.persona_id }, actor);
  if (!row || !(propia || canAttendSoporte(actor))) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return { ...row, propia };
};

/** Until when a resolved one may be opened again. */
const reabreHastaDe = async (db: Db | Trx, { resuelta_en: en }: ConversacionRow) =>
  en && deadlineOf(en, DIAS_PARA_REABRIR, calendarOf(await readDiasInhabiles(db as Db)));

const miradaDe = async (db: Db | Trx, row: ConversacionRow) => ({
  estado: row.estado,
  personaId: row.persona_id,
  agenteUid: row.agente_uid,
  valorada: row.valorada,
  tienePdf: row.pdf_sha256 !== null,
  reabreHasta: await reabreHastaDe(db, row),
});

/** A step of a conversation that is held, and what the history keeps of it. @throws {CallError} ABORTED-like refusal when another was faster. */
export const takePaso = async (
  trx: Trx,
  row: ConversacionRow,
  paso: PasoDeConversacion,
  accion: Accion,
  cambios: Parameters<typeof updatePaso>[3],
): Promise<void> => {
  if (!(await updatePaso(trx, row.id, paso, cambios))) throw refuse('ABORTED', ERRORES.revision);
  await recordCambio(trx, accion, {
    id: row.id,
    personaId: row.persona_id,
    antes: { estado: row.estado },
    despues: { estado: CONVERSACION.pasos[paso].a },
  });
};

type Escrito = Pick<
  z.output<typeof contract.sendMensaje.input>,
  'texto' | 'clienteId' | 'sensible' | 'adjuntos'
>;

const requireEscrito = ({ texto, adjuntos }: Escrito): string => {
  const limpio = limpiarTexto(texto);
  if (limpio === '' && adjuntos.length === 0) {
    throw refuse('INVALID_ARGUMENT', ERRORES.vacio, { fields: { texto: ERRORES.vacio.message } });
  }
  return limpio;
};

/** @throws {CallError} INVALID_ARGUMENT when nothing that is seen is left of it */
export const requireAsunto = (asunto: string): string => {
  const limpio = limpiarTexto(asunto).replace(/\s+/g, ' ');
  if (limpio !== '') return limpio;
  throw refuse('INVALID_ARGUMENT', ERRORES.sinAsunto, {
    fields: { asunto: ERRORES.sinAsunto.message },
  });
};

const sealTexto = ({ secrets }: Services, id: string, cliente: string, texto: string): string =>
  secrets.seal(JSON.stringify({ id, cliente, texto }));

/** Writes the next message of a conversation that is held, with its files. Gives its number. */
export const writeMensaje = async (
  trx: Trx,
  conversacionId: string,
  escrito: Escrito & { limpio: string; autor: 'persona' | 'agente' },
  { actor, services }: Context,
): Promise<number> => {
  const ahora = services.now();
  const n = await takeNumero(trx, conversacionId, ahora);
  const { clienteId, limpio, sensible, autor } = escrito;
  await insertMensaje(trx, {
    conversacion_id: conversacionId,
    ...{ n, autor, autor_uid: actor.uid, cliente_id: clienteId, creado_en: ahora },
    texto: sensible ? '' : limpio,
    sellado: sensible ? sealTexto(services, conversacionId, clienteId, limpio) : null,
  });
  await takeAdjuntos(trx, { conversacionId, n, adjuntos: escrito.adjuntos }, { actor, services });
  await upsertLectura(trx, { id: conversacionId, uid: actor.uid, hasta: n, ahora });
  return n;
};

/** Whether a message that was sent before says the same. @throws {CallError} INVALID_ARGUMENT when it does not. */
const requireSame = (
  { services }: Context,
  before: { texto: string; sellado: string | null },
  limpio: string,
): void => {
  const was =
    before.sellado === null
      ? before.texto
      : (JSON.parse(services.secrets.open(before.sellado)) as { texto: string }).texto;
  if (was !== limpio) throw refuse('INVALID_ARGUMENT', ERRORES.otro);
};

/** Opens a conversation with its first message. See `createConversacion`. */
export const openConversacion = async (
  input: z.output<typeof contract.createConversacion.input>,
  contextos: readonly Slots['contextoDeSoporte'][],
  ctx: Context,
): Promise<{ id: string; folio: string; n: number }> => {
  const { actor, services } = ctx;
  const { db } = services;
  const personaId = requirePersona(actor);
  const limpio = requireEscrito(input);
  const asunto = requireAsunto(input.asunto);
  const before = await findAbiertaPorCliente(db, actor.uid, input.clienteId);
  if (before) {
    requireSame(ctx, before, limpio);
    return { id: before.id, folio: formatFolio(before.folio), n: before.n };
  }
  await services.throttle.use(LIMITE_MENSAJES, actor.uid);
  const contexto = input.contexto && (await findContexto(db, contextos, input.contexto, actor));
  if (input.contexto && !contexto) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const anterior = input.anteriorId && (await requireConversacion(db, input.anteriorId, actor));
  if (anterior && !anterior.propia) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const id = randomUUID();
  const ahora = services.now();
  const folio = makeFolio(Number(fechaDe(ahora).slice(0, 4)), randomCrockford(RANDOM_FOLIO));
  const n = await db.transaction().execute(async (trx) => {
    if ((await countAbiertas(trx, personaId)) >= MAX_ABIERTAS) {
      throw refuse('RESOURCE_EXHAUSTED', ERRORES.muchasConversaciones);
    }
    await insertConversacion(trx, {
      ...{ id, folio, persona_id: personaId, asunto, contexto },
      ...{ estado: CONVERSACION.pasos.abrir.a, agente_uid: null, espera_desde: ahora },
      ...{ anterior_id: input.anteriorId, creado_en: ahora },
    });
    const number = await writeMensaje(trx, id, { ...input, limpio, autor: 'persona' }, ctx);
    await recordCambio(trx, 'conversacion.abrir', {
      id,
      personaId,
      despues: { estado: CONVERSACION.pasos.abrir.a, folio },
    });
    return number;
  });
  tellConversacion(services, { id, uid: actor.uid, agente_uid: null }, n);
  return { id, folio: formatFolio(folio), n };
};

/** What writing makes of a conversation, by who writes. */
const pasoDeEscribir = async (
  trx: Trx,
  row: ConversacionRow & { propia: boolean },
  { actor, services }: Context,
): Promise<void> => {
  const ahora = services.now();
  if (row.propia) {
    if (CONVERSACION.can('contestar', row.estado)) {
      await takePaso(trx, row, 'contestar', 'conversacion.contestar', { ahora });
    } else if (row.estado === 'resuelta') {
      // Its person wins over whoever resolved it meanwhile.
      await takePaso(trx, row, 'reabrir', 'conversacion.reabrir', { ahora, esperaDesde: ahora });
    }
    return;
  }
  if (row.agente_uid !== actor.uid) throw refuse('FAILED_PRECONDITION', ERRORES.deOtro);
  // One that was opened again waits first for who attended it: answering takes it.
  const paso = row.estado === 'enEspera' ? 'escribir' : 'responder';
  if (CONVERSACION.can(paso, row.estado)) {
    await takePaso(trx, row, paso, 'conversacion.responder', { ahora, esperaDesde: null });
  }
};

/** Sends a message. See `sendMensaje`. */
export const sendMensaje = async (
  input: z.output<typeof contract.sendMensaje.input>,
  ctx: Context,
): Promise<{ n: number; estado: ConversacionRow['estado'] }> => {
  const { actor, services } = ctx;
  const { db } = services;
  const { id, clienteId } = input;
  const limpio = requireEscrito(input);
  const seen = await requireConversacion(db, id, actor);
  if (!seen.propia && camposSinLlenar(limpio).length > 0) {
    throw refuse('INVALID_ARGUMENT', ERRORES.respuestaIncompleta);
  }
  /** The number of one that was sent before. */
  const sentBefore = async (on: Db | Trx): Promise<number | null> => {
    const before = await findPorCliente(on, id, actor.uid, clienteId);
    if (before) requireSame(ctx, before, limpio);
    return before?.n ?? null;
  };
  const before = await sentBefore(db);
  if (before !== null) return { n: before, estado: seen.estado };
  await services.throttle.use(LIMITE_MENSAJES, actor.uid);
  const sent = await db.transaction().execute(async (trx) => {
    const row = await requireConversacion(trx, id, actor, { lock: true });
    // Sent twice at the same moment: the other one wrote it while this one waited for the conversation.
    const other = await sentBefore(trx);
    if (other !== null) return { n: other, row };
    const { escribir } = puedeEn(await miradaDe(trx, row), actor, {
      staff: canAttendSoporte(actor),
      ahora: services.now(),
    });
    if (!escribir) {
      const other = !row.propia && CONVERSACION.is('abiertas', row.estado);
      throw refuse('FAILED_PRECONDITION', other ? ERRORES.deOtro : ERRORES.cerrada);
    }
    if (!row.propia && input.visto !== null) {
      const desde = await findNoVisto(trx, id, { visto: input.visto, uid: actor.uid });
      if (desde !== null) throw refuse('ABORTED', ERRORES.noVisto, { desde });
    }
    await pasoDeEscribir(trx, row, ctx);
    const autor = row.propia ? 'persona' : 'agente';
    const n = await writeMensaje(trx, id, { ...input, limpio, autor }, ctx);
    // Messages within minutes are one act in the history; the conversation itself keeps each.
    await recordOnce(trx, 'conversacion.escribir', {
      id,
      personaId: row.persona_id,
      despues: { n },
    });
    return { n, row };
  });
  tellConversacion(services, sent.row, sent.n);
  return { n: sent.n, estado: (await requireConversacion(db, id, actor)).estado };
};

/** One's own conversations. */
export const readConversaciones = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  busqueda: string | undefined,
) => {
  const personaId = requirePersona(actor);
  const rows = await selectDePersona(db, { personaId, lector: actor.uid, busqueda });
  const ahora = now();
  const { atencion, usual } = await readAtencion(db, ahora);
  return {
    conversaciones: rows.map((row) => presentConversacion(row, { uid: actor.uid, usual })),
    atencion,
    maximo: MAX_ABIERTAS,
    ahora: ahora.toISOString(),
  };
};

/** A page of messages with the conversation. Staff leave that they read it. */
export const readMensajes = async (
  services: Services,
  { id, tras, antes }: z.output<typeof contract.listMensajes.input>,
  actor: Actor,
) => {
  const { db, secrets, now } = services;
  const row = await requireConversacion(db, id, actor);
  if (!row.propia) {
    await db
      .transaction()
      .execute((trx) => recordOnce(trx, 'conversacion.leer', { id, personaId: row.persona_id }));
  }
  const ahora = now();
  const mensajes = await selectMensajes(db, id, { tras, antes, limite: contract.PAGINA });
  const adjuntos = await selectAdjuntos(
    db,
    id,
    mensajes.map(({ n }) => n),
  );
  const { atencion, usual } = await readAtencion(db, ahora);
  const nombre = nombreDe(row);
  const first = mensajes[0]?.n ?? 1;
  return {
    conversacion: presentConversacion(row, { uid: actor.uid, usual }),
    mensajes: mensajes.map((one) =>
      presentMensaje(one, {
        secrets,
        uid: actor.uid,
        nombre,
        adjuntos: adjuntos.filter(({ n }) => n === one.n),
      }),
    ),
    hayAntes: tras === undefined && first > 1,
    leidoPorOtro: row.leido_por_otro,
    puede: puedeEn(await miradaDe(db, row), actor, { staff: canAttendSoporte(actor), ahora }),
    atencion,
    ahora: ahora.toISOString(),
  };
};

/** What changed since the cursors, of those that whoever asks may see. */
export const readCambios = async (
  db: Db,
  { cursores }: z.output<typeof contract.listCambiosSoporte.input>,
  actor: Actor,
) => {
  const staff = canAttendSoporte(actor);
  const rows = await selectCambios(
    db,
    cursores.map(({ id }) => id),
  );
  const had = new Map(cursores.map(({ id, n }) => [id, n]));
  const sinLeer =
    actor.personaId === null
      ? 0
      : await countSinLeer(db, { personaId: actor.personaId, uid: actor.uid });
  const atiende = staff
    ? (await countBandeja(db, { lector: actor.uid, personaId: actor.personaId })).sinLeer
    : 0;
  return {
    cambios: rows
      .filter(
        ({ id, persona_id, ultimo }) =>
          (staff || persona_id === actor.personaId) && ultimo > (had.get(id) ?? 0),
      )
      .map(({ id, ultimo, estado }) => ({ id, ultimo, estado })),
    sinLeer: sinLeer + atiende,
  };
};

/** Reads up to a message, and tells the other end. */
export const saveLectura = async (
  services: Services,
  { id, hasta }: { id: string; hasta: number },
  actor: Actor,
): Promise<number> => {
  const row = await requireConversacion(services.db, id, actor);
  // Of staff, only who attends it reads for the school.
  if (!row.propia && row.agente_uid !== actor.uid) return row.leido_hasta;
  const leido = await services.db
    .transaction()
    .execute((trx) => upsertLectura(trx, { id, uid: actor.uid, hasta, ahora: services.now() }));
  if (leido > row.leido_hasta) tellConversacion(services, row, row.ultimo);
  return leido;
};

/** Tells the other end that one is writing. */
export const tellEscribiendo = async (
  services: Services,
  id: string,
  actor: Actor,
): Promise<void> => {
  const row = await requireConversacion(services.db, id, actor);
  const agente = !row.propia;
  const other = agente ? row.uid : row.agente_uid;
  if (other) services.eventos.tell(`cuenta:${other}`, 'escribiendo', { id, agente });
  // Colleagues who look at the same conversation.
  if (agente) services.eventos.tell('bandeja', 'escribiendo', { id, agente });
};

/** Ends a conversation: its person, or who attends it. */
export const resolveConversacion = async (id: string, { actor, services }: Context) => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await requireConversacion(trx, id, actor, { lock: true });
    const ahora = services.now();
    const staff = canAttendSoporte(actor);
    if (!puedeEn(await miradaDe(trx, held), actor, { staff, ahora }).resolver) {
      const other = !held.propia && CONVERSACION.is('abiertas', held.estado);
      throw refuse('FAILED_PRECONDITION', other ? ERRORES.deOtro : ERRORES.cerrada);
    }
    const resueltaPor = held.propia ? 'persona' : actor.uid;
    await takePaso(trx, held, 'resolver', 'conversacion.resolver', {
      ahora,
      resueltaPor,
      esperaDesde: null,
    });
    return held;
  });
  tellConversacion(services, row, row.ultimo);
  return { estado: CONVERSACION.pasos.resolver.a };
};

/** Opens a resolved one again; it waits first for who attended it. */
export const reopenConversacion = async (id: string, { actor, services }: Context) => {
  const row = await services.db.transaction().execute(async (trx) => {
    const held = await requireConversacion(trx, id, actor, { lock: true });
    const ahora = services.now();
    if (!puedeEn(await miradaDe(trx, held), actor, { staff: false, ahora }).reabrir) {
      throw refuse('FAILED_PRECONDITION', ERRORES.cerrada);
    }
    await takePaso(trx, held, 'reabrir', 'conversacion.reabrir', { ahora, esperaDesde: ahora });
    return held;
  });
  tellConversacion(services, row, row.ultimo);
  return { estado: CONVERSACION.pasos.reabrir.a };
};

/** How it went, said once by its person. */
export const rateConversacion = async (
  { id, valor, comentario }: z.output<typeof contract.saveValoracionConversacion.input>,
  { actor, services }: Context,
): Promise<void> => {
  await services.db.transaction().execute(async (trx) => {
    const row = await requireConversacion(trx, id, actor, { lock: true });
    const ahora = services.now();
    const { valorar } = puedeEn(await miradaDe(trx, row), actor, { staff: false, ahora });
    const limpio = limpiarTexto(comentario);
    const written =
      valorar &&
      (await insertValoracion(trx, {
        ...{ conversacion_id: id, valor, comentario: limpio, creado_en: ahora },
      }));
    if (!written) throw refuse('FAILED_PRECONDITION', ERRORES.valoracion);
    await recordCambio(trx, 'conversacion.valorar', {
      id,
      personaId: row.persona_id,
      despues: { valor },
    });
  });
};

/** What a conversation would be opened about. @throws {CallError} NOT_FOUND */
export const readContexto = async (
  db: Db,
  contextos: readonly Slots['contextoDeSoporte'][],
  que: z.output<typeof contract.getContextoSoporte.input>,
  actor: Actor,
) => {
  const contexto = await findContexto(db, contextos, que, actor);
  if (!contexto) throw refuse('NOT_FOUND', ERRORES.noExiste);
  const { gestion: _gestion, ...suyo } = contexto;
  return { contexto: suyo };
};

/** About whom one is, so that nobody attends their own. */
export const sujetoDeConversacion = async (
  { id }: { id: string },
  { services, actor }: { services: Pick<Services, 'db'>; actor: Actor },
) => ({
  personaIds: [(await findConversacion(services.db, id, { lector: actor.uid }))?.persona_id],
});

/** They follow their person, whichever of the two files stays. */
export const soporteSeguidor: Seguidor = {
  columnas: ['soporte_conversaciones.persona_id'],
  llama: { soporte_conversaciones: 'conversaciones con la escuela' },
  soloPersona: ['soporte_conversaciones'],

  async look(trx, { de }, lock) {
    const rows = await selectDePersonas(trx, [de], lock);
    return {
      siguen: rows.map(
        ({ folio, estado }) =>
          `Conversación ${folio} (${CONVERSACION.palabra(estado).toLowerCase()}).`,
      ),
      version: rows,
    };
  },

  async follow(trx, { de, a, anotar }) {
    if (a === null) return;
    const rows = await selectDePersonas(trx, [de], true);
    await moveConversaciones(trx, de, a);
    for (const { id } of rows) {
      anotar('conversacion.cambiarPersona', {
        id,
        personaId: a,
        antes: { personaId: de },
        despues: { personaId: a },
      });
    }
  },
};

const DE_PERSONA = { columna: 'persona_id', es: 'persona' } as const;
const porConversacion = {
  columna: 'conversacion_id',
  es: { tabla: 'soporte_conversaciones', id: 'id', por: DE_PERSONA },
} as const;

/** Messages and, since they are about the person, the notes of staff: whoever writes one is told so. */
export const soporteAportes: readonly Aporte[] = [
  aporteDeTabla({
    id: 'conversaciones',
    titulo: 'Sus conversaciones con la escuela',
    tabla: 'soporte_conversaciones',
    por: [DE_PERSONA],
    sin: ['agente_uid', 'pdf_objeto'],
    archivos: ({ folio, pdf_objeto, pdf_sha256 }) =>
      typeof pdf_objeto === 'string' && typeof pdf_sha256 === 'string'
        ? [{ nombre: `Conversación ${String(folio)}.pdf`, objeto: pdf_objeto, sha256: pdf_sha256 }]
        : [],
  }),
  aporteDeTabla({
    id: 'mensajes-de-soporte',
    titulo: 'Mensajes de sus conversaciones',
    tabla: 'soporte_mensajes',
    por: [porConversacion],
    sin: ['autor_uid', 'cliente_id', 'busqueda', 'sellado'],
    completa: async ({ secrets }, filas) =>
      filas.map(({ sellado }) => {
        if (typeof sellado !== 'string') return {};
        const opened = JSON.parse(secrets.open(sellado)) as { texto: string };
        return { texto: opened.texto };
      }),
  }),
  aporteDeTabla({
    id: 'notas-de-soporte',
    titulo: 'Notas del personal sobre sus conversaciones',
    tabla: 'soporte_notas',
    por: [porConversacion],
    sin: ['autor_uid', 'cliente_id'],
  }),
  aporteDeTabla({
    id: 'archivos-de-soporte',
    titulo: 'Archivos de sus conversaciones',
    tabla: 'soporte_adjuntos',
    por: [porConversacion],
    sin: ['objeto'],
    archivos: ({ nombre, objeto, sha256 }) =>
      typeof objeto === 'string' && typeof sha256 === 'string'
        ? [{ nombre: String(nombre), objeto, sha256 }]
        : [],
  }),
  aporteDeTabla({
    id: 'valoraciones-de-soporte',
    titulo: 'Sus valoraciones de la atención',
    tabla: 'soporte_valoraciones',
    por: [porConversacion],
  }),
];

/** All of it goes with its person's data: nothing of it is a record that the law keeps. */
export const soporteSupresiones: readonly Supresion[] = [
  supresionDeTabla({
    id: 'conversaciones',
    titulo: 'Conversaciones con la escuela',
    tabla: 'soporte_conversaciones',
    por: [DE_PERSONA],
    objetos: ({ pdf_objeto }) => [pdf_objeto],
  }),
  ...(
    [
      ['mensajes-de-soporte', 'Mensajes de sus conversaciones', 'soporte_mensajes'],
      ['notas-de-soporte', 'Notas sobre sus conversaciones', 'soporte_notas'],
      ['lecturas-de-soporte', 'Hasta dónde leyó en sus conversaciones', 'soporte_lecturas'],
      ['valoraciones-de-soporte', 'Valoraciones de la atención', 'soporte_valoraciones'],
    ] as const
  ).map(([id, titulo, tabla]) => supresionDeTabla({ id, titulo, tabla, por: [porConversacion] })),
  supresionDeTabla({
    id: 'archivos-de-soporte',
    titulo: 'Archivos de sus conversaciones',
    tabla: 'soporte_adjuntos',
    por: [porConversacion],
    objetos: ({ objeto }) => [objeto],
  }),
];

/** Columns that name whoever wrote or read: a message is given with its conversation, and staff act as the school. */
const DE_QUIEN_ESCRIBE = Object.fromEntries(
  [
    'soporte_adjuntos.n',
    'soporte_conversaciones.agente_uid',
    'soporte_lecturas.uid',
    'soporte_mensajes.autor_uid',
    'soporte_notas.autor_uid',
  ].map((columna) => [columna, 'se entrega y se suprime con su conversación']),
);
export const soporteSinAporte: SinAporte = {
  ...DE_QUIEN_ESCRIBE,
  'soporte_lecturas.conversacion_id': 'hasta dónde leyó cada quien no dice nada de la persona',
};
export const soporteSinSupresion: SinSupresion = DE_QUIEN_ESCRIBE;
