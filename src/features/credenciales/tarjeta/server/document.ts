import { join } from 'node:path';
import { type PdfRenderer, qrSvg } from '../../../../platform/server/pdf/index.ts';
import { formatFecha } from '../../../../platform/shared/dates.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { nameInItsCase } from '../../../../platform/shared/names.ts';
import { validarFolioPath } from '../../../../platform/shared/papeles.ts';
import type { EmitidoImpreso } from '../../contract.ts';
import { formatFolioEmitido } from '../../rules.ts';

const TEMPLATE = join(import.meta.dirname, 'tarjeta.typ');

/** A card to print: what its document says, and the face of its person (JPEG), if the school has it. */
export type Tarjeta = {
  id: string;
  personaId: string;
  datos: EmitidoImpreso;
  foto: Buffer | null;
};

const inicialesDe = (nombre: string): string =>
  nombre
    .split(/\s+/)
    .slice(0, 2)
    .map(([letter = '']) => letter)
    .join('');

const contenidoOf = async ({ datos, foto }: Tarjeta) => {
  const titular = nameInItsCase(datos.titular.nombreCompleto);
  const said = (key: string) => datos.campos.find((campo) => campo.key === key)?.impreso;
  const adscripcion = said('adscripcion');
  return {
    titular,
    iniciales: inicialesDe(titular),
    foto: foto && [...foto],
    descripcion: `Fotografía de ${titular}`,
    calidad: said('calidad') ?? '',
    filas: [
      { etiqueta: 'Programa o área', valor: datos.programa },
      ...(adscripcion ? [{ etiqueta: 'Adscripción', valor: adscripcion }] : []),
    ],
    folio: formatFolioEmitido(datos.folio),
    vigencia: datos.vigenteHasta ? `Vigente hasta el ${formatFecha(datos.vigenteHasta)}` : '',
    url: datos.url,
    qr: await qrSvg(datos.url),
  };
};

/**
 * `folio`, as it is kept: of the one card, or of the sheets.
 * Cards of the size of a bank's, front and back; `hoja`: ten to a sheet of letter size, to be printed on both sides. Throws PdfError.
 */
export const renderTarjetas = async (
  renderer: PdfRenderer,
  tarjetas: readonly Tarjeta[],
  {
    hoja,
    hechaEn,
    folio: papel,
    publicUrl,
  }: { hoja: boolean; hechaEn: Date; folio: string; publicUrl: string },
): Promise<Uint8Array> => {
  const { institucion, demo } = tarjetas[0]!.datos;
  const contenidos = [];
  for (const tarjeta of tarjetas) contenidos.push(await contenidoOf(tarjeta));
  const [{ titular, folio } = { titular: '', folio: '' }] = contenidos;
  return renderer.render({
    template: TEMPLATE,
    title: hoja ? 'Credenciales' : `Credencial de ${titular}, ${folio}`,
    papel: {
      folio: groupByFour(papel),
      url: hoja ? `${publicUrl}${validarFolioPath(groupByFour(papel))}` : tarjetas[0]!.datos.url,
    },
    createdAt: hechaEn,
    data: {
      institucion,
      hoja,
      demo: demo ? 'Documento de demostración, sin validez oficial' : '',
      verificar:
        'Compruebe con el código QR, o en esta dirección, que esta credencial está en vigor.',
      tarjetas: contenidos,
    },
  });
};
