import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { ESTADOS } from '../rules.ts';

/** What the acuse says: as it was printed, and `estadoActual`, how things are now. */
const detalleAcuseSchema = z.object({
  institucion: z.string(),
  /** The state in words when it was issued, e.g. «Inscrita». */
  estado: z.string(),
  /** The inscripción's state today (a later baja, the result…). */
  estadoActual: z.enum(ESTADOS),
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
  }),
  plantilla: z.object({ nombre: z.string(), version: z.number(), publicadaEn: z.string() }),
  secciones: z.array(
    z.object({
      titulo: z.string(),
      respuestas: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
    }),
  ),
  reglas: z.array(z.object({ descripcion: z.string(), cumple: z.boolean(), detalle: z.string() })),
  /** Issued by a portal with demonstration data. */
  demo: z.boolean(),
});
export type DetalleAcuse = z.output<typeof detalleAcuseSchema>;

/** The record that is kept and printed (what `server/document.ts` takes); `url` has the key in it. */
export type AcuseImpreso = Omit<DetalleAcuse, 'estadoActual'> & {
  folio: string;
  emitidoEn: string;
  url: string;
};

/**
 * Looks up an acuse; needs no sign-in. Folio and key may be typed in any case, with or without
 * hyphens, with O for 0 and I or L for 1. With the key: what it says. Without it, or with a wrong
 * one: only that it exists and its date (`detalle` null).
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
    /** ISO 8601. */
    emitidoEn: z.string(),
    detalle: detalleAcuseSchema.nullable(),
  }),
});
