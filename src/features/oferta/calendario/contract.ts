import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

/** Editions that one account may have in its calendar without being enrolled in them. */
export const MAX_ELEGIDAS = 200;

/** What one's own calendar holds, and whether it is followed from outside. */
export const getCalendarioPropio = callable({
  name: 'getCalendarioPropio',
  summary: 'Mi calendario: las ediciones que elegí y desde cuándo tiene dirección para seguirlo.',
  input: z.null(),
  output: z.object({
    /** When its address was made (ISO 8601); null: it has none. */
    direccionDesde: z.string().nullable(),
    elegidas: z.array(z.string()),
  }),
});

/**
 * Makes the address by which one's own calendar is followed from outside; the one that there was stops working. It is
 * given here and never again: only a digest of its key is kept.
 */
export const renewCalendarioPropio = callable({
  name: 'renewCalendarioPropio',
  summary:
    'Crea la dirección para seguir mi calendario desde otra aplicación; la que hubiera deja de servir.',
  input: z.null(),
  output: z.object({ direccion: z.string() }),
});

/** Takes the address back: it stops working at once. Nothing happens when there is none. */
export const withdrawCalendarioPropio = callable({
  name: 'withdrawCalendarioPropio',
  summary: 'Retira la dirección de mi calendario.',
  input: z.null(),
  output: z.null(),
});

/** Errors: NOT_FOUND (no such edition), RESOURCE_EXHAUSTED (200 chosen already). */
export const setEdicionCalendario = callable({
  name: 'setEdicionCalendario',
  summary: 'Pone una edición en mi calendario, o la quita.',
  input: z.strictObject({ edicionId: z.uuid(), elegida: z.boolean() }),
  output: z.null(),
});
