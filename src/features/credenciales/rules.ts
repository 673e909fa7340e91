import { formatFecha, isFecha } from '../../platform/shared/dates.ts';
import type { Tono } from '../../platform/shared/estados.ts';
import { crockfordCheck, groupByFour, normaliseCrockford } from '../../platform/shared/ids.ts';
import { lookUp } from '../../platform/shared/look-up.ts';
import { EMITIDO, type EstadoEmitido } from './estados.ts';

export const TIPOS = [
  'certificado',
  'credencial',
  'reconocimiento',
  'grado',
  'certificacion',
] as const;
export type Tipo = (typeof TIPOS)[number];

type Clase =
  | { readonly clase: 'texto'; readonly max: number }
  | {
      readonly clase: 'entero';
      readonly min: number;
      readonly max: number;
    }
  | { readonly clase: 'decimal'; readonly min: number; readonly max: number }
  | { readonly clase: 'fecha' }
  | { readonly clase: 'opcion'; readonly opciones: Readonly<Record<string, string>> };

/** What a kind of document says besides who it is of and what about. */
export type CampoEmitido = Clase & {
  readonly key: string;
  readonly label: string;
  readonly opcional?: boolean;
  readonly hint?: string;
};

export type TipoEmitido = {
  /** The first two letters of its folio. */
  readonly codigo: 'CE' | 'CR' | 'RE' | 'GR' | 'CT';
  readonly palabra: string;
  readonly plural: string;
  /** «el certificado», «la credencial»: words agree with it. */
  readonly femenino: boolean;
  /** What it is about is called. */
  readonly programa: string;
  /** The sentence of the PDF between the name and what it is about. */
  readonly porque: string;
  /** Whether it ends on a day. */
  readonly vigencia: 'no' | 'opcional' | 'si';
  /** Somebody else of the staff approves it before it is issued. */
  readonly visto: boolean;
  /** What Open Badges calls it. */
  readonly achievementType: string;
  readonly campos: readonly CampoEmitido[];
};

const texto = (key: string, label: string, max = 120) =>
  ({ key, label, clase: 'texto', max }) as const;
const fecha = (key: string, label: string) => ({ key, label, clase: 'fecha' }) as const;
const opcional = <C extends object>(campo: C) => ({ ...campo, opcional: true }) as const;

/** The five kinds: one engine, and this is all in which they differ. */
const DEFINICIONES: Readonly<Record<Tipo, TipoEmitido>> = {
  certificado: {
    codigo: 'CE',
    palabra: 'Certificado',
    plural: 'Certificados',
    femenino: false,
    programa: 'Curso o programa',
    porque: 'por haber acreditado',
    vigencia: 'opcional',
    visto: false,
    achievementType: 'Certificate',
    campos: [
      { key: 'horas', label: 'Horas', clase: 'entero', min: 1, max: 5000 },
      opcional({ key: 'calificacion', label: 'Calificación', clase: 'decimal', min: 0, max: 10 }),
      opcional(fecha('inicia', 'Inicio')),
      opcional(fecha('termina', 'Término')),
      opcional(texto('modalidad', 'Modalidad', 60)),
    ],
  },
  credencial: {
    codigo: 'CR',
    palabra: 'Credencial',
    plural: 'Credenciales',
    femenino: true,
    programa: 'Programa o área',
    porque: 'que le acredita en',
    vigencia: 'si',
    visto: false,
    achievementType: 'Membership',
    campos: [
      {
        key: 'calidad',
        label: 'Calidad',
        clase: 'opcion',
        opciones: { alumnado: 'Alumnado', docencia: 'Personal docente', personal: 'Personal' },
      },
      opcional(texto('adscripcion', 'Adscripción')),
    ],
  },
  reconocimiento: {
    codigo: 'RE',
    palabra: 'Reconocimiento',
    plural: 'Reconocimientos',
    femenino: false,
    programa: 'Actividad',
    porque: 'por su participación en',
    vigencia: 'no',
    visto: false,
    achievementType: 'Award',
    campos: [
      {
        key: 'motivo',
        label: 'Se otorga por',
        clase: 'opcion',
        opciones: {
          participacion: 'Participación',
          docencia: 'Docencia',
          ponencia: 'Ponencia',
          merito: 'Mérito académico',
        },
      },
      opcional(fecha('fecha', 'Fecha de la actividad')),
      opcional(texto('lugar', 'Lugar')),
    ],
  },
  grado: {
    codigo: 'GR',
    palabra: 'Grado',
    plural: 'Grados',
    femenino: false,
    programa: 'Grado y programa',
    porque: 'por haber cumplido los estudios y el examen de',
    vigencia: 'no',
    visto: true,
    achievementType: 'Degree',
    campos: [
      {
        key: 'nivel',
        label: 'Nivel',
        clase: 'opcion',
        opciones: {
          especialidad: 'Especialidad',
          maestria: 'Maestría',
          doctorado: 'Doctorado',
        },
      },
      texto('libro', 'Libro', 20),
      texto('foja', 'Foja', 20),
      fecha('examen', 'Fecha del examen'),
      texto('modalidadTitulacion', 'Modalidad de titulación', 80),
      opcional(texto('rvoe', 'Acuerdo de autorización o reconocimiento', 60)),
    ],
  },
  certificacion: {
    codigo: 'CT',
    palabra: 'Certificación',
    plural: 'Certificaciones',
    femenino: true,
    programa: 'Competencia o ruta',
    porque: 'por haber demostrado',
    vigencia: 'si',
    visto: false,
    achievementType: 'Certification',
    campos: [
      opcional({
        key: 'horas',
        label: 'Horas',
        clase: 'entero',
        min: 1,
        max: 5000,
      }),
      opcional(texto('estandar', 'Estándar o nivel', 80)),
    ],
  },
};

