import { groupByFour } from '../../platform/shared/ids.ts';
import { validarPath } from '../../platform/shared/papeles.ts';
// The type alone: what is known of each kind is not in the browser's first files.
import type { Tipo } from './rules.ts';

/** Where anybody validates one of each kind, by its folio: the addresses that QR codes carry. */
export const VALIDACION: Readonly<Record<Tipo, { readonly base: string; readonly param: string }>> =
  {
    certificado: { base: '/validateCertificate', param: 'certificateId' },
    credencial: { base: '/validateCredential', param: 'credentialId' },
    reconocimiento: { base: '/validateRecognition', param: 'recognitionId' },
    grado: { base: '/validateDegree', param: 'degreeId' },
    certificacion: { base: '/validateCertification', param: 'certificationId' },
  };

export { validarFolioPath, validarPath } from '../../platform/shared/papeles.ts';

export const validacionPagePath = (tipo: Tipo): string =>
  `${VALIDACION[tipo].base}/:${VALIDACION[tipo].param}`;

/** The folio may be as it is kept or as it is shown. */
export const validacionPath = (tipo: Tipo, folio: string): string =>
  `${VALIDACION[tipo].base}/${groupByFour(folio.replaceAll('-', ''))}`;
/** Where a list of them is sent, which is answered with a workbook. */
export const validarListaPath = '/validar/lista.xlsx';
/** The same, answered with a page. */
export const validarListaPaginaPath = '/validar/lista';

/** All that is needed to check, in a browser, what its credential is worth: itself, who issues and its status lists. */
export const pruebaBasePath = '/validar/prueba.json';
export const pruebaPath = (folio: string): string =>
  `${pruebaBasePath}?${new URLSearchParams({ folio })}`;

/** The picture of a document to share, and its code alone (SVG). */
export const imagenBasePath = '/validar/imagen.svg';
export const qrBasePath = '/validar/qr.svg';
export const imagenPath = (folio: string): string => `${imagenBasePath}?folio=${folio}`;
export const qrPath = (folio: string): string => `${qrBasePath}?folio=${folio}`;

/** The PDF of a document, for whom it is of and for staff; `descargar`: to be saved. */
export const emitidoPdfPath = (id: string, { descargar = false } = {}): string =>
  `/emitidos/${id}.pdf${descargar ? '?descargar=1' : ''}`;

/** A credencial as a card, for whom it is of and for staff. */
export const tarjetaPdfPath = (id: string): string => `/tarjetas/${id}.pdf?descargar=1`;
/** One's card on a telephone, and what answers for it without connection: its name keeps it to these pages. */
export const tarjetaPagePath = '/credencial/:id';
export const tarjetaPath = (id: string): string => `/credencial/${id}`;
export const TARJETA_WORKER = '/credencial/sin-conexion.js';
/** Several of them, ten to a sheet, for staff. */
export const hojaTarjetasPath = (ids: readonly string[]): string =>
  `/tarjetas/hoja.pdf?ids=${ids.join(',')}`;

/** The PDFs of all the documents of an emission, for staff. */
export const emisionZipPath = (id: string): string => `/emisiones/${id}.zip`;

/** The tab of one's own file with what the school issued. */
export const PESTANA_OBTENIDOS = 'obtenidos';

/** The lists of staff. */
export const EMITIDOS_PATH = {
  certificado: '/certificates',
  credencial: '/credentials',
  reconocimiento: '/recognitions',
  certificacion: '/certifications',
  grado: '/degrees',
} as const;

/** The designs of documents, and a version of one. */
export const disenosPath = '/disenos';
export const disenoPagePath = `${disenosPath}/:versionId`;
export const disenoPath = (versionId: string): string => `${disenosPath}/${versionId}`;
/** A signature or a seal, for staff. */
export const imagenDisenoPath = (id: string): string => `${disenosPath}/imagenes/${id}`;

export const credencialesPaths = [
  ...Object.values(VALIDACION).map(({ base, param }) => `${base}/:${param}`),
  validarPath,
  tarjetaPagePath,
  ...Object.values(EMITIDOS_PATH),
  disenosPath,
  disenoPagePath,
] as const;
