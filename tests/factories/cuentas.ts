import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../src/platform/server/passwords.ts';
import type { Role } from '../../src/platform/shared/actor.ts';
import type { TestPortal } from '../portal.ts';

const PASSWORD = 'Tren-Nube-Lago-2026';
let hash: Promise<string> | undefined;

/** A verified account of that person (or of nobody), signed in. */
export const makeCuenta = async (
  portal: Pick<TestPortal, 'services' | 'url'>,
  { role = null, personaId = null }: { role?: Role | null; personaId?: string | null } = {},
): Promise<{ uid: string; email: string; token: string }> => {
  hash ??= hashPassword(PASSWORD);
  const uid = randomUUID();
  const email = `${uid}@cuentas.example`;
  await portal.services.db
    .insertInto('cuentas')
    .values({
      uid,
      email,
      email_verified: true,
      password_hash: await hash,
      display_name: 'ANA PÉREZ RUIZ',
      photo_url: null,
      nombre: null,
      apellido_paterno: null,
      apellido_materno: null,
      role,
      persona_id: personaId,
      last_login_at: null,
    })
    .execute();
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    },
  );
  const { idToken } = (await response.json()) as { idToken: string };
  return { uid, email, token: idToken };
};
