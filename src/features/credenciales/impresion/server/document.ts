import { join } from 'node:path';
import type { Credential } from '../../../../platform/server/credentials/types.ts';
import {
  type DrawnPdf,
  type PdfDocument,
  type PdfRenderer,
  qrSvg,
} from '../../../../platform/server/pdf/index.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import type { Diseno } from '../../disenos/contract.ts';
import { dichoEn, fechaEn, palabrasDe, periodoEn } from '../../disenos/idioma/rules.ts';
import type { Estampa } from '../../disenos/imagenes/server/service.ts';
import { MEDIDAS } from '../../disenos/opciones/rules.ts';
import { fillTexto } from '../../disenos/textos/rules.ts';
import { formatFolioEmitido, tipoOf } from '../../rules.ts';

const TEMPLATE = join(import.meta.dirname, 'emitido.typ');

/** How it is called within the PDF: what wallets and verifiers take out of it. */
const ADJUNTO = {
  name: 'credential.json',
  mime: 'application/ld+json',
  description: 'Credencial verificable de este documento (Open Badges 3.0)',
};

/** What a document is drawn with: how it looks, and the bytes of its pictures by their id. */
export type Vestido = { diseno: Diseno; estampas: ReadonlyMap<string, Estampa> };

/** What the texts of a design may name, in its language. */
const valoresOf = (datos: EmitidoImpreso, emitidoEn: Date, { idioma }: Diseno) => {
  const { inicia, termina } = Object.fromEntries(datos.campos.map((c) => [c.key, c.valor]));
  return {
    titular: nameInItsCase(datos.titular.nombreCompleto),
    programa: datos.programa,
    institucion: datos.institucion,
    folio: formatFolioEmitido(datos.folio),
    emision: fechaEn(idioma, fechaDe(emitidoEn)),
    ...(datos.vigenteHasta && { vigencia: fechaEn(idioma, datos.vigenteHasta) }),
    ...(inicia && termina && { fechas: periodoEn(idioma, inicia, termina) }),
    ...Object.fromEntries(
      datos.campos.map((campo) => [campo.key, dichoEn(idioma, datos.tipo, campo).valor]),
    ),
  };
};

/** The page as the typesetter takes it, in millimetres. */
const paginaOf = ({ pagina: { tamano, orientacion, margenes } }: Diseno) => {
  const [corto, largo] = MEDIDAS[tamano];
  const upright = orientacion === 'vertical';
  return { ancho: upright ? corto : largo, alto: upright ? largo : corto, margenes };
};

/** What the page says, in the order in which it is read, and how. */
export const contenidoOf = (
  datos: EmitidoImpreso,
  emitidoEn: Date,
  qr: string,
  { diseno, estampas }: Vestido,
) => {
  const { idioma, textos, estilo, sello } = diseno;
  const palabras = palabrasDe(idioma);
  const valores = valoresOf(datos, emitidoEn, diseno);
  const said = (texto: string) => fillTexto(texto, valores);
  const nameOf = (id: string | null | undefined) => (id && estampas.get(id)?.name) || '';
  return {
    idioma,
    palabras,
    pagina: paginaOf(diseno),
    estilo,
    sello: { clase: sello.clase, imagen: nameOf(sello.imagen) },
    institucion: datos.institucion,
    titulo: said(textos.titulo),
    folio: valores.folio,
    otorga: said(textos.otorga),
    titular: valores.titular,
    porque: said(textos.porque),
    programa: datos.programa,
    cuerpo: said(textos.cuerpo),
    lugar: said(textos.lugar),
    leyenda: said(textos.leyenda),
    filas: diseno.datos ? datos.campos.map((campo) => dichoEn(idioma, datos.tipo, campo)) : [],
    firmantes: datos.firmantes.map(({ nombre, cargo, rubrica }) => ({
      nombre,
      cargo,
      rubrica: nameOf(rubrica),
    })),
    emitido: valores.emision,
    vigencia: valores.vigencia ? `${palabras.hasta} ${valores.vigencia}` : palabras.noVence,
    url: datos.url,
    qr,
    demo: datos.demo ? palabras.demo : '',
  };
};

type Page = PdfDocument & { data: object };

/** By how much a page is made smaller until all of it fits; nearly all do as they are. */
const ESCALAS = [1, 0.93, 0.86, 0.79, 0.72];

/** As large as fits on one page; what does not even fit small goes on in the next one, and nothing is lost. */
const drawFitting = async (renderer: PdfRenderer, page: Page): Promise<DrawnPdf> => {
  let drawn: DrawnPdf | null = null;
  for (const escala of ESCALAS) {
    drawn = await renderer.draw({ ...page, data: { ...page.data, escala } });
    if (drawn.pages === 1) break;
  }
  return drawn!;
};

const pageOf = async (datos: EmitidoImpreso, emitidoEn: Date, vestido: Vestido): Promise<Page> => ({
  template: TEMPLATE,
  title: `${tipoOf(datos.tipo).palabra} ${formatFolioEmitido(datos.folio)}`,
  papel: { folio: formatFolioEmitido(datos.folio), url: datos.url },
  createdAt: emitidoEn,
  data: { ...contenidoOf(datos, emitidoEn, await qrSvg(datos.url), vestido), muestra: '' },
  pictures: [...vestido.estampas.values()],
});

/**
 * Makes the PDF of a document that was issued, with its credential within. What is handed out is the one that was made first
 * (`readPdfEmitido`). Throws PdfError.
 */
export const renderEmitido = async (
  renderer: PdfRenderer,
  datos: EmitidoImpreso,
  { emitidoEn, credencial, vestido }: { emitidoEn: Date; credencial: Credential; vestido: Vestido },
): Promise<Uint8Array> => {
  const { pdf } = await drawFitting(renderer, {
    ...(await pageOf(datos, emitidoEn, vestido)),
    attachment: { ...ADJUNTO, text: JSON.stringify(credencial) },
  });
  return pdf;
};

/** The same page, of nothing that was issued: it says so across it, is signed by nobody and carries nothing. Throws PdfError. */
export const renderMuestra = async (
  renderer: PdfRenderer,
  datos: EmitidoImpreso,
  { emitidoEn, vestido }: { emitidoEn: Date; vestido: Vestido },
): Promise<DrawnPdf> => {
  const page = await pageOf(datos, emitidoEn, vestido);
  const { muestra } = palabrasDe(vestido.diseno.idioma);
  return drawFitting(renderer, {
    ...page,
    papel: null,
    title: muestra,
    data: { ...page.data, muestra },
  });
};
