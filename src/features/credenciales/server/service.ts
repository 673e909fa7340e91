import type { Credential } from '../../../platform/server/credentials/types.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import {
  recordCambio,
  recordOnce,
  recordVistos,
} from '../../../platform/server/historial/index.ts';
import type { Asking } from '../../../platform/server/origin.ts';
import { queueOf } from '../../../platform/server/queues.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { fechaDe } from '../../../platform/shared/dates.ts';
import { refuse } from '../../../platform/shared/errors.ts';
import { randomCrockford } from '../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import type { Sujeto } from '../../../platform/shared/uno-mismo.ts';
import { esLaMismaPersona } from '../../identidad/cuentas/server/service.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import {
  lockPersonaByClave,
  lockPersonaById,
  readPersonaIdByClave,
} from '../../personas/server/service.ts';
import { type Base, requireBase, SIN_BASE } from '../acta/server/service.ts';
import { type Contenido, requireContenido } from '../contenido/server/service.ts';
import { EMITIDO_IMPRESO, type EmitidoImpreso } from '../contract.ts';
import { touchPar } from '../emisor/server/data.ts';
import { chooseLugar, signEmitido } from '../emisor/server/service.ts';
import { ERRORES } from '../errors.ts';
import { EMITIDO } from '../estados.ts';
import { canIssueEmitidos, canReadEmitido } from '../policy.ts';
import { EMITIDOS_PATH, validacionPath } from '../routes.ts';
import {
  formatFolioEmitido,
  lookOf,
  makeFolioEmitido,
  parseFolioEmitido,
  RANDOM_EMITIDO,
  type Tipo,
  tipoOf,
  vigenciaDe,
} from '../rules.ts';
import {
  countPorAprobar,
  deleteBorradorEmitido,
  type EmitidoRow,
  findEmitido,
  findEmitidoByFolio,
  findEmitidoDeOrigen,
  findSustituto,
  insertEmitido,
  lockEmitido,
  type Origen,
  selectUnoDeCadaUno,
  setCredencial,
  stepEmitido,
} from './data.ts';
import { notifyTitular } from './mails.ts';

type Context = Pick<Asking, 'actor' | 'services'>;

/** What a document says, of whatever format it was kept in. */
export const datosOf = (row: Pick<EmitidoRow, 'datos'>): EmitidoImpreso =>
  EMITIDO_IMPRESO.read(row.datos);

type Nuevo = {
  id: string;
  tipo: Tipo;
  /** `nombre`: as it is written in the file, each part in its own case. */
  persona: { id: string; nombre: string };
  contenido: Contenido;
  /** Which one it takes the place of, and why. */
  sustituye?: { row: EmitidoRow; motivo: string };
  /** For what it is issued with others: of one there is one. */
  origen?: Origen;
  base?: Base;
  /** Of a certificado of an acta: whether it says the grade (it does unless told otherwise). */
  conCalificacion?: boolean;
  /** The person completed a route, which the document is about. */
  deRuta?: boolean;
};

/** With what a document is issued; without `notificaciones` (the demonstration's) its holder is told nothing. */
type Emite = {
  readonly env: Services['env'];
  readonly notificaciones: Services['notificaciones'] | null;
  readonly ahora: Date;
};

/** Tells the holder that it was issued, or issued anew. */
const notifyEmision = async (
  trx: Trx,
  { env, notificaciones }: Omit<Emite, 'ahora'>,
  row: EmitidoRow,
  motivo: string | null,
): Promise<void> => {
  if (!notificaciones) return;
  const paso = row.sustituye === null ? 'emitir' : 'sustituir';
  await notifyTitular(trx, { env, notificaciones }, row, { paso, motivo });
};

/** How often a place in the lists, or a folio, is looked for: one of four is free in the worst of cases. */
const TRIES = 40;

