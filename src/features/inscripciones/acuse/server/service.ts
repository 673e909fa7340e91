import { createHash, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import { PdfError } from '../../../../platform/server/pdf/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Kept } from '../../../../platform/server/storage/kept.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../platform/shared/ids.ts';
import { ERRORES } from '../../errors.ts';
import { parseFolio } from '../rules.ts';
import {
  type AcuseRow,
  findAcuse,
  findInscripcionIdByFolio,
  moveObjetoPdf,
  setPdf,
} from './data.ts';
import { renderAcuse } from './document.ts';

/** Guesses of an address. Wide, since a whole school may share one; the folio's 60 bits are the protection. */
const LIMITE = { name: 'acuse', max: 600, windowSeconds: 600 };

export const acuseNotFound = () =>
  new CallError('NOT_FOUND', ERRORES.acuseNoExiste.message, { code: ERRORES.acuseNoExiste.code });

// Digests have one length, and their comparison takes the same time wherever they differ.
const digest = (text: string) => createHash('sha256').update(text).digest();
const opens = (row: AcuseRow, clave: string | undefined) =>
  timingSafeEqual(digest(row.clave), digest(normaliseCrockford(clave ?? '')));

/**
 * The acuse of a folio as typed, and whether this key opens it. What finds nothing or opens nothing is a
 * guess, counted by its address.
 */
export const lookUpAcuse = async (
  { db, throttle }: Services,
  { folio, clave, ip }: { folio: string; clave: string | undefined; ip: string },
): Promise<{ row: AcuseRow; open: boolean }> => {
  await throttle.require(LIMITE, ip);
  const parsed = parseFolio(folio);
  const row = parsed === null ? undefined : await findAcuse(db, parsed);
  const open = row !== undefined && opens(row, clave);
  if (!open) await throttle.use(LIMITE, ip);
  if (!row) throw acuseNotFound();
  return { row, open };
};

/**
 * Leaves in the history that somebody with an account, other than its person, opened an acuse. Who
 * opens it without signing in is whoever the person gave the key to.
 */
export const recordLecturaAcuse = async (
  { db }: Services,
  actor: Actor | null,
  row: AcuseRow,
): Promise<void> => {
  if (actor === null || actor.restricted || actor.personaId === row.persona_id) return;
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'acuse.leer', { id: row.folio, personaId: row.persona_id }));
};

const unavailable = () =>
  new CallError(
    'UNAVAILABLE',
    'En este momento no se pudo preparar el PDF. Espere unos segundos e inténtelo de nuevo.',
  );

/** Makes it, or says that it cannot be done right now. */
const makePdf = async ({ pdf }: Services, row: AcuseRow): Promise<Uint8Array> => {
  try {
    return await renderAcuse(pdf, row.datos);
  } catch (error) {
    const ours = error instanceof PdfError && ['TEMPLATE', 'STANDARD'].includes(error.code);
    throw error instanceof PdfError && !ours ? unavailable() : error;
  }
};

/** The bytes that are kept, or null when the store lost them; it may also be away. */
const readKept = async ({ storage, log }: Services, kept: Kept): Promise<Buffer | null> => {
  try {
    return await storage.kept.get(kept);
  } catch (error) {
    log.error({ err: error }, 'no se pudo leer el PDF de un acuse en el almacén');
    throw unavailable();
  }
};

const keep = async ({ storage, log }: Services, bytes: Uint8Array): Promise<Kept> => {
  try {
    return await storage.kept.put(bytes);
  } catch (error) {
    log.error({ err: error }, 'no se pudo guardar el PDF de un acuse en el almacén');
    throw unavailable();
  }
};

/** Lost in the store: it is made again, and given only if it comes out the same. */
const remakePdf = async (services: Services, row: AcuseRow, sha256: string) => {
  const bytes = await makePdf(services, row);
  if (services.storage.kept.digest(bytes) !== sha256) {
    services.log.error(
      { folio: row.folio, sha256 },
      'se perdió el PDF de un acuse y ya no se puede hacer igual: recupérelo de un respaldo',
    );
    throw new CallError(
      'UNAVAILABLE',
      'El PDF de este acuse no está disponible. Avise a la escuela: lo recuperará de sus respaldos.',
    );
  }
  const kept = await keep(services, bytes);
  await services.db.transaction().execute(async (trx) => {
    await moveObjetoPdf(trx, row.folio, kept);
    await services.storage.kept.take(trx, kept);
    await recordCambio(trx, 'acuse.reponerPdf', {
      id: row.folio,
      actorUid: null,
      personaId: row.persona_id,
      despues: { sha256 },
    });
  });
  return bytes;
};

/**
 * The PDF of an acuse. The first that is made is *the* PDF: its bytes are kept with their digest, and
 * everybody gets those, whatever becomes of template, typesetter and fonts. Throws UNAVAILABLE.
 */
export const readPdfAcuse = async (services: Services, row: AcuseRow): Promise<Uint8Array> => {
  const { db, storage } = services;
  const { pdf_objeto: objeto, pdf_sha256: sha256 } = row;
  if (objeto !== null && sha256 !== null) {
    const bytes = await readKept(services, { objeto, sha256 });
    return bytes ?? remakePdf(services, row, sha256);
  }
  const bytes = await makePdf(services, row);
  const kept = await keep(services, bytes);
  const first = await db.transaction().execute(async (trx) => {
    if (!(await setPdf(trx, row.folio, kept))) return false;
    await storage.kept.take(trx, kept);
    await recordCambio(trx, 'acuse.hacerPdf', {
      id: row.folio,
      actorUid: null,
      personaId: row.persona_id,
      despues: { sha256: kept.sha256 },
    });
    return true;
  });
  if (first) return bytes;
  // Somebody else's was a moment earlier: that one it is.
  const winner = await findAcuse(db, row.folio);
  if (!winner?.pdf_objeto) throw unavailable();
  return readPdfAcuse(services, winner);
};

/** The inscripción of an acuse's folio (as it is kept), or null. */
export const readInscripcionIdByFolio = (db: Db, folio: string): Promise<string | null> =>
  findInscripcionIdByFolio(db, folio);
