import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that this is done under: for the history, for the log, and for whose turn it is. */
export type RequestContext = { requestId: string; ip: string | null };

/** Who acts, and under which request (null: none, as in jobs and commands). */
type Context = { actorUid: string | null; readonly request: RequestContext | null };

const storage = new AsyncLocalStorage<Context>();

/** Runs the rest of a request (its hooks and handler) inside its context; of a visitor, until `identify`. */
export const enterRequest = (request: RequestContext, next: () => void): void =>
  storage.run({ actorUid: null, request }, next);

/** Says whose the current request is, as soon as that is known. */
export const identify = (actorUid: string): void => {
  const context = storage.getStore();
  if (context) context.actorUid = actorUid;
};

/** Runs work that goes on without a request for the account that asked for it. */
export const actAs = <T>(actorUid: string, work: () => T): T =>
  storage.run({ actorUid, request: null }, work);

/** Runs what nobody asks for: cleaning, starting. `requestId` is the request that it follows from, if any. */
export const actAsSystem = <T>(work: () => T, requestId: string | null = null): T =>
  storage.run(
    { actorUid: null, request: requestId === null ? null : { requestId, ip: null } },
    work,
  );

/** Runs work later as whoever is at it now. A fifth of what `AsyncLocalStorage.snapshot` takes, which binds a function. */
export const asWhoAsks = (): (<T>(work: () => T) => T) => {
  const context = storage.getStore();
  return (work) => storage.run(context as Context, work);
};

/** The request that this code runs under; undefined in jobs and commands. */
export const currentRequest = (): RequestContext | undefined =>
  storage.getStore()?.request ?? undefined;

/** Whose work this is, where turns go round: an account, a visitor's address, or nobody's (the portal's own). */
export const whoseTurn = (): string => {
  const context = storage.getStore();
  return context?.actorUid ?? context?.request?.ip ?? '';
};

/**
 * Uid of who does what is done here; null for a visitor and for the system.
 * @throws when nobody said: code outside a request or a job says so itself.
 */
export const currentActor = (): string | null => {
  const context = storage.getStore();
  if (!context) {
    throw new Error(
      'Nobody acts here: run this in actAs(uid, …) or actAsSystem(…), or say actorUid.',
    );
  }
  return context.actorUid;
};
