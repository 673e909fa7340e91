import type { z } from 'zod';
import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { currentRequest } from '../../../platform/server/request-context.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { startOfDay } from '../../../platform/shared/dates.ts';
import { isAdmin, isSignedIn } from '../../identidad/policy.ts';
import { normaliseEmail } from '../../identidad/rules.ts';
import { parseFolio } from '../../inscripciones/acuse/rules.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { readPersonaIdByClave, readPersonaIds } from '../../personas/server/handlers.ts';
import type { Anotacion } from '../contract.ts';
import * as contract from '../contract.ts';
import {
  countHistorial,
  findInscripcionIdByFolio,
  findUidByEmail,
  insertHistorial,
  insertHistoriales,
  type Nombrado,
  type Pads,
  type Query,
  selectAccesos,
  selectBrokenLinks,
  selectCabezas,
  selectHistorial,
  selectLinkHash,
  wasDoneRecently,
} from './data.ts';
import { presentAcceso, presentAnotacion } from './present.ts';

/** One change of one record. Personal data go by reference (ids), not copied. */
export type Cambio = {
  /** Who did it; null for the system or a visitor. */
  actorUid: string | null;
  /** What was done, e.g. "inscripcion.inscribir". */
  accion: string;
  /** Kind and id of the record. */
  entidad: string;
  entidadId: string;
  /** Whose file it is about; that person sees it among who has looked at their file. */
  personaId?: string | null;
  antes?: Record<string, unknown> | null;
  despues?: Record<string, unknown> | null;
  motivo?: string;
  /** The request that caused it; the current one unless said. */
  solicitudId?: string;
};

const BLOCK = 64;
/** Rows of the history that one statement appends. */
const BULK = 2_000;
let pads: Pads | undefined;

const padsOf = (secrets: Secrets): Pads => {
  const key = Buffer.alloc(BLOCK);
  secrets.derive('historial').copy(key);
  return { ipad: key.map((b) => b ^ 0x36) as Buffer, opad: key.map((b) => b ^ 0x5c) as Buffer };
};

/** Gives the history its key; once, when the process starts. */
export const prepareHistorial = (secrets: Secrets): void => {
  pads = padsOf(secrets);
};

const requirePads = (): Pads => {
  if (!pads) throw new Error('prepareHistorial(secrets) must run before anything is recorded');
  return pads;
};

/** Records a change in the transaction that makes it. Call it late: writers of a chain take turns. */
export const recordCambio = async (trx: Trx, cambio: Cambio): Promise<void> => {
  const request = currentRequest();
  await insertHistorial(trx, requirePads(), {
    actorUid: cambio.actorUid,
    accion: cambio.accion,
    entidad: cambio.entidad,
    entidadId: cambio.entidadId,
    personaId: cambio.personaId ?? (cambio.entidad === 'persona' ? cambio.entidadId : null),
    antes: cambio.antes ?? null,
    despues: cambio.despues ?? null,
    motivo: cambio.motivo ?? null,
    solicitudId: cambio.solicitudId ?? request?.requestId ?? null,
    origen: request?.ip ?? null,
  });
};

/**
 * Records one kind of change of many records, a row each, for bulk work: one statement for every
 * 2,000. Other writers of its chain wait until the commit, so call it last.
 */
export const recordCambios = async (
  trx: Trx,
  comun: Pick<Cambio, 'actorUid' | 'accion' | 'entidad' | 'motivo'>,
  cambios: readonly Pick<Cambio, 'entidadId' | 'personaId' | 'antes' | 'despues'>[],
): Promise<void> => {
  const request = currentRequest();
  for (let at = 0; at < cambios.length; at += BULK) {
    await insertHistoriales(
      trx,
      requirePads(),
      {
        actorUid: comun.actorUid,
        accion: comun.accion,
        entidad: comun.entidad,
        motivo: comun.motivo ?? null,
        solicitudId: request?.requestId ?? null,
        origen: request?.ip ?? null,
      },
      cambios.slice(at, at + BULK).map(({ entidadId, personaId, antes, despues }) => ({
        entidadId,
        personaId: personaId ?? (comun.entidad === 'persona' ? entidadId : null),
        antes: antes ?? null,
        despues: despues ?? null,
      })),
    );
  }
};

/** Minutes during which doing the same again is one deed: screens ask again by themselves. */
const ONCE_MINUTES = 10;