export const tipoOf = (tipo: Tipo): TipoEmitido => DEFINICIONES[tipo];

const TIPO_DEL_CODIGO: Readonly<Record<string, Tipo>> = Object.fromEntries(
  TIPOS.map((tipo) => [DEFINICIONES[tipo].codigo, tipo]),
);

/** Random symbols of a folio: 80 bits, so that trying is hopeless. */
export const RANDOM_EMITIDO = 16;
const FOLIO = /^(CE|CR|RE|GR|CT)\d\d[0-9A-HJKMNP-TV-Z]{17}$/;

/** The folio of that kind, of a year (2026), with these random symbols: kept without hyphens. */
export const makeFolioEmitido = (tipo: Tipo, year: number, random: string): string => {
  const body = `${tipoOf(tipo).codigo}${String(year % 100).padStart(2, '0')}${random}`;
  return body + crockfordCheck(body);
};

/** What somebody typed → the folio as it is kept, and its kind; null when it cannot be one. */
export const parseFolioEmitido = (text: string): { folio: string; tipo: Tipo } | null => {
  const folio = normaliseCrockford(text.normalize('NFKC').replace(/[\u2010-\u2015\u2212_.]/g, '-'));
  if (!FOLIO.test(folio) || crockfordCheck(folio.slice(0, -1)) !== folio.slice(-1)) return null;
  return { folio, tipo: lookUp(TIPO_DEL_CODIGO, folio.slice(0, 2))! };
};

/** As it is shown, printed and read aloud: CE26-K9Y2-ZKYW-2KGS-JV7Q-T. */
export const formatFolioEmitido = groupByFour;

/** How a document stands for whoever is shown it: its state, and over once its last day is. */
export type Vigencia = Exclude<EstadoEmitido, 'borrador'> | 'vencida';

/** Null: it was never issued. */
export const vigenciaDe = (
  { estado, venceEn }: { estado: EstadoEmitido; venceEn: Date | null },
  ahora: Date,
): Vigencia | null => {
  if (estado === 'borrador') return null;
  const over = venceEn !== null && venceEn <= ahora;
  return over && !EMITIDO.is('anulados', estado) ? 'vencida' : estado;
};

type Look = { readonly palabra: string; readonly tono: Tono };

type Mirado = EstadoEmitido | 'vencida' | 'sinConfirmar';

const MASCULINO: Readonly<Record<Mirado, string>> = {
  borrador: 'Por aprobar',
  vigente: 'Vigente',
  suspendida: 'Suspendido',
  revocada: 'Revocado',
  sustituida: 'Sustituido',
  vencida: 'Vencido',
  sinConfirmar: 'Sin confirmar',
};

/** The word and tone of how a document of that kind stands. */
export const lookOf = (tipo: Tipo, estado: Mirado): Look => {
  if (estado === 'sinConfirmar') return { palabra: MASCULINO.sinConfirmar, tono: 'danger' };
  const word = () => (estado === 'vencida' ? 'Vencida' : EMITIDO.palabra(estado));
  return {
    palabra: tipoOf(tipo).femenino ? word() : MASCULINO[estado],
    tono: estado === 'vencida' ? 'warning' : EMITIDO.tono(estado),
  };
};

