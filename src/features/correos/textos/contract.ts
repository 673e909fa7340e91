import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

const clave = z.string().min(1).max(100);
export const MAX_ASUNTO = 150;
export const MAX_CUERPO = 4_000;

const texto = z.object({
  clave: z.string(),
  /** «Inscripción aceptada». */
  nombre: z.string(),
  campos: z.array(
    z.object({
      clave: z.string(),
      titulo: z.string(),
      /** For the preview. */
      ejemplo: z.string(),
      /** It may not be in the subject. */
      soloCuerpo: z.boolean(),
    }),
  ),
  /** In force: with `{campo}`, paragraphs apart by an empty line. */
  asunto: z.string(),
  cuerpo: z.string(),
  /** Of the code. */
  original: z.object({ asunto: z.string(), cuerpo: z.string() }),
  /** Of what is in force; 0: nobody ever wrote another. */
  version: z.number(),
  /** Whether an Admin's text is in force. */
  propio: z.boolean(),
  /** ISO instant of the last change. */
  escritoEn: z.string().nullable(),
});
export type TextoCarta = z.infer<typeof texto>;

export const listTextosCartas = callable({
  name: 'listTextosCartas',
  summary: 'Los textos de las cartas que se pueden cambiar, con sus campos (Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({ textos: z.array(texto) }),
});

export const listVersionesTextoCarta = callable({
  name: 'listVersionesTextoCarta',
  summary: 'Las versiones del texto de una carta, de la más reciente a la más antigua (Admin).',
  input: z.strictObject({ clave }),
  output: z.object({
    versiones: z.array(
      z.object({
        version: z.number(),
        /** Null: the original text was restored. */
        asunto: z.string().nullable(),
        cuerpo: z.string().nullable(),
        escritoEn: z.string(),
        /** Name of the account that wrote it. */
        escritoPor: z.string(),
      }),
    ),
  }),
});

/** Errors: NOT_FOUND; INVALID_ARGUMENT with `fields`; ABORTED (`carta-cambio`: another version is in force). */
export const saveTextoCarta = callable({
  name: 'saveTextoCarta',
  summary:
    'Cambia el asunto y el texto de una carta, sobre la versión que se leyó. Los campos son los que la carta declara (Admin).',
  input: z.strictObject({
    clave,
    /** The one that was read. */
    version: z.int32().min(0),
    asunto: z.string().trim().min(1).max(MAX_ASUNTO),
    cuerpo: z.string().trim().min(1).max(MAX_CUERPO),
  }),
  output: texto,
});

/** Errors: the same. */
export const resetTextoCarta = callable({
  name: 'resetTextoCarta',
  summary: 'Restablece el texto original de una carta, sobre la versión que se leyó (Admin).',
  input: z.strictObject({ clave, version: z.int32().min(0) }),
  output: texto,
});
