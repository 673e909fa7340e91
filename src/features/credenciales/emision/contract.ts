import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { contenidoSchema } from '../contract.ts';
import { FUENTES, TIPOS_EN_LOTE } from './rules.ts';

const de = { fuente: z.enum(FUENTES), fuenteId: z.uuid() };
const tipo = z.enum(TIPOS_EN_LOTE);

/** Who would be issued one and who not, with why, by name. Errors: NOT_FOUND (`emision-sin-fuente`). */
export const previewEmisionDocumentos = callable({
  name: 'previewEmisionDocumentos',
  summary:
    'A quiénes se les emitiría un documento por acreditar una edición o completar una ruta, y a quiénes no y por qué (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ ...de, tipo }),
  output: z.object({
    /** What the edition or the route is called. */
    nombre: z.string(),
    /** What each could say, to begin from. */
    sugerido: z.object({ programa: z.string(), campos: z.record(z.string(), z.string()) }),
    /** Some have a grade in the acta. */
    conCalificaciones: z.boolean(),
    reciben: z.array(z.object({ clave: z.string(), nombre: z.string() })),
    noReciben: z.array(z.object({ clave: z.string(), nombre: z.string(), razon: z.string() })),
  }),
});

/**
 * Issues one to each who may have one when their turn comes, once, as a job of the tray. Asked twice with one id, it is one.
 * Errors: NOT_FOUND (`emision-sin-fuente`), INVALID_ARGUMENT (`fields`), FAILED_PRECONDITION (`emitido-sin-firmante`,
 * `emision-nadie`), RESOURCE_EXHAUSTED.
 */
export const startEmisionDocumentos = callable({
  name: 'startEmisionDocumentos',
  summary:
    'Emite un documento a cada persona que acreditó una edición o completó una ruta, como trabajo de la bandeja (Escolar y Admin).',
  input: z.strictObject({
    id: z.uuid(),
    ...de,
    tipo,
    ...contenidoSchema,
    /** Each says the grade of their acta, where the kind has one. */
    conCalificacion: z.boolean().default(false),
  }),
  output: z.object({ trabajo: z.string() }),
});

/** What all the documents of an emission say, and the version of a design that was in force when it was asked for. */
export type ContenidoComun = Omit<
  z.output<typeof startEmisionDocumentos.input>,
  'id' | 'fuente' | 'fuenteId' | 'tipo'
> & { disenoVersion?: string };

/** The newest first. */
export const listEmisionesDocumentos = callable({
  name: 'listEmisionesDocumentos',
  summary: 'Las emisiones que se pidieron para una edición o una ruta (Escolar y Admin).',
  input: z.strictObject(de),
  output: z.object({
    emisiones: z.array(
      z.object({
        id: z.string(),
        tipo,
        programa: z.string(),
        /** ISO. */
        pedidoEn: z.string(),
        /** How many were issued so far. */
        emitidos: z.number(),
      }),
    ),
  }),
});
