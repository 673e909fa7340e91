import { CallError, statusOfHttp } from '../../shared/errors.ts';
import { ownerOf, type StorageRule, type StorageTarget, type Who } from '../../shared/storage.ts';

/**
 * A refusal with its own HTTP status: the storage wire uses some (402, 413, 416) that callables do
 * not. `message` is Spanish and says what to do; `code` tells programs the reason.
 */
export class StorageRefusal extends Error {
  readonly http: number;
  readonly code: string;
  constructor(http: number, code: string, message: string) {
    super(message);
    this.name = 'StorageRefusal';
    this.http = http;
    this.code = code;
  }
}

export const refuseName = (message: string) => new StorageRefusal(400, 'nombre-invalido', message);

/** 401 for who could sign in, 403 for who did. */
export const forbidden = (who: Who) =>
  ownerOf(who) === null
    ? new StorageRefusal(401, 'sin-sesion', 'Ingrese para usar este archivo.')
    : new StorageRefusal(403, 'sin-permiso', 'No tiene permiso para usar este archivo.');

export const notFound = () =>
  new StorageRefusal(404, 'no-existe', 'El archivo no existe o venció.');

/** What is not this asker's: where even that a file exists is secret, what they may not see is not there. */
export const refuseFile = (rule: StorageRule, who: Who, target: StorageTarget): StorageRefusal =>
  rule.secret && ownerOf(who) !== null && !rule.canRead(who, target) ? notFound() : forbidden(who);

/** Genuine clients ask how far an upload got, and go on, after any 5xx. */
export const askAgain = () =>
  new StorageRefusal(
    503,
    'subida-en-curso',
    'El envío se interrumpió. Pregunte cuánto llegó y continúe desde ahí.',
  );

export const tooLarge = (maxBytes: number) =>
  new StorageRefusal(
    413,
    'archivo-demasiado-grande',
    `El archivo pesa demasiado: puede pesar ${Math.floor(maxBytes / 1_048_576)} MB como máximo.`,
  );

/** The same refusal in a callable's words; anything else as it is. */
export const asCallError = (error: unknown): unknown =>
  error instanceof StorageRefusal
    ? new CallError(
        error.http === 402 ? 'RESOURCE_EXHAUSTED' : statusOfHttp(error.http),
        error.message,
        { code: error.code },
      )
    : error;