/**
 * Records it unless the same actor did the same to the same record a moment ago. For readings of
 * somebody's file, and for what is saved while one types.
 */
export const recordOnce = async (trx: Trx, cambio: Cambio): Promise<void> => {
  const same = { ...cambio, despues: cambio.despues ?? null };
  if (!(await wasDoneRecently(trx, same, ONCE_MINUTES))) await recordCambio(trx, cambio);
};

/** The head of a chain at some moment, kept outside the database (see jobs.ts). */
export type Ancla = { cadena: number; eslabon: number; hash: string };

/**
 * That the database was made anew from a dump: its name, when (ISO 8601), and the heads that it had then.
 * What was done after the dump is not in it.
 */
export type Restauracion = { respaldo: string; momento: string; anclas: readonly Ancla[] };

/** An anchor as it was kept, that the database was restored, or the number of a line that cannot be read. */
export type AnclaGuardada = Ancla | Restauracion | { linea: number };

export type Verification = {
  integro: boolean;
  anotaciones: number;
  problemas: string[];
  restauraciones: { respaldo: string; momento: string }[];
};

/**
 * The anchors that must be found in the database: those of links that a restoration took away are not, since
 * the dump was made before them; all others are, also the ones of before the dump.
 */
const vigentes = (guardadas: readonly AnclaGuardada[]): (Ancla | { linea: number })[] => {
  let found: (Ancla | { linea: number })[] = [];
  for (const guardada of guardadas) {
    if (!('respaldo' in guardada)) {
      found.push(guardada);
      continue;
    }
    const ultimo = new Map(guardada.anclas.map(({ cadena, eslabon }) => [cadena, eslabon]));
    found = found.filter((one) => 'linea' in one || one.eslabon <= (ultimo.get(one.cadena) ?? 0));
    found.push(...guardada.anclas);
  }
  return found;
};

/**
 * Checks every link of every chain, the heads, and the anchors kept outside the database. Says in
 * Spanish what is missing, changed or out of place.
 */
export const verifyCadenas = async (
  db: Db,
  anclas: readonly AnclaGuardada[],
): Promise<Verification> => {
  const problemas: string[] = [];
  let anotaciones = 0;
  for (const cabeza of await selectCabezas(db)) {
    anotaciones += cabeza.ultimo;
    for (const link of await selectBrokenLinks(db, requirePads(), cabeza.cadena)) {
      problemas.push(
        link.falta
          ? `Cadena ${cabeza.cadena}: falta al menos una anotación antes del eslabón ${link.eslabon} (id ${link.id}).`
          : `Cadena ${cabeza.cadena}: la anotación del eslabón ${link.eslabon} (id ${link.id}) cambió o no está en su lugar.`,
      );
    }
    if (cabeza.eslabones !== cabeza.ultimo) {
      problemas.push(
        `Cadena ${cabeza.cadena}: faltan las últimas anotaciones (debe haber ${cabeza.eslabones} y hay ${cabeza.ultimo}).`,
      );
    } else if (cabeza.ultimo > 0 && cabeza.hash !== cabeza.ultimo_hash) {
      problemas.push(`Cadena ${cabeza.cadena}: la última anotación no es la que se registró.`);
    }
  }
  for (const ancla of vigentes(anclas)) {
    if ('linea' in ancla) {
      problemas.push(
        `La línea ${ancla.linea} de auditoria/anclas.jsonl no se puede leer: lo que se anotó ahí ya no se puede comparar.`,
      );
    } else if ((await selectLinkHash(db, ancla.cadena, ancla.eslabon)) !== ancla.hash) {
      problemas.push(
        `Cadena ${ancla.cadena}: el eslabón ${ancla.eslabon} no coincide con el que se anotó fuera de la base.`,
      );
    }
  }
  const restauraciones = anclas
    .filter((one) => 'respaldo' in one)
    .map(({ respaldo, momento }) => ({ respaldo, momento }));
  return { integro: problemas.length === 0, anotaciones, problemas, restauraciones };
};

/** The heads of now, to be kept outside the database. */
export const readAnclas = async (db: Db): Promise<Ancla[]> =>
  (await selectCabezas(db))
    .filter((cabeza) => cabeza.eslabones > 0)
    .map(({ cadena, eslabones, hash }) => ({ cadena, eslabon: eslabones, hash }));

