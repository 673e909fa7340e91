import type { z } from 'zod';
import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { currentRequest } from '../../../platform/server/request-context.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { startOfDay } from '../../../platform/shared/dates.ts';
import { isAdmin, isSignedIn } from '../../identidad/policy.ts';
import { normaliseEmail } from '../../identidad/rules.ts';
import { parseFolio } from '../../inscripciones/acuse/rules.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { readPersonaIdByClave, readPersonaIds } from '../../personas/server/handlers.ts';
import {
  anotar,
  type LineaDeAnclas,
  type Verification,
  verifyCadenas,
} from '../cadenas/server/handlers.ts';
import type { Anotacion } from '../contract.ts';
import * as contract from '../contract.ts';
import {
  countHistorial,
  findInscripcionIdByFolio,
  findUidByEmail,
  type Nombrado,
  type Query,
  selectAccesos,
  selectHistorial,
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

/** Records a change in the transaction that makes it. Call it late: writers of a chain take turns. */
export const recordCambio = (trx: Trx, cambio: Cambio): Promise<void> =>
  recordCambios(trx, cambio, [cambio]);

/**
 * Records one kind of change of many records, a row each, for bulk work: one statement for every
 * 2,000. Other writers of its chain wait until the commit, so call it last.
 */
export const recordCambios = async (
  trx: Trx,
  comun: Pick<Cambio, 'actorUid' | 'accion' | 'entidad' | 'motivo' | 'solicitudId'>,
  cambios: readonly Pick<Cambio, 'entidadId' | 'personaId' | 'antes' | 'despues'>[],
): Promise<void> => {
  const request = currentRequest();
  await anotar(
    trx,
    {
      actorUid: comun.actorUid,
      accion: comun.accion,
      entidad: comun.entidad,
      motivo: comun.motivo ?? null,
      solicitudId: comun.solicitudId ?? request?.requestId ?? null,
      origen: request?.ip ?? null,
    },
    cambios.map(({ entidadId, personaId, antes, despues }) => ({
      entidadId,
      personaId: personaId ?? (comun.entidad === 'persona' ? entidadId : null),
      antes: antes ?? null,
      despues: despues ?? null,
    })),
  );
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

/** The latest changes of one record (50 at most), newest first, for whoever must tell them. */
export const readHistorialDe = async (
  db: Db,
  entidad: string,
  entidadId: string,
): Promise<Anotacion[]> => {
  const query = { entidad, entidadId, descendente: true, pagina: 1, porPagina: 50 };
  return (await selectHistorial(db, query)).map(presentAnotacion);
};

const personaIdsOf = async (db: Db, clave: string | undefined) => {
  if (clave === undefined) return undefined;
  const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
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
  'busqueda' | 'clave' | 'actorUid' | 'accion' | 'entidad' | 'entidadId' | 'desde' | 'hasta'
>;

/**
 * What the filters ask for, or null when they name a person who is nobody. That whoever asks looks at
 * somebody's history is written down.
 */
export const readConsulta = async (
  db: Db,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  { clave, busqueda, desde, hasta, ...filtros }: FiltrosHistorial,
): Promise<Omit<Query, 'descendente' | 'pagina' | 'porPagina'> | null> => {
  const personaIds = await personaIdsOf(db, clave);
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

/** One at a time, whoever asks: it reads the whole history. */
const createVerificar = (savedAnclas: () => Promise<LineaDeAnclas[]>) => {
  let running: Promise<Verification> | null = null;
  return (db: Db): Promise<Verification> => {
    running ??= savedAnclas()
      .then((lineas) => verifyCadenas(db, lineas))
      .finally(() => {
        running = null;
      });
    return running;
  };
};

export const auditoriaHandlers = (savedAnclas: () => Promise<LineaDeAnclas[]>): Handler[] => {
  const verificar = createVerificar(savedAnclas);
  return [
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
      run: (_input, { services }) => verificar(services.db),
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
};
