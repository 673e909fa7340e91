import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/server/db/index.ts';
import { hashPassword } from '../../../platform/server/passwords.ts';
import type { Role } from '../../../platform/shared/actor.ts';
import type { SeededPersona } from '../../personas/server/seed.ts';
import { VERSIONES } from '../privacidad/rules.ts';
import { insertAceptaciones } from '../privacidad/server/data.ts';

export const DEMO_PASSWORD = 'Portal-Demo-2026';

/** The demo accounts that the terminal announces. */
export const DEMO_ACCOUNTS: readonly { email: string; role: Role | null; label: string }[] = [
  { email: 'admin@demo.example', role: 'Admin', label: 'Admin' },
  { email: 'escolar@demo.example', role: 'Escolar', label: 'Escolar' },
  { email: 'persona@demo.example', role: null, label: 'sin rol' },
];

declare module '../../../platform/server/feature.ts' {
  interface DemoData {
    /** They are there. */
    cuentas: true;
  }
}

/**
 * The three demo accounts, and a verified account (same password) for some other people, so that
 * lists of users have something to show. Only demo mode calls this.
 */
export const seedCuentas = async (trx: Trx, personas: readonly SeededPersona[]): Promise<void> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accounts = [
    ...DEMO_ACCOUNTS.map((account, i) => ({
      ...account,
      uid: randomBytes(15).toString('base64url'),
      persona: personas[i]!,
      verified: true,
    })),
    ...personas.slice(3, 60).map((persona, i) => ({
      email: `persona${i + 1}@demo.example`,
      uid: randomBytes(15).toString('base64url'),
      role: null,
      persona,
      verified: i % 9 !== 0,
    })),
  ];
  await trx
    .insertInto('cuentas')
    .values(
      accounts.map(({ uid, email, role, persona, verified }, i) => ({
        uid,
        email,
        email_verified: verified,
        password_hash: passwordHash,
        display_name: persona.nombreCompleto,
        photo_url: null,
        nombre: null,
        apellido_paterno: null,
        apellido_materno: null,
        role,
        disabled: i === 25,
        persona_id: persona.id,
        creado_en: sql<Date>`now() - make_interval(days => ${300 - i * 5})`,
        ultimo_ingreso_en:
          i % 4 === 3 ? null : sql<Date>`now() - make_interval(hours => ${(i * 37) % 900})`,
      })),
    )
    .execute();
  // As whoever registers does: nobody is asked for it at the first entrance.
  for (const { uid } of accounts) await insertAceptaciones(trx, uid, VERSIONES);
};

/** Whether nobody has an account yet: the first start of a demonstration. */
export const hasNoCuentas = async (trx: Trx): Promise<boolean> => {
  const row = await trx
    .selectFrom('cuentas')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n === 0;
};
