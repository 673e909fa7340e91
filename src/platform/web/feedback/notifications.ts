import type { Tone } from '../ui/estado.tsx';

/** How long a notification stays (specification, section 9). Errors stay until they are closed. */
export const NOTICE_MS = 5000;

/** What can be done about what is said, there and then: a file to download, or an act. */
export type NoticeAction = { readonly label: string } & (
  | { readonly href: string; readonly download: string }
  | { readonly run: () => void }
);

export type Notification = {
  readonly id: number;
  readonly tone: Extract<Tone, 'success' | 'info' | 'warning' | 'danger'>;
  readonly message: string;
  readonly action?: NoticeAction | undefined;
};

let list: readonly Notification[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Notification[]) => {
  list = next;
  for (const listener of listeners) listener();
};

const MAX_SHOWN = 4;

const add = (tone: Notification['tone'], message: string, action?: NoticeAction): number => {
  lastId += 1;
  set([...list, { id: lastId, tone, message, action }].slice(-MAX_SHOWN));
  return lastId;
};

/**
 * Tells the person something without stopping them. Lives outside the screens, so it survives
 * their changes. Success says what happened and what follows.
 */
export const notify = {
  success: (message: string, action?: NoticeAction) => add('success', message, action),
  info: (message: string, action?: NoticeAction) => add('info', message, action),
  warning: (message: string, action?: NoticeAction) => add('warning', message, action),
  error: (message: string, action?: NoticeAction) => add('danger', message, action),
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