/** What a document says of one of its fields: as it was given, and as it is printed. */
export type CampoDicho = { key: string; label: string; valor: string; impreso: string };

const DECIMAL = /^\d{1,4}([.,]\d{1,2})?$/;

/** A number within its bounds, or null. */
const numberIn = (text: string, { min, max }: { min: number; max: number }): number | null => {
  const value = Number(text.replace(',', '.'));
  return value >= min && value <= max ? value : null;
};

/** How a value is printed; null: it is not one of that field's. */
const printed = (campo: CampoEmitido, valor: string): string | null => {
  switch (campo.clase) {
    case 'texto':
      return valor.length <= campo.max ? valor : null;
    case 'entero': {
      const value = /^\d{1,5}$/.test(valor) ? numberIn(valor, campo) : null;
      return value === null ? null : String(value);
    }
    case 'decimal': {
      const value = DECIMAL.test(valor) ? numberIn(valor, campo) : null;
      return value === null ? null : String(value);
    }
    case 'fecha':
      return isFecha(valor) ? formatFecha(valor) : null;
    case 'opcion':
      return lookUp(campo.opciones, valor) ?? null;
  }
};

const NO_VALE: Readonly<Record<CampoEmitido['clase'], (campo: never) => string>> = {
  texto: ({ max }: { max: number }) => `Escriba ${max} caracteres como máximo.`,
  entero: ({ min, max }: { min: number; max: number }) =>
    `Escriba un número entero entre ${min} y ${max}.`,
  decimal: ({ min, max }: { min: number; max: number }) =>
    `Escriba un número entre ${min} y ${max}, con dos decimales como máximo.`,
  fecha: () => 'Escriba una fecha que exista.',
  opcion: () => 'Elija una opción.',
};

/** What was filled in of a kind's fields: what the document will say, or what is wrong, by field. */
export const readCamposEmitido = (
  tipo: Tipo,
  valores: Readonly<Record<string, string>>,
): { dichos: CampoDicho[] } | { errores: Record<string, string> } => {
  const dichos: CampoDicho[] = [];
  const errores: Record<string, string> = {};
  for (const campo of tipoOf(tipo).campos) {
    const valor = (lookUp(valores, campo.key) ?? '').trim();
    if (valor === '') {
      if (!campo.opcional) errores[campo.key] = `Falta: ${campo.label}.`;
      continue;
    }
    const impreso = printed(campo, valor);
    if (impreso === null) errores[campo.key] = NO_VALE[campo.clase](campo as never);
    else dichos.push({ key: campo.key, label: campo.label, valor, impreso });
  }
  const { inicia, termina } = valores;
  if (inicia && termina && inicia > termina)
    errores.termina ??= 'El término no puede ser anterior al inicio.';
  return Object.keys(errores).length > 0 ? { errores } : { dichos };
};

/** Somebody of the catalog of those who sign, as a document says them; `rubrica`: the picture of their signature. */
export const firmanteDe = (
  { nombre, datos }: { nombre: string; datos: Readonly<Record<string, unknown>> },
  rubrica: string | null,
): { nombre: string; cargo: string; rubrica?: string } => ({
  nombre: [datos.tratamiento, nombre].filter(Boolean).join(' '),
  cargo: String(datos.cargo ?? ''),
  ...(rubrica !== null && { rubrica }),
});

/** Signatures that a document has at most, and how long the texts that people write may be. */
export const MAX_FIRMANTES = 3;
export const PROGRAMA_MAX = 200;
/** Cards that are printed at once: ten sheets. */
export const MAX_TARJETAS = 100;
export const MOTIVO_MIN = 5;
export const MOTIVO_MAX = 300;

/** How many somebody has of each kind of which they have one: neither what was revoked nor what another one replaced. */
export const cuentasDe = (
  emitidos: readonly { tipo: Tipo; estado: EstadoEmitido | 'vencida' }[],
): { tipo: Tipo; n: number; palabra: string }[] =>
  TIPOS.flatMap((tipo) => {
    const n = emitidos.filter(
      (one) =>
        one.tipo === tipo &&
        one.estado !== 'borrador' &&
        (one.estado === 'vencida' || !EMITIDO.is('anulados', one.estado)),
    ).length;
    const { palabra, plural } = tipoOf(tipo);
    return n === 0 ? [] : [{ tipo, n, palabra: n === 1 ? palabra : plural }];
  });
