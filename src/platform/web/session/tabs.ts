/** What tabs tell each other about the session: that it changed, never a secret. */
export type SessionMessage =
  | { readonly type: 'signedIn'; readonly uid: string }
  | { readonly type: 'signedOut' };

const CHANNEL = 'portal-session';
const LOCK = 'portal-session-refresh';
const RENEWED_AT = 'portal-session-renewed-at';
/** A renewal by another tab this recent serves this one too. */
const FRESH_MS = 10_000;

/** A channel to the other tabs; silent where the browser has none. */
export const openChannel = () => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  return {
    tell: (message: SessionMessage) => channel?.postMessage(message),
    listen: (listener: (message: SessionMessage) => void) => {
      channel?.addEventListener('message', (event: MessageEvent<SessionMessage>) =>
        listener(event.data),
      );
    },
  };
};

/** `unknown`: the server could not be reached, so the session is neither renewed nor over. */
export type Renewal = 'renewed' | 'over' | 'unknown';

let running: Promise<Renewal> | null = null;

/** Renews the session once, however many calls and tabs find it expired at the same time. */
export const renewOnce = (refresh: () => Promise<boolean>): Promise<Renewal> => {
  running ??= withLock(() => renew(refresh)).finally(() => {
    running = null;
  });
  return running;
};

const renew = async (refresh: () => Promise<boolean>): Promise<Renewal> => {
  if (Date.now() - readRenewedAt() < FRESH_MS) return 'renewed';
  try {
    if (!(await refresh())) return 'over';
    writeRenewedAt(Date.now());
    return 'renewed';
  } catch {
    return 'unknown';
  }
};

const withLock = async (work: () => Promise<Renewal>): Promise<Renewal> => {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  return (await navigator.locks.request(LOCK, work)) as Renewal;
};

const readRenewedAt = (): number => {
  try {
    return Number(localStorage.getItem(RENEWED_AT) ?? 0);
  } catch {
    return 0;
  }
};

const writeRenewedAt = (at: number): void => {
  try {
    localStorage.setItem(RENEWED_AT, String(at));
  } catch {
    // Without storage each tab renews on its own, which is correct only slower.
  }
};
