import type { Tone } from '../ui/estado.tsx';

/** How long a notification stays (specification, section 9). Errors stay until they are closed. */
export const NOTICE_MS = 5000;

export type Notification = {
  readonly id: number;
  readonly tone: Extract<Tone, 'success' | 'info' | 'warning' | 'danger'>;
  readonly message: string;
};

let list: readonly Notification[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Notification[]) => {
  list = next;
  for (const listener of listeners) listener();
};

const MAX_SHOWN = 4;

const add = (tone: Notification['tone'], message: string): number => {
  lastId += 1;
  set([...list, { id: lastId, tone, message }].slice(-MAX_SHOWN));
  return lastId;
};

/**
 * Tells the person something without stopping them. Lives outside the screens, so it survives
 * their changes. Success says what happened and what follows.
 */
export const notify = {
  success: (message: string) => add('success', message),
  info: (message: string) => add('info', message),
  warning: (message: string) => add('warning', message),
  error: (message: string) => add('danger', message),
  close: (id: number) => set(list.filter((item) => item.id !== id)),
  /** When the person changes: a message may name the one before. */
  clear: () => set([]),
};

/** What is shown now, for the region that shows it. */
export const notifications = {
  get: (): readonly Notification[] => list,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
