import { type RawBuilder, sql } from 'kysely';

/** The address of the account of a person, by the column that holds the person's id; null without one. */
export const correoDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select c.email from cuentas c where c.persona_id = ${sql.ref(personaId)})`;

/** How an account is called, by the column that holds its uid: by its name or else its address. */
/** The uid of a person's account, or null. */
export const uidDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select uid from cuentas where persona_id = ${sql.ref(personaId)})`;

export const nombreDeCuenta = (uid: string): RawBuilder<string | null> =>
  sql`(select coalesce(nullif(c.display_name, ''), c.email) from cuentas c where c.uid = ${sql.ref(uid)})`;
