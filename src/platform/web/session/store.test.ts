import { describe, expect, it, vi } from 'vitest';
import { createSession, type SessionState, type SessionUser, transitions } from './store.ts';

const user = (uid: string): SessionUser => ({
  uid,
  email: `${uid}@ejemplo.mx`,
  emailVerified: true,
  displayName: uid,
  nombre: null,
  photoURL: null,
  clave: null,
  espejo: '',
  role: null,
  personaId: null,
  restricted: false,
  faltaSegundoFactor: false,
  faltaAceptar: false,
});
const ana = user('ana');
const eva = user('eva');
const loading: SessionState = {
  status: 'loading',
  user: null,
  epoch: 0,
  error: null,
  left: false,
};

describe('session transitions', () => {
  const signedIn = transitions.signedIn(loading, ana);

  it('does not start over when the first answer arrives', () => {
    expect(signedIn).toMatchObject({ status: 'signedIn', epoch: 0 });
    expect(transitions.signedOut(loading, false)).toMatchObject({ status: 'anonymous', epoch: 0 });
  });

  it('drops everything on sign-in and on sign-out', () => {
    const out = transitions.signedOut(signedIn, true);
    expect(out).toMatchObject({ status: 'anonymous', user: null, epoch: 1, left: true });
    expect(transitions.signedIn(out, ana)).toMatchObject({ epoch: 2, left: false });
  });

  it('keeps what was typed when the same person returns, drops it for another', () => {
    const expired = transitions.expired(signedIn);
    expect(expired).toMatchObject({ status: 'expired', user: ana, epoch: 0 });
    expect(transitions.signedIn(expired, ana).epoch).toBe(0);
    expect(transitions.signedIn(expired, eva).epoch).toBe(1);
    expect(transitions.signedOut(expired, true).epoch).toBe(1);
  });

  it('expires only what is signed in', () => {
    expect(transitions.expired(loading)).toBe(loading);
  });
});

describe('createSession', () => {
  it('loads once, however often it is started', async () => {
    const load = vi.fn(() => Promise.resolve(ana));
    const session = createSession({ load, refresh: () => Promise.resolve(false) });
    await Promise.all([session.start(), session.start()]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(session.getState()).toMatchObject({ status: 'signedIn', user: ana });
  });

  it('keeps loading with its error when the server cannot be reached, and recovers', async () => {
    const load = vi
      .fn<() => Promise<SessionUser | null>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(null);
    const session = createSession({ load, refresh: () => Promise.resolve(false) });
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'loading' });
    expect(session.getState().error).toBeInstanceOf(Error);
    await session.reload();
    expect(session.getState()).toMatchObject({ status: 'anonymous', error: null });
  });

  it('takes no answer that was asked for before somebody signed in or out', async () => {
    let answer: (user: SessionUser | null) => void = () => {};
    const load = () =>
      new Promise<SessionUser | null>((resolve) => {
        answer = resolve;
      });
    const session = createSession({ load, refresh: () => Promise.resolve(false) });
    const started = session.start();
    session.signedIn(ana);
    answer(null);
    await started;
    expect(session.getState()).toMatchObject({ status: 'signedIn', user: ana });

    const reloaded = session.reload();
    session.signedOut();
    answer(ana);
    await reloaded;
    expect(session.getState()).toMatchObject({ status: 'anonymous', user: null });
  });

  it('tells who listens', () => {
    const session = createSession({
      load: () => Promise.resolve(null),
      refresh: () => Promise.resolve(false),
    });
    const listener = vi.fn();
    const stop = session.subscribe(listener);
    session.signedIn(ana);
    session.expire();
    stop();
    session.signedOut();
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
