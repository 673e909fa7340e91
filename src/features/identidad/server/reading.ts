import { type RawBuilder, sql } from 'kysely';

/** The address of the account of a person, by the column that holds the person's id; null without one. */
export const correoDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select c.email from cuentas c where c.persona_id = ${sql.ref(personaId)})`;

/** The person whose account a session is of; null: of nobody with a file. */
export const personaDeSesion = (sid: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select c.persona_id from sesiones s join cuentas c on c.uid = s.uid where s.id = ${sid})`;

/** The uid of a person's account, or null. */
export const uidDe = (personaId: string): RawBuilder<string | null> =>
  sql`(select uid from cuentas where persona_id = ${sql.ref(personaId)})`;

/** How an account is called, by the column that holds its uid: by its name or else its address. */
export const nombreDeCuenta = (uid: string): RawBuilder<string | null> =>
  sql`(select coalesce(nullif(c.display_name, ''), c.email) from cuentas c where c.uid = ${sql.ref(uid)})`;

/**
 * Every address of a person, as `correo`: their accounts' and the contact addresses that they confirmed. Null: nobody's. The person is said
 * by their id or by the column that holds it.
 */
export const correosDePersona = (
  personaId: string | null | RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select c.email as correo from cuentas c where c.persona_id = ${personaId}
    union select k.email from correos_contacto k join cuentas c on c.uid = k.uid
    where c.persona_id = ${personaId} and k.confirmado_en is not null and k.retirado_en is null)`;
