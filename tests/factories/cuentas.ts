import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { insertAceptaciones } from '../../src/features/identidad/privacidad/server/data.ts';
import type { Db, Tables } from '../../src/platform/server/db/index.ts';
import { hashPassword } from '../../src/platform/server/passwords.ts';
import type { Role } from '../../src/platform/shared/actor.ts';
import type { TestPortal } from '../portal.ts';

export const PASSWORD = 'Tren-Nube-Lago-2026';
let hash: Promise<string> | undefined;

/**
 * A verified account, with the password `PASSWORD`, that accepted the texts in force: as every account
 * in use is. `acepta: false` for one that accepted nothing.
 */
export const insertCuentaVerificada = async (
  db: Db,
  overrides: Partial<Insertable<Tables['cuentas']>> = {},
  { acepta = true } = {},
): Promise<Selectable<Tables['cuentas']>> => {
  hash ??= hashPassword(PASSWORD);
  const uid = overrides.uid ?? randomUUID();
  const cuenta = await db
    .insertInto('cuentas')
    .values({
      uid,
      email: `${uid}@cuentas.example`,
      email_verified: true,
      password_hash: await hash,
      display_name: 'ANA PÉREZ RUIZ',
      photo_url: null,
      nombre: null,
      apellido_paterno: null,
      apellido_materno: null,
      role: null,
      persona_id: null,
      ultimo_ingreso_en: null,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (acepta) await insertAceptaciones(db, uid, VERSIONES);
  return cuenta;
};

/** Signs in by the wire, as the genuine client does. */
export const signInByWire = async (
  { url }: Pick<TestPortal, 'url'>,
  email: string,
  password = PASSWORD,
): Promise<string> => {
  const response = await fetch(
    `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    },
  );
  const answer = (await response.json()) as { idToken?: string };
  if (!answer.idToken) throw new Error(`${email} cannot sign in: ${JSON.stringify(answer)}`);
  return answer.idToken;
};

/** A verified account of that person (or of nobody), signed in. */
export const makeCuenta = async (
  portal: Pick<TestPortal, 'services' | 'url'>,
  { role = null, personaId = null }: { role?: Role | null; personaId?: string | null } = {},
): Promise<{ uid: string; email: string; password: string; token: string }> => {
  const { uid, email } = await insertCuentaVerificada(portal.services.db, {
    role,
    persona_id: personaId,
  });
  return { uid, email, password: PASSWORD, token: await signInByWire(portal, email) };
};
