import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { TestPortal } from '../portal.ts';

type Cuenta = { uid: string; token: string };

/** A PDF of some pages, and what a test does to it. */
export const makePdf = async (
  pages = 1,
  change: (pdf: PDFDocument) => void | Promise<void> = () => {},
): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  for (let n = 1; n <= pages; n++) {
    const page = pdf.addPage();
    // Writing on each of thousands takes half a minute.
    if (n <= 3) page.drawText(`Hoja ${n}`, { x: 50, y: 700 });
  }
  await change(pdf);
  return Buffer.from(await pdf.save({ addDefaultPage: false }));
};

/** Puts bytes where the vault takes them from; the answer of the wire, and under which name. */
export const sendArchivo = async (
  { url }: Pick<TestPortal, 'url'>,
  { uid, token }: Cuenta,
  bytes: Uint8Array,
  name = `documentos/${uid}/${randomUUID()}.pdf`,
): Promise<{ name: string; http: number; code: string | null; message: string | null }> => {
  const response = await fetch(`${url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  const { error } = (await response.json()) as {
    error?: { message: string; details?: { code: string } };
  };
  return {
    name,
    http: response.status,
    code: error?.details?.code ?? null,
    message: error?.message ?? null,
  };
};

/** A document that waits in somebody's own vault: its id. */
export const makeDocumento = async (
  portal: TestPortal,
  cuenta: Cuenta,
  tipo = 'ACTA',
  bytes?: Uint8Array,
): Promise<string> => {
  const { name: archivo, ...sent } = await sendArchivo(portal, cuenta, bytes ?? (await makePdf()));
  const { result, error } = await portal.call(
    'saveDocumentoPersona',
    { tipo, archivo, nombre: 'acta.pdf' },
    cuenta,
  );
  if (!result) throw new Error(JSON.stringify({ sent, error }));
  return result.id;
};
