/**
 * Sensitive changes of one account at the same moment: from several sessions, and while a reset is
 * under way. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCodigo } from '../../src/features/identidad/cuentas/server/service.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('changes of one account at once', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal();
  });
  afterAll(() => portal?.stop());

  const ROUNDS = 4;
  const reset = (oobCode: string, newPassword: string) =>
    portal.call('resetPassword', { oobCode, newPassword });
  const resetCode = (uid: string) =>
    portal.services.db.transaction().execute((trx) => issueCodigo(trx, { uid }, 'PASSWORD_RESET'));
  const enters = async (email: string, password: string) =>
    (await portal.call('signIn', { email, password })).http === 200;
  const tokenOf = async (email: string, password: string) => {
    const { headers } = await portal.call('signIn', { email, password });
    return /^token=([^;]+)/.exec(
      headers.getSetCookie().find((line) => line.startsWith('token='))!,
    )![1]!;
  };

  it('of several sessions that change the password, one does, and the others are over', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { email, password } = await makeCuenta(portal);
      const tokens = await Promise.all([1, 2, 3, 4].map(() => tokenOf(email, password)));
      const candidates = tokens.map((_, i) => `Frase-Nueva-Larga-${round}-${i}`);
      const answers = await Promise.all(
        tokens.map((token, i) =>
          portal.call('changePassword', { password, newPassword: candidates[i] }, { token }),
        ),
      );
      const won = answers.flatMap(({ http }, i) => (http === 200 ? [i] : []));
      expect(won).toHaveLength(1);
      expect(answers.filter(({ http }) => http >= 500)).toEqual([]);
      expect(await enters(email, candidates[won[0]!]!)).toBe(true);
      for (const [i, token] of tokens.entries()) {
        const { http } = await portal.call('getSesion', null, { token });
        expect(http, String(i)).toBe(i === won[0] ? 200 : 401);
      }
    }
  });

  it('a reset has the last word over a session that knew the old password', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { uid, email, password, token } = await makeCuenta(portal);
      const oobCode = await resetCode(uid);
      const [mine, theirs] = [`Frase-Propia-Larga-${round}`, `Frase-Ajena-Larga-${round}`];
      const [byMail, bySession] = await Promise.all([
        reset(oobCode, mine),
        portal.call('changePassword', { password, newPassword: theirs }, { token }),
      ]);
      expect([byMail.http, bySession.http].filter((http) => http >= 500)).toEqual([]);
      // Either the change came first and killed the code, or the reset did and ended the session.
      expect([byMail.http, bySession.http].filter((http) => http === 200)).toHaveLength(1);
      expect(await enters(email, byMail.http === 200 ? mine : theirs)).toBe(true);
    }
  });

  it('of two accounts that confirm one address, one has it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = await Promise.all([makeCuenta(portal), makeCuenta(portal)]);
      const email = `codiciado${round}@acceso.example`;
      const codes = await Promise.all(
        people.map(({ uid }) =>
          portal.services.db
            .transaction()
            .execute((trx) => issueCodigo(trx, { uid }, 'VERIFY_AND_CHANGE_EMAIL', email)),
        ),
      );
      const answers = await Promise.all(
        people.map(({ token }, i) =>
          portal.call('confirmEmailChange', { oobCode: codes[i] }, { token }),
        ),
      );
      expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
      expect(answers.find(({ error }) => error)?.error?.details.code).toBe('correo-con-cuenta');
    }
  });

  it('codes, changes and sign-ins all at once leave nobody waiting for the other', async () => {
    const { uid, email, password, token } = await makeCuenta(portal);
    const code = await resetCode(uid);
    const answers = await Promise.all([
      ...[1, 2, 3].map((i) =>
        portal.call('requestEmailChange', { password, email: `uno${i}@acceso.example` }, { token }),
      ),
      portal.call('sendPasswordReset', { email }),
      portal.call('signIn', { email, password }),
      portal.call('cancelEmailChange', null, { token }),
      reset(code, 'Frase-De-Todos-Larga-1'),
      portal.call('endOtherSesiones', null, { token }),
    ]);
    expect(answers.filter(({ http }) => http >= 500)).toEqual([]);
  });
});
