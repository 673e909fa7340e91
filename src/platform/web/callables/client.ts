import type { Callable, InputOf, OutputOf } from '../../shared/callable.ts';
import {
  CallError,
  type ErrorDetails,
  type FieldErrors,
  HTTP_OF_STATUS,
  type Status,
  statusOfHttp,
} from '../../shared/errors.ts';
import { cleanText } from '../../shared/text.ts';
import { config } from '../config.ts';

/** How long a call may take (specification, section 9). */
const TIME_OUT_MS = 70_000;

const OFFLINE_CODE = 'network/offline';
const OFFLINE_MESSAGE = 'No hay conexión. Lo que escribió sigue aquí; inténtelo de nuevo.';
const TIME_OUT_MESSAGE =
  'El servidor tardó demasiado en responder. Lo que escribió sigue aquí; inténtelo de nuevo.';
const BROKEN_MESSAGE =
  'Ocurrió un error en el servidor. Lo que escribió sigue aquí; inténtelo de nuevo en unos minutos.';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** The page may be about to go: the browser finishes the request without it. */
  keepalive?: boolean;
};

/** Browsers refuse to finish more than 64 kB; a character is three bytes at most. */
const MAX_KEEPALIVE = 20_000;

/** One callable as the browser uses it; `callName` is the first part of its query keys. */
export type Caller<C extends Callable = Callable> = ((
  input: InputOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>) & { readonly callName: C['name'] };

/**
 * A typed function for a callable. The contract is a type only, so that zod stays out of the
 * bundle: `caller<typeof getPersona>('getPersona')`.
 */
export const caller = <C extends Callable>(name: C['name']): Caller<C> =>
  Object.assign(
    (input: InputOf<C>, options?: CallOptions) =>
      call(name, input, options) as Promise<OutputOf<C>>,
    { callName: name },
  );

/** Whether the call failed because the server could not be reached at all. */
export const isOffline = (error: unknown): boolean => codeOf(error) === OFFLINE_CODE;

/** What the server calls the failure (`sin-curp`), when it has a name; a message is for people only. */
export const codeOf = (error: unknown): string | null =>
  (error instanceof CallError && error.details?.code) || null;

/** The messages by field that the server answered; empty for any other error. */
export const fieldErrorsOf = (error: unknown): FieldErrors =>
  error instanceof CallError ? (error.details?.fields ?? {}) : {};

/** A text for a person. Errors that are not ours never show theirs. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : BROKEN_MESSAGE;

/** What the session does when the server answers 401 or 403. */
export type SessionHandlers = {
  /** Tries to renew; true when the call is worth one more try. */
  readonly renew: () => Promise<boolean>;
  /** The renewed call was refused as well. */
  readonly over: () => void;
  /** Something was refused: what this person may do can have changed. */
  readonly denied?: () => void;
};
let handlers: SessionHandlers = { renew: () => Promise.resolve(false), over: () => {} };

/** The session registers itself here. */
export const onUnauthenticated = (given: SessionHandlers): void => {
  handlers = given;
};

/** Tries to renew the session, for what asks the server by other means than a callable. */
export const renewSession = (): Promise<boolean> => handlers.renew();

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof CallError && error.status === 'UNAUTHENTICATED';

/** Sends a callable by its name. Features use `caller`, which types it. */
export const call = async (
  name: string,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> => {
  try {
    return await send(name, input, options);
  } catch (error) {
    if (error instanceof CallError && error.status === 'PERMISSION_DENIED') handlers.denied?.();
    if (!isUnauthenticated(error) || !(await handlers.renew())) throw error;
  }
  try {
    return await send(name, input, options);
  } catch (error) {
    if (isUnauthenticated(error)) handlers.over();
    throw error;
  }
};

const send = async (
  name: string,
  input: unknown,
  { signal, keepalive = false }: CallOptions,
): Promise<unknown> => {
  // What is pasted may bring signs that nobody sees and the server refuses.
  const body = JSON.stringify({ data: input ?? null }, (_key, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
  const timeOut = AbortSignal.timeout(TIME_OUT_MS);
  try {
    const address = `/${config().region}/${name}`;
    const asked = await takeAsked(address);
    // Refused then is not refused now: whoever takes it may have entered meanwhile.
    const response = asked?.ok
      ? asked
      : await fetch(address, {
          method: 'POST',
          credentials: 'same-origin',
          headers: { 'content-type': 'application/json' },
          body,
          keepalive: keepalive && body.length <= MAX_KEEPALIVE,
          signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
        });
    const text = await response.text();
    return readAnswer(response.status, text, response.headers.get('x-request-id'));
  } catch (error) {
    if (error instanceof CallError) throw error;
    if (timeOut.aborted) throw new CallError('DEADLINE_EXCEEDED', TIME_OUT_MESSAGE);
    if (signal?.aborted) throw error;
    throw new CallError('INTERNAL', OFFLINE_MESSAGE, { code: OFFLINE_CODE });
  }
};

/** What the page asked for before this script came (ui/theme-boot.js), by address; each is taken once. */
const takeAsked = (address: string): Promise<Response> | undefined => {
  const asked = (globalThis as { portalAsked?: Record<string, Promise<Response>> }).portalAsked;
  const answer = asked?.[address];
  if (answer) delete asked[address];
  return answer;
};

const isStatus = (value: unknown): value is Status =>
  typeof value === 'string' && Object.hasOwn(HTTP_OF_STATUS, value);

/**
 * The result in an answer, or its error thrown, with the number of the request if the server failed. The body's status beats the
 * HTTP code.
 */
export const readAnswer = (
  httpCode: number,
  text: string,
  peticion: string | null = null,
): unknown => {
  const body = parseObject(text);
  const ok = httpCode >= 200 && httpCode < 300;
  if (ok && body && 'result' in body) return body.result;
  const error = body?.error as
    | { status?: unknown; message?: unknown; details?: unknown }
    | undefined;
  const status = isStatus(error?.status) ? error.status : ok ? 'INTERNAL' : statusOfHttp(httpCode);
  const message = typeof error?.message === 'string' && error.message ? error.message : null;
  throw new CallError(
    status,
    message ?? BROKEN_MESSAGE,
    status === 'INTERNAL' && peticion !== null
      ? { ...(error?.details as ErrorDetails | undefined), peticion }
      : ((error?.details as ErrorDetails | undefined) ?? undefined),
  );
};

const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};
