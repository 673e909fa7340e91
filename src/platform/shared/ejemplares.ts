import { z } from 'zod';

/** A `DictamenDePapel` as an answer carries it. */
export const dictamenSchema = z.object({
  tono: z.enum(['success', 'warning', 'danger']),
  texto: z.string(),
});

/** The PDFs of a folio, to compare a file with; none: nobody asked for one yet. */
export const ejemplaresSchema = z.array(z.object({ sha256: z.string(), dictamen: dictamenSchema }));
