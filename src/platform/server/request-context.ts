import { AsyncLocalStorage } from 'node:async_hooks';

/** What the code under a request may know of it without being handed it: for the history, and for whose turn it is. */
export type RequestContext = { requestId: string; ip: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the rest of a request (its hooks and handler) inside its context. */
export const enterRequest = (context: RequestContext, next: () => void): void =>
  storage.run(context, next);

/** The request that this code runs under; undefined in jobs and commands. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
