import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { ejemplaresSchema } from '../../../platform/shared/ejemplares.ts';
import type { Tono } from '../../../platform/shared/estados.ts';
import { defineFormato } from '../../../platform/shared/formatos.ts';
import { lookUp } from '../../../platform/shared/look-up.ts';
import { REQUISITO, type RequisitoEstado } from '../../../platform/shared/requisitos.ts';
import { DE_INSCRIPCION, type Estado, INSCRIPCION } from '../estados.ts';

const TONOS = [
  'success',
  'warning',
  'danger',
  'info',
  'neutral',
] as const satisfies readonly Tono[];

/** A state of what the acuse is of, with its word and tone. */
const estadoImpreso = z.object({
  codigo: z.string(),
  nombre: z.string(),
  tono: z.enum(TONOS),
});
export type EstadoImpreso = z.output<typeof estadoImpreso>;

/** A row of its own besides those of every acuse: the folio of an application. `clave`: set in fixed pitch. */
const propioSchema = z.object({ etiqueta: z.string(), valor: z.string(), clave: z.boolean() });

/** What an acuse prints, for ever; `server/document.ts` lays it out. */
const acuseImpresoSchema = z.object({
  folio: z.string(),
  /** A feminine noun: «inscripción», «presolicitud». Titles and notes are made of it. */
  de: z.string(),
  /** The moment of the decision (ISO 8601). */
  emitidoEn: z.string(),
  /** The address that the QR opens, with the key. */
  url: z.string(),
  institucion: z.string(),
  /** When it was issued. */
  estado: estadoImpreso,
  persona: z.object({
    nombreCompleto: z.string(),
    curp: z.string().nullable(),
    clave: z.string(),
  }),
  /** `tipo` and `modalidad` in words. */
  curso: z.object({
    nombre: z.string(),
    clave: z.string(),
    tipo: z.string(),
    modalidad: z.string(),
    horas: z.number().nullable(),
  }),
  /** Days YYYY-MM-DD. */
  edicion: z.object({
    nombre: z.string(),
    inicia: z.string(),
    termina: z.string(),
    sede: z.string().nullable(),
    /** Of an edition that had groups. */
    grupo: z.string().optional(),
  }),
  plantilla: z.object({ nombre: z.string(), version: z.number(), publicadaEn: z.string() }),
  propios: z.array(propioSchema).optional(),
  /** What was answered, but what is sensitive; `aceptado` is the text that an acceptance accepts. */
  secciones: z.array(
    z.object({
      titulo: z.string(),
      respuestas: z.array(
        z.object({ etiqueta: z.string(), valor: z.string(), aceptado: z.string().optional() }),
      ),
    }),
  ),
  reglas: z.array(
    z.object({
      descripcion: z.string(),
      cumple: z.boolean(),
      detalle: z.string(),
      /** What not meeting it means, which the first acuses did not say. */
      estado: z.enum(Object.keys(REQUISITO) as [RequisitoEstado, ...RequisitoEstado[]]).optional(),
    }),
  ),
  /** Issued by a portal with demonstration data. */
  demo: z.boolean(),
});
export type AcuseImpreso = z.output<typeof acuseImpresoSchema>;

/** The words of the states in format 1, which kept nothing else of them. */
const ESTADO_DE_LA_PALABRA: Readonly<Record<string, Estado>> = {
  Borrador: 'borrador',
  Enviada: 'enviada',
  'En revisión': 'enRevision',
  Inscrita: 'inscrita',
  'En lista de espera': 'enListaDeEspera',
  Rechazada: 'rechazada',
  Vencida: 'vencida',
  Baja: 'baja',
  Acreditada: 'acreditada',
  'No acreditada': 'noAcreditada',
};

/** A state of an inscripción as an acuse prints it. */
export const estadoDeInscripcion = (codigo: Estado): EstadoImpreso => ({
  codigo,
  nombre: INSCRIPCION.palabra(codigo),
  tono: INSCRIPCION.tono(codigo),
});

const tonoDe = (estado: unknown): Tono | null => {
  const { codigo } = estado as { codigo?: Estado };
  return INSCRIPCION.estados.some((one) => one === codigo) ? INSCRIPCION.tono(codigo!) : null;
};

/**
 * How acuses are stored. 1: the state was only a word, and an acceptance did not say its text. 2: all were of an inscripción, and the tone
 * followed from the state.
 */
export const ACUSE = defineFormato({
  nombre: 'acuse',
  lectura: acuseImpresoSchema,
  mejoras: [
    (acuse) => ({
      ...acuse,
      demo: acuse.demo ?? false,
      estado: {
        codigo: lookUp(ESTADO_DE_LA_PALABRA, String(acuse.estado)),
        nombre: acuse.estado,
      },
    }),
    ({ estado, ...acuse }) => ({
      ...acuse,
      de: DE_INSCRIPCION,
      estado: { ...(estado as object), tono: tonoDe(estado) },
    }),
  ],
});

/**
 * The acuse as it was printed. `estadoActual` is the present state, with its word and tone in `actual`; `qr` is the QR of its address as SVG,
 * used when the page is printed (the address itself, with the key in it, is no part of the answer).
 */
const detalleAcuseSchema = acuseImpresoSchema
  .omit({ folio: true, de: true, emitidoEn: true, url: true })
  .extend({ estadoActual: z.string(), actual: estadoImpreso, qr: z.string() });
export type DetalleAcuse = z.output<typeof detalleAcuseSchema>;

/**
 * Looks up an acuse; needs no sign-in. Folio and key may be typed in any case, with or without
 * hyphens, with O for 0 and I or L for 1. With the key: what it says. Without it, or with a wrong
 * one: only that it exists, its date and its PDF's digest (`detalle` null).
 * Errors: NOT_FOUND (`acuse-no-existe`), RESOURCE_EXHAUSTED (`demasiados-intentos`).
 */
export const getAcuse = callable({
  name: 'getAcuse',
  summary: 'Consulta de un acuse por su folio y, para verlo completo, su clave.',
  input: z.strictObject({ folio: z.string().max(100), clave: z.string().max(100).optional() }),
  output: z.object({
    existe: z.literal(true),
    /** In groups of four, whichever way it was typed. */
    folio: z.string(),
    /** What it is of: «inscripción», «presolicitud». */
    de: z.string(),
    /** ISO 8601. */
    emitidoEn: z.string(),
    /** SHA-256 of its PDF (hexadecimal), to compare a file with; null while nobody has asked for it. */
    sha256: z.string().nullable(),
    /** The same, with what an acuse proves, as every paper tells it. */
    ejemplares: ejemplaresSchema,
    detalle: detalleAcuseSchema.nullable(),
  }),
});
