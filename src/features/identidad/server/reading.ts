import { type RawBuilder, sql } from 'kysely';

/** The address of the account of a person, by the column that holds the person's id; null without one. */
export const correoDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select c.email from cuentas c where c.persona_id = ${sql.ref(personaId)})`;

/** The person whose account has an address, normalised; null when nobody's has. */
export const personaDeCorreo = (address: string): RawBuilder<string | null> =>
  sql`(select c.persona_id from cuentas c where c.email = ${address} and c.persona_id is not null)`;
