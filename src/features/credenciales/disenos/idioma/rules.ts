import { formatFecha, formatPeriodo } from '../../../../platform/shared/dates.ts';
import { lookUp } from '../../../../platform/shared/look-up.ts';
import { type CampoDicho, type Tipo, tipoOf } from '../../rules.ts';
import type { Diseno } from '../contract.ts';

export type Idioma = Diseno['idioma'];

/** What the page itself says, around what its design says. */
const PALABRAS = {
  es: {
    folio: 'Folio',
    emitido: 'Emisión',
    vigencia: 'Vigencia',
    hasta: 'Hasta el',
    noVence: 'No vence',
    pagina: 'Página',
    de: 'de',
    firma: 'Firmado electrónicamente por',
    certificadoPropio: 'Certificado propio de este portal',
    huella: 'Huella del certificado (SHA-256)',
    qr: 'Código QR que abre',
    rubrica: 'Firma autógrafa de',
    sello: 'Sello de',
    muestra: 'MUESTRA',
    sinFirma: 'Muestra sin firma electrónica ni validez',
    demo: 'Documento de demostración, sin validez oficial',
    verificar:
      'Compruebe con el código QR, o en esta dirección, que sigue en vigor; y con cualquier lector de PDF, que nadie lo alteró.',
  },
  en: {
    folio: 'Document number',
    emitido: 'Issued',
    vigencia: 'Validity',
    hasta: 'Until',
    noVence: 'Does not expire',
    pagina: 'Page',
    de: 'of',
    firma: 'Electronically signed by',
    certificadoPropio: 'Certificate of this portal’s own',
    huella: 'Certificate fingerprint (SHA-256)',
    qr: 'QR code that opens',
    rubrica: 'Handwritten signature of',
    sello: 'Seal of',
    muestra: 'SAMPLE',
    sinFirma: 'Sample, neither signed nor valid',
    demo: 'Demonstration document, without official validity',
    verificar:
      'Check with the QR code, or at this address, that it is still in force; and with any PDF reader, that nobody altered it.',
  },
} as const;
export type Palabras = { readonly [K in keyof (typeof PALABRAS)['es']]: string };

export const palabrasDe = (idioma: Idioma): Palabras => PALABRAS[idioma];

const enIngles = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day (YYYY-MM-DD) in words. */
export const fechaEn = (idioma: Idioma, fecha: string): string =>
  idioma === 'es' ? formatFecha(fecha) : enIngles.format(new Date(`${fecha}T00:00:00Z`));

/** From a day to another, in words: «del 5 al 12 de enero de 2027». */
export const periodoEn = (idioma: Idioma, inicia: string, termina: string): string => {
  if (idioma === 'es') return formatPeriodo(inicia, termina);
  return inicia === termina
    ? fechaEn(idioma, termina)
    : `from ${fechaEn(idioma, inicia)} to ${fechaEn(idioma, termina)}`;
};

const EN_INGLES: Readonly<Record<string, string>> = {
  Horas: 'Hours',
  Calificación: 'Grade',
  Inicio: 'Start',
  Término: 'End',
  Modalidad: 'Mode',
  Calidad: 'Status',
  Adscripción: 'Assigned to',
  'Se otorga por': 'Awarded for',
  'Fecha de la actividad': 'Date of the activity',
  Lugar: 'Place',
  Nivel: 'Level',
  Libro: 'Book',
  Foja: 'Folio of the book',
  'Fecha del examen': 'Date of the examination',
  'Modalidad de titulación': 'Form of graduation',
  'Acuerdo de autorización o reconocimiento': 'Authorisation or recognition',
  'Estándar o nivel': 'Standard or level',
  Alumnado: 'Student',
  'Personal docente': 'Teaching staff',
  Personal: 'Staff',
  Participación: 'Participation',
  Docencia: 'Teaching',
  Ponencia: 'Lecture',
  'Mérito académico': 'Academic merit',
  Especialidad: 'Specialisation',
  Maestría: 'Master’s degree',
  Doctorado: 'Doctorate',
};
const translated = (text: string): string => lookUp(EN_INGLES, text) ?? text;

/** What a document says of one of its fields, in the language of its design; what people wrote stays as it is. */
export const dichoEn = (
  idioma: Idioma,
  tipo: Tipo,
  { key, label, valor, impreso }: CampoDicho,
): { etiqueta: string; valor: string } => {
  if (idioma === 'es') return { etiqueta: label, valor: impreso };
  const clase = tipoOf(tipo).campos.find((one) => one.key === key)?.clase;
  const said =
    clase === 'fecha' ? fechaEn(idioma, valor) : clase === 'opcion' ? translated(impreso) : impreso;
  return { etiqueta: translated(label), valor: said };
};
