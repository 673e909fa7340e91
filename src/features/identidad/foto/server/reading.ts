import { type RawBuilder, sql } from 'kysely';

/** The photo of the account of a person, for statements that are written out: `columna`, qualified, holds the person's id. */
export const fotoDeTexto = (columna: string): string =>
  `(select c.photo_url from cuentas c where c.persona_id = ${columna})`;

/** The photo of the account of a person, by the column that holds the person's id; null without one. */
export const fotoDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select c.photo_url from cuentas c where c.persona_id = ${sql.ref(personaId)})`;
