import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { actoSchema } from '../envios/contract.ts';
import { SOLICITUD } from '../estados.ts';

const solicitudId = z.uuid();

/** The seat of one's own application, after the results. Errors: NOT_FOUND (`solicitud-no-existe`). */
export const getLugarPosgrado = callable({
  name: 'getLugarPosgrado',
  summary: 'Mi lugar en un programa de posgrado, o mi turno en su lista de espera.',
  input: z.strictObject({ solicitudId }),
  output: z.object({
    estado: z.enum(SOLICITUD.estados),
    /** Until when the seat is kept (ISO 8601); null: none waits to be confirmed. */
    ofrecidoHasta: z.string().nullable(),
    /** Among those who wait, without those who have a seat to confirm: the first is 1, of `total`. Null: it does not wait. */
    espera: z.object({ lugar: z.number(), total: z.number() }).nullable(),
    /** Confirm the seat now. */
    confirmar: actoSchema,
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/**
 * Confirms the seat of one's own application. Again, once it is theirs, is the same. What forbids it by what else one is enrolled in is
 * looked at now. Errors: NOT_FOUND (`solicitud-no-existe`), FAILED_PRECONDITION (`sin-lugar-ofrecido`: none, or its time is over;
 * `reglas-no-cumplidas-al-aceptar` with `details.reglas`: the seat is kept).
 */
export const acceptLugarPosgrado = callable({
  name: 'acceptLugarPosgrado',
  summary: 'Confirma mi lugar en un programa de posgrado.',
  input: z.strictObject({ solicitudId }),
  output: z.object({ estado: z.enum(SOLICITUD.estados) }),
});
