/**
 * The error taxonomy of the wire: canonical status ↔ HTTP code, as in the callable protocol
 * (see docs/ARCHITECTURE.md, "The wire"). Shared by server (answers) and browser (understands).
 */
export const HTTP_OF_STATUS = {
  CANCELLED: 499,
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNKNOWN: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;

export type Status = keyof typeof HTTP_OF_STATUS;

const STATUS_OF_HTTP: Record<number, Status> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The specification's table (section 8): what an HTTP code means when the body names no status. */
export const statusOfHttp = (code: number): Status => STATUS_OF_HTTP[code] ?? 'INTERNAL';

/** Message of one field, keyed by its path in the input ("persona.nombre"). */
export type FieldErrors = Record<string, string>;

/**
 * What travels in `error.details`. `code` is the feature's own error code (its errors.ts),
 * `fields` the messages by field; anything else is particular to the code.
 */
export type ErrorDetails = { code?: string; fields?: FieldErrors; [extra: string]: unknown };

/**
 * The one error that reaches a client with its text. Everything else thrown on the server is
 * answered as INTERNAL without its text. `message` is Spanish and says what to do.
 */
export class CallError extends Error {
  readonly status: Status;
  readonly details: ErrorDetails | undefined;
  constructor(status: Status, message: string, details?: ErrorDetails) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.details = details;
  }
}

/** A refusal as a feature's `errors.ts` says it: its code, its sentence and, if there is more to say, that. */
export const refuse = (
  status: Status,
  { code, message }: { readonly code: string; readonly message: string },
  details: ErrorDetails = {},
): CallError => new CallError(status, message, { code, ...details });

/** A refusal of what was written: each of these fields says what is wrong with it, in Spanish. */
export const refuseFields = (fields: FieldErrors): CallError =>
  new CallError('INVALID_ARGUMENT', 'Revise los datos señalados.', { fields });
