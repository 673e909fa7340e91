import { createHash, X509Certificate } from 'node:crypto';
import { CallError } from '../shared/errors.ts';
import type { Db, Trx } from './db/index.ts';
import {
  contenidoDe,
  findPapelIgual,
  type PapelRegistrado,
  type Registro,
  registerPapel,
} from './papeles.ts';
import { PdfError, type PdfSigner } from './pdf/index.ts';
import type { Services } from './services.ts';
import type { Kept } from './storage/kept.ts';

/** Where the PDF of a record is, its digest, and who signed it; null: it was made before PDFs were signed. */
export type PdfImpreso = Kept & { firmante: string | null };

/** A record of which the first PDF that is made is *the* PDF, for ever. */
export type Printed = {
  /** What it is, for the log: «acuse AC26…». Nothing personal. */
  name: string;
  /** How `/validar` knows it. */
  papel: Registro;
  /** The PDF that it has; null: none was made yet. */
  kept: PdfImpreso | null;
  /** Makes it. The same record, typesetter and signer give the same bytes. @throws {PdfError} */
  make(signed: boolean): Promise<Uint8Array>;
  /**
   * Writes which is its PDF, or (`again`) where the same bytes are now; with its history. False: it has another one already, which stays.
   */
  settle(trx: Trx, pdf: PdfImpreso, again: boolean): Promise<boolean>;
  /** The record as it is by now. */
  reread(): Promise<Printed>;
};

declare module './db/index.ts' {
  interface Tables {
    certificados_de_firma: { huella: string; certificados: string; titular: string; desde: Date };
  }
}

/** Who signed something is remembered for ever: by that certificate it is verified. */
const keepSigner = async (trx: Trx, { name, certificates }: PdfSigner): Promise<void> => {
  const { raw } = new X509Certificate(certificates[0]!);
  await trx
    .insertInto('certificados_de_firma')
    .values({
      huella: createHash('sha256').update(raw).digest('hex'),
      certificados: certificates.join(''),
      titular: name,
      desde: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The certificates that signed PDFs of this school, the first one first: each with its chain, in PEM. */
export const readSigners = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('certificados_de_firma')
    .select('certificados')
    .orderBy('desde')
    .orderBy('huella')
    .execute();
  return rows.map(({ certificados }) => certificados);
};

type Printing = Pick<Services, 'db' | 'storage' | 'log' | 'pdf'>;

const unavailable = () =>
  new CallError(
    'UNAVAILABLE',
    'En este momento no se pudo preparar el PDF. Espere unos segundos e inténtelo de nuevo.',
  );

const lost = () =>
  new CallError(
    'UNAVAILABLE',
    'El PDF de este documento no está disponible. Avise a la escuela: lo recuperará de sus respaldos.',
  );

/** What the store or the typesetter cannot do right now is said so; what is wrong with a template is ours. */
const orUnavailable = async <T>(
  { log }: Printing,
  { name }: Pick<Printed, 'name'>,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const ours = error instanceof PdfError && ['TEMPLATE', 'STANDARD'].includes(error.code);
    if (ours) throw error;
    log.error({ err: error, documento: name }, 'no se pudo leer, guardar o preparar un PDF');
    throw unavailable();
  }
};

const settle = (
  { db, storage }: Printing,
  record: Printed,
  pdf: PdfImpreso,
  { again, signer }: { again: boolean; signer?: PdfSigner },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await record.settle(trx, pdf, again))) return false;
    if (signer) await keepSigner(trx, signer);
    await registerPapel(trx, record.papel, { sha256: pdf.sha256, en: new Date() });
    await storage.kept.take(trx, pdf);
    return true;
  });