/** The latest changes of one record (50 at most), newest first, for whoever must tell them. */
export const readHistorialDe = async (
  db: Db,
  entidad: string,
  entidadId: string,
): Promise<Anotacion[]> => {
  const query = { entidad, entidadId, descendente: true, pagina: 1, porPagina: 50 };
  return (await selectHistorial(db, query)).map(presentAnotacion);
};

const personaIdsOf = async (db: Db, curp: string | undefined) => {
  if (curp === undefined) return undefined;
  const personaId = await readPersonaIdByClave(db, normalizeCurp(curp));
  return personaId === null ? [] : readPersonaIds(db, personaId);
};

/** Whose history is asked for by name is one of the things that they see. */
const recordLecturaHistorial = (db: Db, actorUid: string, personaId: string) =>
  db.transaction().execute((trx) =>
    recordOnce(trx, {
      actorUid,
      accion: 'persona.leerHistorial',
      entidad: 'persona',
      entidadId: personaId,
    }),
  );

/**
 * What a text names: an account by its email, a person by their key, an inscripción by the folio of
 * its acuse, anything by its id.
 */
const readNombrado = async (db: Db, text: string): Promise<Nombrado> => {
  const uid = text.includes('@') ? await findUidByEmail(db, normaliseEmail(text)) : null;
  const personaId = await readPersonaIdByClave(db, normalizeCurp(text));
  const personaIds = personaId === null ? [] : await readPersonaIds(db, personaId);
  const folio = parseFolio(text);
  const inscripcionId = folio === null ? null : await findInscripcionIdByFolio(db, folio);
  return {
    ids: [folio ?? text, ...(inscripcionId === null ? [] : [inscripcionId])],
    uid,
    personaIds,
  };
};

/** Search and filters of the history, as the screen and an export give them. */
export type FiltrosHistorial = Pick<
  z.output<typeof contract.listHistorial.input>,
  'busqueda' | 'curp' | 'actorUid' | 'accion' | 'entidad' | 'entidadId' | 'desde' | 'hasta'
>;

/**
 * What the filters ask for, or null when they name a person who is nobody. That whoever asks looks at
 * somebody's history is written down.
 */
export const readConsulta = async (
  db: Db,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  { curp, busqueda, desde, hasta, ...filtros }: FiltrosHistorial,
): Promise<Omit<Query, 'descendente' | 'pagina' | 'porPagina'> | null> => {
  const personaIds = await personaIdsOf(db, curp);
  if (personaIds?.length === 0) return null;
  const texto = busqueda ? await readNombrado(db, busqueda) : undefined;
  const seen = new Set([...(personaIds ?? []), ...(texto?.personaIds ?? [])]);
  for (const personaId of seen) {
    if (personaId !== actor.personaId) await recordLecturaHistorial(db, actor.uid, personaId);
  }
  return {
    ...filtros,
    personaIds,
    texto,
    desde: desde ? startOfDay(desde) : undefined,
    hasta: hasta ? startOfDay(hasta, 1) : undefined,
  };
};

export const auditoriaHandlers = (savedAnclas: () => AnclaGuardada[]): Handler[] => [
  handle(contract.listHistorial, {
    policy: isAdmin,
    // It reads: whoever asks for their own history finds nothing that they do not see elsewhere.
    noSobreUnoMismo: null,
    async run({ descendente, pagina, porPagina, ...filtros }, { actor, services }) {
      const consulta = await readConsulta(services.db, actor, filtros);
      if (!consulta) return { total: 0, filas: [] };
      const query = { ...consulta, descendente, pagina, porPagina };
      const [total, rows] = await Promise.all([
        countHistorial(services.db, query),
        selectHistorial(services.db, query),
      ]);
      return { total, filas: rows.map(presentAnotacion) };
    },
  }),

  handle(contract.verifyHistorial, {
    policy: isAdmin,
    run: (_input, { services }) => verifyCadenas(services.db, savedAnclas()),
  }),

  handle(contract.listAccesos, {
    policy: isSignedIn,
    async run(_input, { actor, services }) {
      if (actor.personaId === null) return [];
      const personaIds = await readPersonaIds(services.db, actor.personaId);
      const rows = await selectAccesos(services.db, personaIds, actor.uid, 200);
      return rows.map(presentAcceso);
    },
  }),
];
