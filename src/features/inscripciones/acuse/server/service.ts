import { createHash, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../../../platform/server/db/index.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import { impresoOf, type Printed, readPrinted } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { normaliseCrockford } from '../../../../platform/shared/ids.ts';
import { ERRORES } from '../../errors.ts';
import { parseFolio } from '../rules.ts';
import { type AcuseRow, findAcuse, findInscripcionIdByFolio, setPdf } from './data.ts';
import { renderAcuse } from './document.ts';

/**
 * Guesses of an address: only what finds or opens nothing is one, and what is right is answered however many were made,
 * since a whole school may share an address. The folio's 60 bits, and the key's own, are the protection.
 */
const LIMITE = { name: 'acuse', max: 600, windowSeconds: 600 };

export const acuseNotFound = () =>
  new CallError('NOT_FOUND', ERRORES.acuseNoExiste.message, { code: ERRORES.acuseNoExiste.code });

// Digests have one length, and their comparison takes the same time wherever they differ.
const digest = (text: string) => createHash('sha256').update(text).digest();
const opens = (row: AcuseRow, clave: string | undefined) =>
  timingSafeEqual(digest(row.clave), digest(normaliseCrockford(clave ?? '')));

/**
 * The acuse of a folio as typed, and whether this key opens it; without a key nothing personal is told, and nothing is guessed.
 * @throws {CallError} NOT_FOUND; RESOURCE_EXHAUSTED in place of what a guess finds, once that address has guessed too often.
 */
export const lookUpAcuse = async (
  { db, throttle }: Services,
  { folio, clave, ip }: { folio: string; clave: string | undefined; ip: string },
): Promise<{ row: AcuseRow; open: boolean }> => {
  const parsed = parseFolio(folio);
  const row = parsed === null ? undefined : await findAcuse(db, parsed);
  const open = row !== undefined && opens(row, clave);
  if (!row || (clave && !open)) await throttle.use(LIMITE, ip);
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

const printedAcuse = ({ db, pdf }: Pick<Services, 'db' | 'pdf'>, row: AcuseRow): Printed => ({
  name: `acuse ${row.folio}`,
  kept: impresoOf(row),
  make: (signed) => renderAcuse(pdf, row.datos, { signed }),
  async settle(trx, kept, again) {
    if (!(await setPdf(trx, row.folio, kept, again))) return false;
    await recordCambio(trx, again ? 'acuse.reponerPdf' : 'acuse.hacerPdf', {
      id: row.folio,
      actorUid: null,
      personaId: row.persona_id,
      despues: { sha256: kept.sha256, firmante: kept.firmante },
    });
    return true;
  },
  reread: async () => printedAcuse({ db, pdf }, (await findAcuse(db, row.folio))!),
});

/** The PDF of an acuse: the first that was made. Throws UNAVAILABLE. */
export const readPdfAcuse = (services: Services, row: AcuseRow): Promise<Uint8Array> =>
  readPrinted(services, printedAcuse(services, row));

/** The inscripción of an acuse's folio (as it is kept), or null. */
export const readInscripcionIdByFolio = (db: Db, folio: string): Promise<string | null> =>
  findInscripcionIdByFolio(db, folio);
