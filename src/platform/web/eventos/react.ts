import { useEffect, useEffectEvent, useRef } from 'react';
import type { Evento, Suceso, Sucesos } from '../../shared/eventos.ts';
import { useUser } from '../session/react.tsx';

type Listener = (evento: Evento) => void;

const listeners = new Set<Listener>();
const emit: Listener = (evento) => {
  for (const listener of listeners) listener(evento);
};

/** The account whose events are heard, and what stops it. */
let current: { uid: string; stop: () => void } | null = null;

const idle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 500);
};

/** Begins to hear an account's events once the page is drawn: the client comes in a file of its own. */
const follow = (uid: string): void => {
  if (current?.uid === uid) return;
  current?.stop();
  let stopped = false;
  let stop = () => {};
  current = {
    uid,
    stop: () => {
      stopped = true;
      stop();
    },
  };
  idle(() => {
    if (stopped) return;
    void import('./client.ts').then(({ startEventos }) => {
      if (!stopped) stop = startEventos(uid, emit);
    });
  });
};

const leaveWhenUnheard = (): void => {
  if (listeners.size > 0) return;
  current?.stop();
  current = null;
};

/**
 * Hears an event of the account while the screen is shown. `conectado` comes when the stream begins, and begins again: whatever may
 * have been missed is to be asked for. An event says that something changed, never what.
 */
export const useEvento = <T extends Suceso>(
  tipo: T,
  onEvento: (datos: Sucesos[T]) => void,
): void => {
  const { uid } = useUser();
  const hear = useEffectEvent((evento: Evento) => {
    if (evento.tipo === tipo) onEvento(evento.datos as Sucesos[T]);
  });
  useEffect(() => {
    const listener: Listener = (evento) => hear(evento);
    listeners.add(listener);
    follow(uid);
    return () => {
      listeners.delete(listener);
      // Another screen may be about to listen.
      setTimeout(leaveWhenUnheard, 1_000);
    };
  }, [uid]);
};

/** Milliseconds between two readings that events ask for. */
const PACE_MS = 250;

/**
 * A reading that events may ask for as often as they come: one at a time, and once more after it when another event came meanwhile.
 * Each one begun anew would cancel the one before, and many events would show nothing.
 */
export const usePaced = (read: () => Promise<unknown>): (() => void) => {
  const run = useEffectEvent(read);
  const pace = useRef({ busy: false, again: false });
  return () => {
    const now = pace.current;
    now.again = true;
    if (now.busy) return;
    now.busy = true;
    void (async () => {
      while (now.again) {
        now.again = false;
        await run().catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      }
      now.busy = false;
    })();
  };
};
