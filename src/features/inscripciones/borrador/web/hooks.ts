import { useEffect, useState } from 'react';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  type CallOptions,
  isOffline,
  messageOf,
} from '../../../../platform/web/callables/client.ts';
import { useSession, useSessionControl } from '../../../../platform/web/session/react.tsx';
import type { Respuestas } from '../../../plantillas/formulario/contract.ts';

/** Where the draft is: what was last kept, or why it could not be. */
export type EstadoBorrador =
  | { readonly tipo: 'sinCambios' }
  | { readonly tipo: 'pendiente' | 'guardando' | 'sinConexion' | 'sesionTerminada' }
  | { readonly tipo: 'guardado'; readonly en: string }
  | { readonly tipo: 'error'; readonly mensaje: string };

type Save = (respuestas: Respuestas, options: CallOptions) => Promise<{ guardadoEn: string }>;

const DELAY_MS = 800;
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const;

const PASSING = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'RESOURCE_EXHAUSTED']);
const isPassing = (error: unknown): boolean =>
  isOffline(error) || !(error instanceof CallError) || PASSING.has(error.status);

const stateOfError = (error: unknown): EstadoBorrador => {
  if (isOffline(error)) return { tipo: 'sinConexion' };
  if (error instanceof CallError && error.status === 'UNAUTHENTICATED') {
    return { tipo: 'sesionTerminada' };
  }
  return { tipo: 'error', mensaje: messageOf(error) };
};

/**
 * Saves what is typed a moment after the last key, one request at a time, the newest text last.
 * What could not be saved is kept and tried again.
 */
export const createAutosave = (save: Save) => {
  let unsaved: Respuestas | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stopped = false;
  let estado: EstadoBorrador = { tipo: 'sinCambios' };
  const listeners = new Set<() => void>();

  const set = (next: EstadoBorrador) => {
    estado = next;
    for (const listener of listeners) listener();
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void flush(), ms);
  };

  const send = async (options: CallOptions): Promise<void> => {
    const sent = unsaved;
    if (sent === null || stopped) return;
    clearTimeout(timer);
    unsaved = null;
    if (estado.tipo !== 'sinConexion') set({ tipo: 'guardando' });
    try {
      const { guardadoEn } = await save(sent, options);
      failures = 0;
      set(unsaved === null ? { tipo: 'guardado', en: guardadoEn } : { tipo: 'pendiente' });
      if (unsaved !== null) schedule(DELAY_MS);
    } catch (error) {
      // Newer text, typed meanwhile, already holds what this one said.
      unsaved ??= sent;
      set(stateOfError(error));
      if (!isPassing(error)) return;
      schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? DELAY_MS);
      failures += 1;
    }
  };

  /** Saves now what is unsaved, after the save under way. */
  const flush = (): Promise<void> => {
    running = (running ?? Promise.resolve()).then(() => send({}));
    return running;
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => estado,
    change: (respuestas: Respuestas) => {
      unsaved = respuestas;
      if (estado.tipo !== 'sinConexion') set({ tipo: 'pendiente' });
      schedule(DELAY_MS);
    },
    flush,
    /** The page may be about to go: does not wait for the save under way. */
    leave: () => void send({ keepalive: true }),
    /** Nothing more is saved: the inscripción was sent. */
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
    resume: () => {
      stopped = false;
      if (unsaved !== null) schedule(DELAY_MS);
    },
    hasUnsaved: () => !stopped && (unsaved !== null || estado.tipo === 'guardando'),
  };
};
export type Autosave = ReturnType<typeof createAutosave>;

/**
 * The draft of a form on the screen: saves while typing, when the screen or the window is left,
 * and again when the connection or the session returns.
 */
export const useAutosave = (save: Save): Autosave => {
  const control = useSessionControl();
  const { status } = useSession();
  const [autosave] = useState(() => {
    const uid = control.getState().user?.uid;
    return createAutosave((respuestas, options) => {
      // Another person may have signed in through another tab: their draft is not this one.
      if (control.getState().user?.uid !== uid) {
        return Promise.reject(new CallError('UNAUTHENTICATED', 'La sesión cambió.'));
      }
      return save(respuestas, options);
    });
  });
  useEffect(() => {
    if (status === 'signedIn') void autosave.flush();
  }, [autosave, status]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') autosave.leave();
    };
    const onOnline = () => void autosave.flush();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (autosave.hasUnsaved()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', autosave.leave);
    window.addEventListener('online', onOnline);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', autosave.leave);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('beforeunload', onUnload);
      autosave.leave();
    };
  }, [autosave]);
  return autosave;
};
