/**
 * The genuine client, unmodified, against this server: a conformance suite that nobody here wrote.
 * Messages' suffixes such as " [400]" vary by client version and are never asserted.
 */
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
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
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from '@firebase/auth';
import {
  connectFunctionsEmulator,
  type Functions,
  getFunctions,
  httpsCallable,
} from '@firebase/functions';
import {
  connectStorageEmulator,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytes,
} from '@firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../almacen.ts';
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
const registerByClient = async (): Promise<string> => {
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
    const email = await registerByClient();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Escolar' })
      .where('email', '=', email)
      .execute();
    expect((await user.getIdTokenResult(true)).claims.role).toBe('Escolar');
  });

  it('resets a password and ends the sessions that were open', async () => {
    const email = await registerByClient();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    await sendPasswordResetEmail(auth, email);
    await expect.poll(() => lastCode(email, 'resetPassword').catch(() => '')).not.toBe('');
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

  // Deliberately not as the genuine service does (docs/decisions/0013): its protocol has no place for
  // the present password, so that a session alone would be enough.
  it('changes neither password nor address by a session alone, and says where it is done', async () => {
    const email = await registerByClient();
    const { user } = await signInWithEmailAndPassword(auth, email, PASSWORD);
    const refused = await updatePassword(user, 'Nueva-Frase-Larga-1').catch((error) => error);
    expect(refused.code).toBe('auth/operation-not-allowed');
    expect(refused.message).toContain('Preferencias y seguridad');
    expect(await codeOf(updateEmail(user, freshEmail()))).toBe('auth/operation-not-allowed');
    expect(await codeOf(verifyBeforeUpdateEmail(user, freshEmail()))).toBe(
      'auth/operation-not-allowed',
    );
    await signInWithEmailAndPassword(auth, email, PASSWORD);
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'Nueva-Frase-Larga-1'))).toBe(
      'auth/invalid-credential',
    );
  });

  it('shows the name of the file of who has one, and only photos of their own', async () => {
    const email = freshEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    for (const displayName of ['<b>x</b>', 'ANA\u202eAVE', 'A'.repeat(350), '12345']) {
      expect(await codeOf(updateProfile(user, { displayName })), displayName).toBe(
        'auth/invalid-argument',
      );
    }
    await updateProfile(user, { displayName: 'LUZ PÉREZ GÓMEZ' });
    const { uid } = user;
    await sendEmailVerification(user);
    await httpsCallable(
      functions,
      'setCurpUserTransaction',
    )({
      email,
      curp: null,
      displayName: 'LUZ PÉREZ GÓMEZ',
      persona: { nombre: 'Luz', apellidoPaterno: 'Pérez', apellidoMaterno: 'Gómez' },
    });
    await applyActionCode(auth, await lastCode(email, 'verifyEmail'));

    const again = (await signInWithEmailAndPassword(auth, email, PASSWORD)).user;
    expect(await codeOf(updateProfile(again, { displayName: 'DIRECTORA GENERAL' }))).toBe(
      'auth/operation-not-allowed',
    );
    expect(await codeOf(updateProfile(again, { displayName: '' }))).toBe(
      'auth/operation-not-allowed',
    );
    await updateProfile(again, { displayName: 'Luz Pérez Gómez' });
    expect(again.displayName).toBe('LUZ PÉREZ GÓMEZ');

    const storage = getStorage(app, 'gs://portal');
    connectStorageEmulator(storage, '127.0.0.1', Number(new URL(portal.url).port));
    const photo = ref(storage, `users/${uid}/yo.png`);
    await uploadBytes(photo, await picture('png', 8));
    const photoURL = await getDownloadURL(photo);
    for (const theirs of [
      'https://otro.example/foto.png',
      photoURL.replace(uid, 'otra'),
      photoURL.replace(/token=.*/, 'token=x'),
    ]) {
      expect(await codeOf(updateProfile(again, { photoURL: theirs })), theirs).toBe(
        'auth/invalid-argument',
      );
    }
    await updateProfile(again, { photoURL });
    expect(again.photoURL).toBe(photoURL);
    await again.reload();
    expect((await fetch(again.photoURL!.replace(/^https?:\/\/[^/]+/, portal.url))).status).toBe(
      200,
    );
    await updateProfile(again, { photoURL: null });
    expect(again.photoURL).toBeNull();
  });

  it('does not take the present password for a new one', async () => {
    const email = await registerByClient();
    await sendPasswordResetEmail(auth, email);
    await expect.poll(() => lastCode(email, 'resetPassword').catch(() => '')).not.toBe('');
    const code = await lastCode(email, 'resetPassword');
    expect(await codeOf(confirmPasswordReset(auth, code, PASSWORD))).toBe(
      'auth/password-does-not-meet-requirements',
    );
    await confirmPasswordReset(auth, code, 'Otra-Frase-Larga-77');
  });

  it('says nothing when a reset is asked for an unknown address', async () => {
    expect(await codeOf(sendPasswordResetEmail(auth, 'nadie@conformidad.example'))).toBe(
      'no error',
    );
  });
});

describe('errors', () => {
  it('has the wire code of each refusal', async () => {
    const email = await registerByClient();
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
      .set({ vence_en: new Date(0) })
      .where('uid', '=', user.uid)
      .execute();
    expect(await codeOf(applyActionCode(auth, code))).toBe('auth/expired-action-code');
  });

  it('refuses a disabled account, at sign-in and in the middle', async () => {
    const email = await registerByClient();
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
    const email = await registerByClient();
    const codes = [];
    for (let i = 0; i < 12; i++)
      codes.push(await codeOf(signInWithEmailAndPassword(auth, email, `equivocada-${i}`)));
    expect(codes.at(-1)).toBe('auth/too-many-requests');
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
