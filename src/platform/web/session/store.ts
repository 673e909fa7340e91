import type { Quien } from '../../shared/actor.ts';
import { onUnauthenticated } from '../callables/client.ts';
import { openChannel, renewOnce } from './tabs.ts';

/**
 * Who is signed in, as the server says: with the part of the actor that policies need, so that they are asked
 * here as they are there. Tokens stay in HttpOnly cookies: never here.
 */
export type SessionUser = Quien & {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  /** Given names of their file; null without one. */
  readonly nombre: string | null;
  readonly photoURL: string | null;
  /** The key that routes use: the CURP, or the `SC…` key of who has none; null without a file. */
  readonly clave: string | null;
  /** Key of their own for what their browser keeps until it is saved (`mirror/`). */
  readonly espejo: string;
  /** Texts that must be read and accepted before anything else, with the version accepted before. */
  readonly porAceptar?: readonly {
    readonly documento: 'aviso' | 'terminos';
    readonly aceptada: string | null;
  }[];
};

export type SessionState = {
  readonly status: 'loading' | 'anonymous' | 'signedIn' | 'expired';
  /** Set when signed in; on expiry, who was. */
  readonly user: SessionUser | null;
  /** Grows whenever the person may be another: every kept screen and cached answer is dropped. */
  readonly epoch: number;
  /** Why the session could not be asked for, while `loading`. */
  readonly error: unknown;
  /** Signed out by choice: the sign-in page then starts clean, without a place to return to. */
  readonly left: boolean;
};

export type SessionSource = {
  /** Asks the server who is signed in. */
  readonly load: () => Promise<SessionUser | null>;
  /** Renews the session's cookies; false when it is over. */
  readonly refresh: () => Promise<boolean>;
};

export type Session = {
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the session and begins to listen to the other tabs. */
  readonly start: () => Promise<void>;
  /** Asks the server again who is signed in (after a profile change, for instance). */
  readonly reload: () => Promise<void>;
  /** The server accepted a sign-in and set its cookies. */
  readonly signedIn: (user: SessionUser) => void;
  /** The server dropped the cookies, here or because the person gave up an expired session. */
  readonly signedOut: () => void;
  /** The server no longer accepts the session and it could not be renewed. */
  readonly expire: () => void;
};

const START: SessionState = {
  status: 'loading',
  user: null,
  epoch: 0,
  error: null,
  left: false,
};

/** Pure transitions, so that they can be tested without a browser. */
export const transitions = {
  signedIn: (state: SessionState, user: SessionUser): SessionState => {
    // The same person after an expiry finds the screen and what was typed as it was.
    const same =
      (state.status === 'expired' || state.status === 'signedIn') && state.user?.uid === user.uid;
    const epoch = same || state.status === 'loading' ? state.epoch : state.epoch + 1;
    return { status: 'signedIn', user, epoch, error: null, left: false };
  },
  signedOut: (state: SessionState, left: boolean): SessionState => {
    const epoch = state.user ? state.epoch + 1 : state.epoch;
    return { status: 'anonymous', user: null, epoch, error: null, left };
  },
  expired: (state: SessionState): SessionState =>
    state.status === 'signedIn' ? { ...state, status: 'expired' } : state,
  failed: (state: SessionState, error: unknown): SessionState =>
    state.status === 'loading' ? { ...state, error } : state,
};

/** Least time between two questions of who is signed in because something was refused. */
const DENIED_MS = 10_000;

/** Makes the one session of the page. */
export const createSession = ({ load, refresh }: SessionSource): Session => {
  let state = START;
  const listeners = new Set<() => void>();
  const channel = openChannel();
  let started: Promise<void> | undefined;
  /** Grows with each sign-in and sign-out: an answer asked for before one of them is old news. */
  let turns = 0;

  const set = (next: SessionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const reload = async () => {
    if (state.error) set({ ...state, error: null });
    const turn = turns;
    try {
      const user = await load();
      if (turn !== turns) return;
      if (user) set(transitions.signedIn(state, user));
      else if (state.status === 'signedIn') expire();
      else if (state.status === 'loading') set(transitions.signedOut(state, false));
    } catch (error) {
      set(transitions.failed(state, error));
    }
  };

  const expire = () => set(transitions.expired(state));

  const leave = () => {
    turns += 1;
    set(transitions.signedOut(state, true));
  };

  // A role that has just come to demand a second factor refuses everything else: the shell has to
  // know. Not at each refusal of a screen that asks for many things.
  let deniedAt = Number.NEGATIVE_INFINITY;
  const denied = () => {
    if (state.status !== 'signedIn' || Date.now() - deniedAt < DENIED_MS) return;
    deniedAt = Date.now();
    void reload();
  };

  const renew = async () => {
    if (state.status !== 'signedIn') return false;
    const renewed = await renewOnce(refresh);
    if (renewed === 'over') expire();
    return renewed === 'renewed';
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      if (started) return started;
      onUnauthenticated({ renew, over: expire, denied });
      channel.listen((message) => {
        if (message.type === 'signedOut') leave();
        else if (message.uid !== state.user?.uid || state.status === 'expired') void reload();
      });
      started = reload();
      return started;
    },
    reload,
    signedIn: (user) => {
      turns += 1;
      set(transitions.signedIn(state, user));
      channel.tell({ type: 'signedIn', uid: user.uid });
    },
    signedOut: () => {
      leave();
      channel.tell({ type: 'signedOut' });
    },
    expire,
  };
};