/** Writes a document: issued, or waiting for somebody else's approval if its kind asks for it. */
export const issueEmitido = async (
  trx: Trx,
  { id, tipo, persona, contenido: pedido, sustituye, origen, base = SIN_BASE, ...dice }: Nuevo,
  { uid, env, ahora, notificaciones }: Emite & { uid: string },
): Promise<EmitidoRow> => {
  const de = { tipo, personaId: persona.id };
  const contenido = await requireBase(trx, de, base, pedido, dice);
  const said = await requireContenido(trx, tipo, contenido, ahora);
  const { campos, firmantes, venceEn } = said;
  const historico = base.evidenciaId !== null;
  const issued = !tipoOf(tipo).visto && !historico;
  for (let i = 0; i < TRIES; i++) {
    const folio = makeFolioEmitido(
      tipo,
      Number(fechaDe(ahora).slice(0, 4)),
      randomCrockford(RANDOM_EMITIDO),
    );
    const datos: EmitidoImpreso = {
      tipo,
      folio,
      institucion: env.institution.name,
      titular: { nombreCompleto: persona.nombre },
      programa: contenido.programa,
      campos,
      firmantes,
      vigenteHasta: contenido.vigenteHasta,
      ...(historico && { historico }),
      url: `${env.publicUrl}${validacionPath(tipo, folio)}`,
      demo: env.demo,
    };
    const row = await insertEmitido(trx, {
      id,
      tipo,
      folio,
      persona_id: persona.id,
      estado: EMITIDO.pasos[issued ? 'emitir' : 'preparar'].a,
      datos: EMITIDO_IMPRESO.write(datos),
      diseno_version_id: said.versionId,
      ...(await chooseLugar(trx)),
      preparado_en: ahora,
      preparado_por: uid,
      emitido_en: issued ? ahora : null,
      emitido_por: issued ? uid : null,
      vence_en: venceEn,
      estado_en: ahora,
      motivo: issued ? null : (sustituye?.motivo ?? null),
      sustituye: sustituye?.row.id ?? null,
      inscripcion_id: base.inscripcionId,
      evidencia_id: base.evidenciaId,
      ...origen,
    });
    if (row) {
      await recordEmision(trx, row, issued ? 'emitido.emitir' : 'emitido.preparar');
      if (issued && sustituye) await supersede(trx, sustituye.row, row, sustituye.motivo, ahora);
      if (issued) await notifyEmision(trx, { env, notificaciones }, row, sustituye?.motivo ?? null);
      return row;
    }
    // Sent twice with one id it is one; another one is in the place of that already.
    const theirs = origen && (await findEmitidoDeOrigen(trx, tipo, origen));
    if (theirs) return theirs;
    const before = await findEmitido(trx, id);
    if (before?.preparado_por === uid && before.persona_id === persona.id) return before;
    if (before) throw refuse('ABORTED', ERRORES.cambio);
  }
  throw refuse('ABORTED', ERRORES.cambio);
};

const recordEmision = (trx: Trx, row: EmitidoRow, accion: 'emitido.emitir' | 'emitido.preparar') =>
  recordCambio(trx, accion, {
    id: row.id,
    personaId: row.persona_id,
    despues: {
      tipo: row.tipo,
      folio: row.folio,
      estado: row.estado,
      ...(row.vence_en && { venceEn: row.vence_en.toISOString() }),
      ...(row.sustituye && { sustituye: row.sustituye }),
    },
  });

/** The earlier one is in force no more; its bit in the list is set with it. */
const supersede = async (
  trx: Trx,
  old: Pick<EmitidoRow, 'id' | 'estado' | 'lista'>,
  row: EmitidoRow,
  motivo: string | null,
  ahora: Date,
): Promise<void> => {
  const done = await stepEmitido(trx, old.id, 'sustituir', { estado_en: ahora, motivo });
  if (!done) throw refuse('ABORTED', ERRORES.cambio);
  await touchPar(trx, old.lista);
  await recordCambio(trx, 'emitido.sustituir', {
    id: old.id,
    personaId: done.persona_id,
    motivo,
    antes: { estado: old.estado },
    despues: { estado: done.estado, sustituidoPor: row.id },
  });
};

/** A person's name as it is written in their file: «Amélie d'Aubigné», whatever is in capitals there in normal case. */
export const nombreDe = (row: {
  nombre: string;
  apellido_paterno: string;
  apellido_materno: string;
}): string => nameInItsCase(row.nombre, row.apellido_paterno, row.apellido_materno);

/** @throws {CallError} FAILED_PRECONDITION (`nombre-sin-letras`): it has signs that the fonts of documents lack. */
const requireImprimible = (pdf: Services['pdf'], nombre: string): void => {
  const signos = pdf.missing(nombre);
  if (signos.length > 0) throw refuse('FAILED_PRECONDITION', ERRORES.sinLetras, { signos });
};

/** Only a certificado is based on something. */
const baseDe = (tipo: Tipo, base: Base): Base => (tipo === 'certificado' ? base : SIN_BASE);

/** Issues a document to somebody, as a member of the staff. */
export const createEmitido = async (
  trx: Trx,
  {
    id,
    tipo,
    clave,
    inscripcionId,
    evidenciaId,
    conSignosSinLetra,
    ...contenido
  }: Contenido & Base & { id: string; tipo: Tipo; clave: string; conSignosSinLetra: boolean },
  { actor, services }: Context,
): Promise<EmitidoRow> => {
  const persona = await lockPersonaByClave(trx, normalizeCurp(clave));
  if (!persona) throw refuse('NOT_FOUND', ERRORES.sinPersona);
  const titular = { id: persona.id, nombre: nombreDe(persona) };
  if (!conSignosSinLetra) requireImprimible(services.pdf, titular.nombre);
  return issueEmitido(
    trx,
    { id, tipo, persona: titular, contenido, base: baseDe(tipo, { inscripcionId, evidenciaId }) },
    emiteDe(actor, services),
  );
};

