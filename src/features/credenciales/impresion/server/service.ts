import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { PapelDeClase, PapelRegistrado } from '../../../../platform/server/papeles.ts';
import { type Printed, readPrinted } from '../../../../platform/server/printed.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { refuse } from '../../../../platform/shared/errors.ts';
import { readVestido } from '../../disenos/vestido/server/service.ts';
import { ERRORES } from '../../errors.ts';
import {
  type EmitidoRow,
  findEmitido,
  selectPorImprimir,
  setPdfEmitido,
} from '../../server/data.ts';
import { datosOf, readCredencial } from '../../server/service.ts';
import { renderEmitido } from './document.ts';

/** All of them are signed, from the first: who did is in the document. */
const FIRMADO = 'firmado';

const keptOf = ({ pdf_objeto, pdf_sha256 }: EmitidoRow): Printed['kept'] =>
  pdf_objeto !== null && pdf_sha256 !== null
    ? { objeto: pdf_objeto, sha256: pdf_sha256, firmante: FIRMADO }
    : null;

type Printing = Pick<Services, 'db' | 'pdf' | 'storage'>;

const makePdf = async (services: Printing, row: EmitidoRow): Promise<Uint8Array> => {
  const datos = datosOf(row);
  const rubricas = datos.firmantes.flatMap(({ rubrica }) => rubrica ?? []);
  return renderEmitido(services.pdf, datos, {
    emitidoEn: row.emitido_en!,
    credencial: row.credencial!,
    vestido: await readVestido(services, row.diseno_version_id, rubricas),
  });
};

/** Documents issued, and cards of them: `/validar` reads their folios itself, with all that it tells of a document. */
const deUnDocumento = (clase: 'documento' | 'tarjeta'): PapelDeClase => ({
  clase,
  codigos: [],
  find: async () => null,
});
export const documentoPapel = deUnDocumento('documento');
export const tarjetaPapel = deUnDocumento('tarjeta');

/** A document whose credential is kept already. */
const printedEmitido = (services: Printing, row: EmitidoRow): Printed => ({
  name: `documento ${row.folio}`,
  papel: { de: documentoPapel, folio: row.folio, referencia: row.id },
  kept: keptOf(row),
  make: () => makePdf(services, row),
  async settle(trx, pdf, again) {
    if (!(await setPdfEmitido(trx, row.id, pdf, again))) return false;
    await recordCambio(trx, again ? 'emitido.reponerPdf' : 'emitido.hacerPdf', {
      id: row.id,
      actorUid: null,
      personaId: row.persona_id,
      despues: { folio: row.folio, sha256: pdf.sha256 },
    });
    return true;
  },
  reread: async () => printedEmitido(services, (await findEmitido(services.db, row.id))!),
});

/**
 * The PDF of a document that was issued, with its credential within: the first that was made, whatever became of the document
 * since. Outside of any transaction. @throws {CallError} FAILED_PRECONDITION (`emitido-por-aprobar`), UNAVAILABLE.
 */
export const readPdfEmitido = async (
  services: Services,
  row: EmitidoRow,
): Promise<PapelRegistrado> => {
  if (row.emitido_en === null) throw refuse('FAILED_PRECONDITION', ERRORES.sinEmitir);
  await readCredencial(services, row);
  // As the database has it: the order of its keys is in the bytes, which may have to be made again.
  const whole = await findEmitido(services.db, row.id);
  return readPrinted(services, printedEmitido(services, whole!));
};

/** How many are looked for at a time. */
const EACH_TIME = 200;

/**
 * Makes the credential and the PDF of those that were issued and that nobody asked for yet, one after another. One that cannot be made
 * holds no other up: it is tried again the next time.
 */
export const printPending = async (services: Services, signal: AbortSignal): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const rows = await selectPorImprimir(services.db, after, EACH_TIME);
    for (const { id } of rows) {
      if (signal.aborted) return;
      after = id;
      const row = await findEmitido(services.db, id);
      if (!row) continue;
      await readPdfEmitido(services, row).catch((error: unknown) =>
        services.log.error({ err: error, emitido: id }, 'no se pudo hacer el PDF de un documento'),
      );
    }
    if (rows.length < EACH_TIME) return;
  }
};
