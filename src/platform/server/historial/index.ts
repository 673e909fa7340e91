/**
 * The history of all that is done, and its one recorder. Who does it, under which request and from where are
 * in the context (`request-context.ts`); what is recorded says the rest.
 */
import { createHash } from 'node:crypto';
import type { Accion, Nombrado } from '../../shared/historial.ts';
import type { Db, Trx } from '../db/index.ts';
import { createRemembered } from '../db/remembered.ts';
import { perform, type Statement } from '../db/together.ts';
import { currentActor, currentRequest } from '../request-context.ts';
import { selectActosDe, selectHistorialDe, wasDoneRecently } from './data.ts';
import { anotacion, anotacionDentro, anotar } from './signing.ts';

/** What was done to one record. Personal data go by reference (ids), not copied. */
export type Cambio = {
  /** Id of the record. */
  id: string;
  /** Kind of the record, when the action's name does not begin with it. */
  entidad?: string;
  /** Whose file it is about; that person sees it among who has looked at their file. */
  personaId?: string | null;
  antes?: Record<string, unknown> | null;
  despues?: Record<string, unknown> | null;
  motivo?: string | null;
  /**
   * Who did it, when it is not whom the context says: somebody who has just shown who they are, the owner of
   * an import that is finished by another process, nobody (null).
   */
  actorUid?: string | null;
};

type EnComun = Pick<Cambio, 'actorUid' | 'entidad' | 'motivo'> & {
  /** Under which act, when it goes on after its request: an import's id. */
  peticionId?: string;
};

const comunOf = (accion: Accion, { actorUid, entidad, motivo }: EnComun) => ({
  actorUid: actorUid === undefined ? currentActor() : actorUid,
  accion,
  entidad: entidad ?? accion.slice(0, accion.indexOf('.')),
  motivo: motivo ?? null,
});

/** What recording needs to know besides what was done: who, under which request, from where. */
const encabezado = (accion: Accion, enComun: EnComun) => {
  const request = currentRequest();
  return {
    ...comunOf(accion, enComun),
    peticionId: enComun.peticionId ?? request?.requestId ?? null,
    origen: request?.ip ?? null,
  };
};

const anotadoDe = (
  { id, personaId, antes, despues }: Pick<Cambio, 'id' | 'personaId' | 'antes' | 'despues'>,
  entidad: string,
) => ({
  entidadId: id,
  personaId: personaId ?? (entidad === 'persona' ? id : null),
  antes: antes ?? null,
  despues: despues ?? null,
});

/** What records a change, for who writes more with it. Late, because writers of a chain take turns. */
export const recording = (trx: Trx, accion: Accion, cambio: Cambio): Statement<void> => {
  const comun = encabezado(accion, cambio);
  return anotacion(trx, comun, [anotadoDe(cambio, comun.entidad)]);
};

/**
 * What a function of the database that writes more is called with to record a change (first, of the types `TIPOS_DE_ANOTAR`), and
 * what is told its answer, the head of the chain.
 */
export const recordingWithin = (trx: Db | Trx, accion: Accion, cambio: Cambio) => {
  const comun = encabezado(accion, cambio);
  return anotacionDentro(trx, comun, anotadoDe(cambio, comun.entidad));
};

/** Records what is done in the transaction that does it. Call it late: writers of a chain take turns. */
export const recordCambio = async (trx: Trx, accion: Accion, cambio: Cambio): Promise<void> =>
  perform(trx, recording(trx, accion, cambio));

/**
 * Records that the same was done to many records, a row each, for bulk work: one statement for every
 * 2,000. Other writers of its chain wait until the commit, so call it last.
 */
export const recordCambios = async (
  trx: Trx,
  accion: Accion,
  cambios: readonly Pick<Cambio, 'id' | 'personaId' | 'antes' | 'despues'>[],
  enComun: EnComun = {},
): Promise<void> => {
  const comun = encabezado(accion, enComun);
  await anotar(
    trx,
    comun,
    cambios.map((cambio) => anotadoDe(cambio, comun.entidad)),
  );
};

/** Minutes during which doing the same again is one deed: screens ask again by themselves. */
const ONCE_MINUTES = 10;

/**
 * Records it unless the same actor did the same to the same record a moment ago. For readings of
 * somebody's file, and for what is saved while one types.
 */
export const recordOnce = async (trx: Trx, accion: Accion, cambio: Cambio): Promise<void> => {
  const same = {
    ...comunOf(accion, cambio),
    entidadId: cambio.id,
    despues: cambio.despues ?? null,
  };
  if (!(await wasDoneRecently(trx, same, ONCE_MINUTES))) await recordCambio(trx, accion, cambio);
};

/** What this process recorded of lists that were seen, by whom and of whom. */
const vistosAhora = createRemembered<true>({ ms: ONCE_MINUTES * 60_000, most: 2_000 });

/**
 * Records whose data somebody of the staff saw in a list, by the ids of their files (null: of nobody with one). `lista`: which
 * one, when an action has several. What this process recorded a moment ago is not asked of the database at each page.
 */
export const recordVistos = async (
  db: Db,
  accion: Accion,
  vistos: readonly (string | null)[],
  lista: Pick<Cambio, 'id' | 'entidad'> = { id: 'lista' },
): Promise<void> => {
  const personas = [...new Set(vistos.filter((id) => id !== null))].sort();
  if (personas.length === 0) return;
  const cambio = { ...lista, despues: { personas } };
  const seen = JSON.stringify([comunOf(accion, cambio), lista.id, personas]);
  const key = createHash('sha256').update(seen).digest('base64');
  if (vistosAhora.find(db, key)) return;
  const same = { ...comunOf(accion, cambio), entidadId: lista.id, despues: cambio.despues };
  if (await wasDoneRecently(db, same, ONCE_MINUTES)) return;
  await db.transaction().execute((trx) => recordCambio(trx, accion, cambio));
  vistosAhora.keep(db, key, true);
};

/** What records of one kind are called today and where they are read, by their ids; those that are no more are not in it. */
export type Nombrar = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, Nombrado>>;

/** One of the latest changes of a record: what it was and is, who did it and how they were called then. */
export type Anotado = {
  actorUid: string | null;
  nombre: string | null;
  antes: Record<string, unknown> | null;
  despues: Record<string, unknown> | null;
};

/** The latest changes of one record (50 at most), newest first, for whoever must tell them. */
export const readHistorialDe = async (
  db: Db,
  entidad: string,
  entidadId: string,
): Promise<Anotado[]> =>
  (await selectHistorialDe(db, entidad, entidadId, 50)).map((row) => ({
    actorUid: row.actor_uid,
    nombre: row.actor_nombre,
    antes: row.antes as Anotado['antes'],
    despues: row.despues as Anotado['despues'],
  }));

/** An act in the history of a record, for a timeline: nothing of who did it. */
export type Acto = { accion: Accion; en: Date; despues: Record<string, unknown> };

/**
 * When these things were done to one record (200 at most), oldest first: at the instant that the act says (`en` of what it is after,
 * ISO 8601, of what was received earlier than it was written), else when it was recorded.
 */
export const readActosDe = async (
  db: Db,
  entidad: string,
  id: string,
  acciones: readonly Accion[],
): Promise<Acto[]> =>
  (await selectActosDe(db, { entidad, id, acciones }, 200)).map(({ accion, momento, ...row }) => {
    const despues = (row.despues ?? {}) as Acto['despues'];
    const en = typeof despues.en === 'string' ? new Date(despues.en) : momento;
    return { accion: accion as Accion, en, despues };
  });
