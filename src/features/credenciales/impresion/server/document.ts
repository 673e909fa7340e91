import { join } from 'node:path';
import type { Credential } from '../../../../platform/server/credentials/types.ts';
import { type PdfRenderer, qrSvg } from '../../../../platform/server/pdf/index.ts';
import { fechaDe, formatFecha } from '../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import { formatFolioEmitido, tipoOf } from '../../rules.ts';

const TEMPLATE = join(import.meta.dirname, 'emitido.typ');
const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';

/** How it is called within the PDF: what wallets and verifiers take out of it. */
const ADJUNTO = {
  name: 'credential.json',
  mime: 'application/ld+json',
  description: 'Credencial verificable de este documento (Open Badges 3.0)',
};

/** What the page says, in the order in which it is read. */
export const contenidoOf = (datos: EmitidoImpreso, emitidoEn: Date, qr: string) => {
  const { palabra, femenino, porque } = tipoOf(datos.tipo);
  return {
    institucion: datos.institucion,
    titulo: palabra,
    folio: formatFolioEmitido(datos.folio),
    otorga: femenino ? 'otorga la presente' : 'otorga el presente',
    titular: nameInItsCase(datos.titular.nombreCompleto),
    porque,
    programa: datos.programa,
    filas: datos.campos.map(({ label, impreso }) => ({ etiqueta: label, valor: impreso })),
    firmantes: datos.firmantes,
    emitido: formatFecha(fechaDe(emitidoEn)),
    vigencia: datos.vigenteHasta ? `Hasta el ${formatFecha(datos.vigenteHasta)}` : 'No vence',
    verificar:
      'Compruebe con el código QR, o en esta dirección, que sigue en vigor; y con cualquier lector de PDF, que nadie lo alteró.',
    url: datos.url,
    qr,
    demo: datos.demo ? LEYENDA_DEMO : '',
  };
};

/**
 * Makes the PDF of a document that was issued, with its credential within. What is handed out is the one that was made first
 * (`readPdfEmitido`). Throws PdfError.
 */
export const renderEmitido = async (
  renderer: PdfRenderer,
  datos: EmitidoImpreso,
  { emitidoEn, credencial }: { emitidoEn: Date; credencial: Credential },
): Promise<Uint8Array> =>
  renderer.render({
    template: TEMPLATE,
    title: `${tipoOf(datos.tipo).palabra} ${formatFolioEmitido(datos.folio)}`,
    createdAt: emitidoEn,
    data: contenidoOf(datos, emitidoEn, await qrSvg(datos.url)),
    signed: true,
    attachment: { ...ADJUNTO, text: JSON.stringify(credencial) },
  });