const emiteDe = ({ uid }: Pick<Actor, 'uid'>, { env, notificaciones, now }: Services) => ({
  ...{ uid, env, notificaciones },
  ahora: now(),
});

const requireLocked = async (trx: Trx, id: string): Promise<EmitidoRow> => {
  const row = await lockEmitido(trx, id);
  if (!row) throw refuse('NOT_FOUND', ERRORES.noExiste);
  return row;
};

/** Approves what somebody else prepared: it is issued now. */
export const confirmEmitido = async (
  trx: Trx,
  id: string,
  { actor, env, notificaciones, ahora }: Emite & { actor: Pick<Actor, 'uid' | 'personaId'> },
): Promise<EmitidoRow> => {
  const row = await requireLocked(trx, id);
  if (await esLaMismaPersona(trx, actor, row.preparado_por))
    throw refuse('PERMISSION_DENIED', ERRORES.mismaPersona);
  if (row.estado !== EMITIDO.pasos.preparar.a) throw refuse('ABORTED', ERRORES.cambio);
  const done = await stepEmitido(trx, id, 'emitir', {
    estado_en: ahora,
    emitido_en: ahora,
    emitido_por: actor.uid,
    motivo: null,
  });
  if (!done) throw refuse('ABORTED', ERRORES.cambio);
  await recordEmision(trx, done, 'emitido.emitir');
  if (done.sustituye) {
    const old = await requireLocked(trx, done.sustituye);
    await supersede(trx, old, done, row.motivo, ahora);
  }
  await notifyEmision(trx, { env, notificaciones }, done, row.motivo);
  return done;
};

/** What was prepared and is not to be. */
export const discardEmitido = async (trx: Trx, id: string): Promise<void> => {
  await requireLocked(trx, id);
  const row = await deleteBorradorEmitido(trx, id);
  if (!row) throw refuse('ABORTED', ERRORES.cambio);
  await recordCambio(trx, 'emitido.descartar', {
    id,
    personaId: row.persona_id,
    antes: { tipo: row.tipo, folio: row.folio, estado: row.estado },
  });
};

/** Suspends, lifts or revokes: whoever validates it sees it from this moment on. */
export const updateVigencia = async (
  trx: Trx,
  {
    id,
    paso,
    motivo,
  }: { id: string; paso: 'suspender' | 'levantar' | 'revocar'; motivo: string | null },
  { env, notificaciones, ahora }: Emite,
): Promise<EmitidoRow> => {
  const row = await requireLocked(trx, id);
  const done = await stepEmitido(trx, id, paso, { estado_en: ahora, motivo });
  if (!done) throw refuse('ABORTED', ERRORES.cambio);
  await touchPar(trx, row.lista);
  if (notificaciones) {
    await notifyTitular(trx, { env, notificaciones }, done, { paso, motivo });
  }
  await recordCambio(trx, `emitido.${paso}`, {
    id,
    personaId: row.persona_id,
    motivo,
    antes: { estado: row.estado },
    despues: { estado: done.estado },
  });
  return done;
};

/**
 * Issues it anew, as its person is called today; of a line of an acta, with what that says now. One of before, which is of none, is given a
 * base.
 */
export const replaceEmitido = async (
  trx: Trx,
  {
    id,
    nuevo,
    motivo,
    inscripcionId,
    evidenciaId,
    conSignosSinLetra,
    ...contenido
  }: Contenido & Base & { id: string; nuevo: string; motivo: string; conSignosSinLetra: boolean },
  { actor, services }: Context,
): Promise<EmitidoRow> => {
  const row = await requireLocked(trx, id);
  const persona = await lockPersonaById(trx, row.persona_id);
  if (!persona) throw refuse('NOT_FOUND', ERRORES.sinPersona);
  const before = await findSustituto(trx, id);
  // Sent twice it is one; somebody else may have reissued it, or be about to.
  if (before?.id === nuevo) return (await findEmitido(trx, nuevo))!;
  if (before || !EMITIDO.can('sustituir', row.estado)) throw refuse('ABORTED', ERRORES.cambio);
  const titular = { id: persona.id, nombre: nombreDe(persona) };
  if (!conSignosSinLetra) requireImprimible(services.pdf, titular.nombre);
  const kept = { inscripcionId: row.inscripcion_id, evidenciaId: row.evidencia_id };
  const has = kept.inscripcionId !== null || kept.evidenciaId !== null;
  const base = has ? kept : baseDe(row.tipo, { inscripcionId, evidenciaId });
  return issueEmitido(
    trx,
    { id: nuevo, tipo: row.tipo, persona: titular, contenido, sustituye: { row, motivo }, base },
    emiteDe(actor, services),
  );
};

