import { type RawBuilder, sql } from 'kysely';

/** How many seats of each quota are taken, as `k` (`edicion_id`, `clave`, `ocupados`). */
export const CUPOS_OCUPADOS: RawBuilder<unknown> = sql`edicion_cupos k`;
