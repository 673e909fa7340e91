/**
 * The genuine client, unmodified, against this server: a conformance suite that nobody here wrote.
 * Messages' suffixes such as " [400]" vary by client version and are never asserted.
 */
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
} from 'firebase/auth';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from 'firebase/functions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../portal.ts';

const PASSWORD = 'Tren-Nube-Lago-2026';
let portal: TestPortal;
let app: FirebaseApp;
let auth: Auth;
let functions: Functions;
let n = 0;
const freshEmail = () => `persona${++n}@conformidad.example`;

beforeAll(async () => {
  portal = await startTestPortal();
  app = initializeApp(
    { apiKey: 'any-key', projectId: 'portal', authDomain: 'localhost' },
    'conformance',
  );
  auth = getAuth(app);
  connectAuthEmulator(auth, portal.url, { disableWarnings: true });
  functions = getFunctions(app);
  connectFunctionsEmulator(functions, '127.0.0.1', Number(new URL(portal.url).port));
});
afterAll(async () => {
  await deleteApp(app);
  await portal.stop();
});
beforeEach(() => signOut(auth));

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const lastCode = async (email: string, mode: string): Promise<string> => {
  const mail = (await portal.mails()).find(
    (m) => m.to === email && m.links.some((l) => l.includes(mode)),
  );
  return new URL(mail!.links[0]!).searchParams.get('oobCode')!;
};

/** A verified account, signed out. */
const makeAccount = async (): Promise<string> => {
  const email = freshEmail();
  const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
  await sendEmailVerification(user);
  await applyActionCode(auth, await lastCode(email, 'verifyEmail'));
  await signOut(auth);
  return email;
};

describe('account life', () => {
  it('signs up, sets the display name, verifies, signs in, reads claims, refreshes', async () => {
    const email = freshEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    expect(user.emailVerified).toBe(false);
    await updateProfile(user, { displayName: 'ANA SABINA ÑÁÑEZ' });
    expect(user.displayName).toBe('ANA SABINA ÑÁÑEZ');
    await sendEmailVerification(user);
    const answer = await httpsCallable(
      functions,
      'setCurpUserNew',
    )({
      email,
      curp: 'SABC560626MDFLRN01',
      displayName: 'CONCEPCION SALGADO BRISEÑO',
    });
    expect(answer.data).toEqual({ ok: true });
    await signOut(auth);

    const code = await lastCode(email, 'verifyEmail');
    expect((await checkActionCode(auth, code)).operation).toBe('VERIFY_EMAIL');
    await applyActionCode(auth, code);
    expect(await codeOf(applyActionCode(auth, code))).toBe('auth/invalid-action-code');

    const again = (await signInWithEmailAndPassword(auth, email, PASSWORD)).user;
    expect(again.emailVerified).toBe(true);
    expect(again.metadata.creationTime).toMatch(/GMT$/);
    const { claims } = await again.getIdTokenResult();
    expect(claims.curp).toBe('SABC560626MDFLRN01');
    expect(claims.role).toBeUndefined();
    const before = await again.getIdToken();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await again.getIdToken(true)).not.toBe(before);
  });

  it('changes a role: the next token carries it', async () => {
    const email = await makeAccount();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Escolar' })
      .where('email', '=', email)
      .execute();
    expect((await user.getIdTokenResult(true)).claims.role).toBe('Escolar');
  });

  it('resets a password and ends the sessions that were open', async () => {
    const email = await makeAccount();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await sendPasswordResetEmail(auth, email);
    await expect
      .poll(() => lastCode(email, 'resetPassword').catch(() => ''), { timeout: 15_000 })
      .not.toBe('');
    const code = await lastCode(email, 'resetPassword');
    expect(await verifyPasswordResetCode(auth, code)).toBe(email);
    await confirmPasswordReset(auth, code, 'Otra-Frase-Larga-77');
    expect(await codeOf(confirmPasswordReset(auth, code, 'Otra-Frase-Larga-78'))).toBe(
      'auth/invalid-action-code',
    );
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
    expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe(
      'auth/invalid-credential',
    );
    await signInWithEmailAndPassword(auth, email, 'Otra-Frase-Larga-77');
  });

  it('changes the password of a recent session and keeps the client signed in', async () => {
    const email = await makeAccount();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await updatePassword(user, 'Nueva-Frase-Larga-1');
    expect((await user.getIdTokenResult()).claims.email).toBe(email);
    await signInWithEmailAndPassword(auth, email, 'Nueva-Frase-Larga-1');
  });

  it('says nothing when a reset is asked for an unknown address', async () => {
    expect(await codeOf(sendPasswordResetEmail(auth, 'nadie@conformidad.example'))).toBe(
      'no error',
    );
  });
});

describe('errors', () => {
  it('has the wire code of each refusal', async () => {
    const email = await makeAccount();
    expect(await codeOf(createUserWithEmailAndPassword(auth, email, PASSWORD))).toBe(
      'auth/email-already-in-use',
    );
    expect(await codeOf(createUserWithEmailAndPassword(auth, freshEmail(), 'corta'))).toBe(
      'auth/weak-password',
    );
    expect(await codeOf(createUserWithEmailAndPassword(auth, 'no-es-correo', PASSWORD))).toBe(
      'auth/invalid-email',
    );
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'equivocada-123'))).toBe(
      'auth/invalid-credential',
    );
    expect(await codeOf(signInWithEmailAndPassword(auth, freshEmail(), PASSWORD))).toBe(
      'auth/invalid-credential',
    );
    expect(await codeOf(signInWithEmailAndPassword(auth, email, ''))).toBe('auth/missing-password');
    expect(await codeOf(applyActionCode(auth, 'no-existe'))).toBe('auth/invalid-action-code');
  });

  it('says when a code is too old', async () => {
    const email = freshEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    await sendEmailVerification(user);
    const code = await lastCode(email, 'verifyEmail');
    await portal.services.db
      .updateTable('codigos')
      .set({ vence: new Date(0) })
      .where('uid', '=', user.uid)
      .execute();
    expect(await codeOf(applyActionCode(auth, code))).toBe('auth/expired-action-code');
  });

  it('refuses a disabled account, at sign-in and in the middle', async () => {
    const email = await makeAccount();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await portal.services.db
      .updateTable('cuentas')
      .set({ disabled: true })
      .where('email', '=', email)
      .execute();
    expect(await codeOf(user.reload())).toBe('auth/user-disabled');
    expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe(
      'auth/user-disabled',
    );
  });

  it('stops guessing', async () => {
    const email = await makeAccount();
    const codes = [];
    for (let i = 0; i < 12; i++)
      codes.push(await codeOf(signInWithEmailAndPassword(auth, email, `equivocada-${i}`)));
    expect(codes.at(-1)).toBe('auth/too-many-requests');
  });

  it('asks for a recent sign-in before a password change', async () => {
    const email = await makeAccount();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await portal.services.db
      .updateTable('sesiones')
      .set({ auth_time: new Date(Date.now() - 3_600_000) })
      .where('uid', '=', user.uid)
      .execute();
    await user.getIdToken(true);
    expect(await codeOf(updatePassword(user, 'Nueva-Frase-Larga-1'))).toBe(
      'auth/requires-recent-login',
    );
  });
});

describe('restricted sessions', () => {
  it('an unverified session may not do what a verified one may', async () => {
    const { user } = await createUserWithEmailAndPassword(auth, freshEmail(), PASSWORD);
    const token = await user.getIdToken();
    const answer = await portal.call('getSesion', null, { token });
    expect(answer.result).toBeNull();
    expect((await portal.call('listMatricula', {}, { token })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
  });
});