/** About whom an act on a document is. */
export const sujetoOf = async (
  { id }: { id: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
): Promise<Sujeto> => ({ personaIds: [(await findEmitido(db, id))?.persona_id] });

/** About whom issuing is. */
export const sujetoDeClave = async (
  { clave }: { clave: string },
  { services: { db } }: { services: Pick<Services, 'db'> },
): Promise<Sujeto> => ({ personaIds: [await readPersonaIdByClave(db, normalizeCurp(clave))] });

/** One that the actor may see. Whoever of the staff looks at somebody's is in its history. */
export const readEmitido = async (db: Db, id: string, actor: Actor): Promise<EmitidoRow> => {
  const row = await findEmitido(db, id);
  const mine = row?.persona_id === actor.personaId;
  // What is being prepared for somebody is not theirs yet.
  const hidden = mine && row !== null && !EMITIDO.is('emitidos', row.estado);
  if (!row || hidden || !canReadEmitido(actor, row.persona_id)) {
    throw refuse('NOT_FOUND', ERRORES.noExiste);
  }
  if (!mine) {
    await db
      .transaction()
      .execute((trx) => recordOnce(trx, 'emitido.leer', { id, personaId: row.persona_id }));
  }
  return row;
};

/** Who of the staff looked at a list of them. */
export const recordListaEmitidos = (
  db: Db,
  tipo: string,
  rows: readonly Pick<EmitidoRow, 'persona_id'>[],
): Promise<void> => {
  const vistos = rows.map(({ persona_id }) => persona_id);
  return recordVistos(db, 'emitido.listar', vistos, { id: tipo, entidad: 'emitidos' });
};

/**
 * The verifiable credential of a document that was issued: the first that is made is *the* one, and is kept. Outside of
 * any transaction.
 */
export const readCredencial = async (services: Services, row: EmitidoRow): Promise<Credential> => {
  if (row.credencial !== null) return row.credencial;
  const { emitido_en } = row;
  if (emitido_en === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinEmitir);
  const credencial = await signEmitido(services, datosOf(row), { ...row, emitido_en });
  const first = await services.db.transaction().execute(async (trx) => {
    if (!(await setCredencial(trx, row.id, credencial))) return false;
    await recordCambio(trx, 'emitido.hacerCredencial', {
      id: row.id,
      actorUid: null,
      personaId: row.persona_id,
      despues: { folio: row.folio },
    });
    return true;
  });
  return first ? credencial : (await findEmitido(services.db, row.id))!.credencial!;
};

/** What waits for a second person, on the home of staff, by kind: grados, and certificados históricos. */
export const emitidosPendientes = (['grado', 'certificado'] as const).map((tipo) =>
  queueOf({
    policy: canIssueEmitidos,
    count: (db) => countPorAprobar(db, tipo),
    titulo: [`${tipoOf(tipo).palabra} por aprobar`, `${tipoOf(tipo).plural} por aprobar`],
    enlace: `${EMITIDOS_PATH[tipo]}?estado=borrador`,
    accion: 'Revisar',
  }),
);

/** Folios of the demonstration to try the validation with, each with what it is: «CE26-… Certificado, vigente». */
export const readFoliosDeMuestra = async (db: Db, ahora: Date): Promise<string[]> => {
  const rows = await selectUnoDeCadaUno(db);
  return rows.map(({ tipo, estado, vence_en: venceEn, folio }) => {
    const { palabra } = lookOf(tipo, vigenciaDe({ estado, venceEn }, ahora) ?? estado);
    return `${formatFolioEmitido(folio)}  ${tipoOf(tipo).palabra}, ${palabra.toLowerCase()}`;
  });
};

/** What a question about a document issued to oneself is about, for whoever attends it. */
export const emitidosContexto: Slots['contextoDeSoporte'] = {
  tipo: 'emitido',
  async find(db, id, { personaId }) {
    const row = await findEmitido(db, id);
    if (!row || row.persona_id !== personaId || !EMITIDO.is('emitidos', row.estado)) return null;
    const folio = formatFolioEmitido(row.folio);
    return {
      titulo: `Documento emitido ${folio}`,
      enlace: validacionPath(row.tipo, folio),
    };
  },
};

/** The document that a folio names, for whoever looks for it in the history. */
export const idsDeEmitidos: Slots['idsDeRegistros'] = async (db, texto) => {
  const parsed = parseFolioEmitido(texto);
  const row = parsed ? await findEmitidoByFolio(db, parsed.folio) : null;
  return row ? [row.id] : [];
};
