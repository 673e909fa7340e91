import { join } from 'node:path';
import type { PdfRenderer } from '../../../../platform/server/pdf/index.ts';
import { formatInstante } from '../../../../platform/shared/dates.ts';
import { validarFolioPath } from '../../../../platform/shared/papeles.ts';

const TITULO = 'Transcripción de conversación';
const LEYENDA_DEMO = 'Documento de demostración, sin validez oficial';
const TEMPLATE = join(import.meta.dirname, 'transcripcion.typ');
const SENSIBLE = '[Mensaje con datos sensibles: no se imprime.]';

/** What a transcript says: the messages, never the notes of staff. */
export type Transcripcion = {
  institucion: string;
  folio: string;
  titular: string;
  asunto: string;
  contexto: string | null;
  abierta: Date;
  cerrada: Date;
  mensajes: readonly {
    n: number;
    autor: string;
    en: Date;
    texto: string;
    sensible: boolean;
    archivos: readonly string[];
  }[];
  demo: boolean;
};

/** Makes the PDF; the same record gives the same bytes. @throws {PdfError} */
export const renderTranscripcion = (
  renderer: PdfRenderer,
  de: Transcripcion,
  { signed, publicUrl }: { signed: boolean; publicUrl: string },
): Promise<Uint8Array> =>
  renderer.render({
    signed,
    papel: { folio: de.folio, url: `${publicUrl}${validarFolioPath(de.folio)}` },
    template: TEMPLATE,
    title: `${TITULO} ${de.folio}`,
    createdAt: de.cerrada,
    data: {
      institucion: de.institucion,
      titulo: TITULO,
      folio: de.folio,
      titular: de.titular,
      campos: [
        ['Asunto', de.asunto],
        ...(de.contexto ? [['Sobre', de.contexto]] : []),
        ['Abierta', formatInstante(de.abierta)],
        ['Cerrada', formatInstante(de.cerrada)],
        ['Mensajes', String(de.mensajes.length)],
      ].map(([etiqueta, valor]) => ({ etiqueta, valor, estilo: 'texto', nota: '' })),
      mensajes: de.mensajes.map(({ n, autor, en, texto, sensible, archivos }) => ({
        n: String(n),
        autor,
        en: formatInstante(en),
        texto: sensible ? SENSIBLE : texto,
        archivos: archivos.length === 0 ? '' : `Archivos: ${archivos.join(', ')}`,
      })),
      demo: de.demo ? LEYENDA_DEMO : '',
    },
  });