/** Lost in the store: it is made again, and given only if it comes out the same. */
const remake = async (services: Printing, record: Printed, kept: PdfImpreso) => {
  const { storage, log } = services;
  const bytes = await orUnavailable(services, record, record.make(kept.firmante !== null));
  if (storage.kept.digest(bytes) !== kept.sha256) {
    log.error(
      { documento: record.name, sha256: kept.sha256 },
      'se perdió un PDF y ya no se puede hacer igual: recupérelo de un respaldo',
    );
    throw lost();
  }
  const { objeto } = await orUnavailable(services, record, storage.kept.put(bytes));
  await settle(services, record, { ...kept, objeto }, { again: true });
  return bytes;
};

/**
 * The PDF of a record, signed. The first that is made is the one that everybody gets, whatever becomes of template, typesetter, fonts
 * and certificate. Outside of any transaction. @throws {CallError} UNAVAILABLE.
 */
export const readPrinted = async (
  services: Printing,
  record: Printed,
): Promise<PapelRegistrado> => {
  const { storage, pdf } = services;
  if (record.kept) {
    const bytes = await orUnavailable(services, record, storage.kept.get(record.kept));
    return (bytes ?? (await remake(services, record, record.kept))) as PapelRegistrado;
  }
  const bytes = await orUnavailable(services, record, record.make(true));
  const put = await orUnavailable(services, record, storage.kept.put(bytes));
  const signer = await pdf.signer();
  const made = { ...put, firmante: signer.name };
  if (await settle(services, record, made, { again: false, signer })) {
    return bytes as PapelRegistrado;
  }
  // Somebody else's was a moment earlier: that one it is.
  const winner = await record.reread();
  if (!winner.kept) throw unavailable();
  return readPrinted(services, winner);
};

/** A paper that says how something stands now, and whose bytes are not kept: the same content gives the same paper. */
export type Expedido = Pick<Registro, 'de' | 'referencia'> & {
  /** Its name for the log, without personal data. */
  readonly name: string;
  /** All that it says (JSON), but its folio and moment. */
  readonly contenido: unknown;
  /** A folio for a new one, as it is kept. */
  readonly newFolio: (en: Date) => string;
  /** Makes it; the same folio, moment and content give the same bytes. @throws {PdfError} */
  readonly make: (folio: string, en: Date) => Promise<Uint8Array>;
  /** Leaves in the history that one was issued. */
  readonly record: (trx: Trx, made: { folio: string; sha256: string }) => Promise<void>;
};

/**
 * Issues such a paper and registers it; while what it says has not changed, the one before is given again, byte by byte. Outside of any
 * transaction. @throws {CallError} UNAVAILABLE.
 */
export const issuePapel = async (
  services: Printing & Pick<Services, 'now'>,
  { de, referencia, contenido: dice, newFolio, make, record, name }: Expedido,
): Promise<PapelRegistrado> => {
  const { db, storage, pdf, now } = services;
  const contenido = contenidoDe(dice);
  const before = await findPapelIgual(db, { clase: de.clase, referencia, contenido });
  if (before) {
    const bytes = await orUnavailable(services, { name }, make(before.folio, before.creado_en));
    if (storage.kept.digest(bytes) === before.sha256) return bytes as PapelRegistrado;
  }
  const en = now();
  const folio = newFolio(en);
  const bytes = await orUnavailable(services, { name }, make(folio, en));
  const sha256 = storage.kept.digest(bytes);
  const signer = await pdf.signer();
  await db.transaction().execute(async (trx) => {
    await registerPapel(trx, { de, folio, referencia }, { sha256, contenido, en });
    await keepSigner(trx, signer);
    await record(trx, { folio, sha256 });
  });
  return bytes as PapelRegistrado;
};

/** The PDF of a row that says it in these three columns. */
export const impresoOf = (row: {
  pdf_objeto: string | null;
  pdf_sha256: string | null;
  pdf_firmante: string | null;
}): PdfImpreso | null =>
  row.pdf_objeto !== null && row.pdf_sha256 !== null
    ? { objeto: row.pdf_objeto, sha256: row.pdf_sha256, firmante: row.pdf_firmante }
    : null;
