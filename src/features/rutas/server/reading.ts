import { type RawBuilder, sql } from 'kysely';

/** `from ${EN_RUTA.tables}`: somebody's place `rp` in the route `rp.ruta_id`, of `rp.persona_id`. */
export const EN_RUTA: { tables: RawBuilder<unknown>; completada: RawBuilder<boolean> } = {
  tables: sql`ruta_personas rp`,
  completada: sql<boolean>`(rp.completada_en is not null)`,
};
