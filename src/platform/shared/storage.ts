import type { Actor } from './actor.ts';

/** Every code of the specification's storage errors (`storage/…`), with what a person reads. */
const MESSAGES = {
  unknown: 'Ocurrió un error con el archivo. Inténtelo de nuevo.',
  'object-not-found': 'El archivo ya no existe.',
  'bucket-not-found': 'No existe ese almacén de archivos.',
  'project-not-found': 'No existe ese proyecto.',
  'quota-exceeded': 'Ya no hay espacio para más archivos. Borre alguno e inténtelo de nuevo.',
  unauthenticated: 'Su sesión terminó o no ha ingresado. Ingrese para continuar.',
  unauthorized: 'No tiene permiso para usar este archivo.',
  'unauthorized-app': 'Esta aplicación no tiene permiso para usar archivos.',
  'retry-limit-exceeded': 'No se pudo conectar con el portal. Revise su conexión e inténtelo.',
  'invalid-checksum': 'El archivo llegó dañado. Envíelo de nuevo.',
  canceled: 'Se canceló el envío.',
  'invalid-event-name': 'Ese evento no existe.',
  'invalid-url': 'Esa dirección no es de un archivo.',
  'invalid-default-bucket': 'El almacén de archivos no está bien configurado.',
  'no-default-bucket': 'No hay un almacén de archivos configurado.',
  'cannot-slice-blob': 'El archivo cambió mientras se enviaba. Elíjalo de nuevo.',
  'server-file-wrong-size': 'El archivo cambió mientras se enviaba. Elíjalo de nuevo.',
  'no-download-url': 'El archivo no tiene una dirección de descarga.',
  'invalid-argument': 'Un dato del envío no es válido.',
  'invalid-argument-count': 'Faltan datos para el envío.',
  'app-deleted': 'La aplicación se cerró.',
  'invalid-root-operation': 'Falta decir qué archivo: la raíz no es uno.',
  'invalid-format': 'El texto no tiene el formato que se indicó.',
  'internal-error': 'Ocurrió un error con el archivo. Inténtelo de nuevo.',
  'unsupported-environment': 'Este navegador no permite enviar archivos.',
} as const;

export type StorageCode = keyof typeof MESSAGES;

/** An error of the storage client; `code` is the specification's `storage/…`. */
export class StorageError extends Error {
  readonly code: `storage/${StorageCode}`;
  /** HTTP status of the answer that caused it, when there was one. */
  readonly status: number | null;
  /** The server's own reason (`imagen-heic`, `tipo-no-admitido`…), when it gave one. */
  readonly reason: string | null;
  constructor(
    code: StorageCode,
    message: string = MESSAGES[code],
    answer: { status?: number; reason?: string | null } = {},
  ) {
    super(message);
    this.name = 'StorageError';
    this.code = `storage/${code}`;
    this.status = answer.status ?? null;
    this.reason = answer.reason ?? null;
  }
}

/** The specification's table: 401, 402, 403 and 404 have their code, everything else none. */
export const storageCodeOfHttp = (status: number): StorageCode =>
  (
    ({
      401: 'unauthenticated',
      402: 'quota-exceeded',
      403: 'unauthorized',
      404: 'object-not-found',
    }) as const
  )[status] ?? 'unknown';

/** In place of the bucket's name, in requests: the only bucket there is. */
export const ANY_BUCKET = '_';

/** Bytes of UTF-8 that a name may have. */
const NAME_MAX = 512;

/**
 * What is wrong with an object's name, or null. Names never become paths of the disk, but they do
 * become URLs and file names of downloads: nothing that a second decoding, a shell or a file system
 * would read in another way is let in.
 */
export const nameProblem = (name: string): string | null => {
  if (name === '') return 'Falta el nombre del archivo.';
  if (name.length > NAME_MAX || new TextEncoder().encode(name).length > NAME_MAX) {
    return 'El nombre del archivo es demasiado largo.';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\\]/.test(name)) {
    return 'El nombre del archivo tiene caracteres que no se admiten.';
  }
  if (!name.isWellFormed() || /%[0-9a-f]{2}/i.test(name)) {
    return 'El nombre del archivo tiene caracteres que no se admiten.';
  }
  if (name.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'El nombre del archivo tiene partes vacías o con solo puntos.';
  }
  return null;
};

/** A visitor's permission to upload a few files under one prefix, for a few minutes. */
export type UploadTicket = { id: string; namePrefix: string; maxUploads: number; venceEn: Date };

/** Who asks for a file: a session, a ticket, both or none. */
export type Who = { actor: Actor | null; ticket: UploadTicket | null };

/** A file as a rule sees it; `owner` is null when no file has that name. */
export type StorageTarget = { name: string; owner: string | null };

/** The key under which somebody's files are counted, and by which a rule knows them again. */
export const ownerOf = ({ actor, ticket }: Who): string | null => {
  if (actor !== null && !actor.restricted) return actor.uid;
  return ticket === null ? null : `boleto:${ticket.id}`;
};

/** What holds for the names under one prefix. A name that no rule covers is nobody's. */
export type StorageRule = {
  /** With its final slash: `users/`. */
  prefix: string;
  /** Whether a name under the prefix has the shape that it must have. */
  isName: (name: string) => boolean;
  canRead: (who: Who, target: StorageTarget) => boolean;
  /** Creating, replacing, and changing its metadata. */
  canWrite: (who: Who, target: StorageTarget) => boolean;
  canDelete: (who: Who, target: StorageTarget) => boolean;
  canList: (who: Who, prefix: string) => boolean;
  /** Whether a file exists is nobody else's business either: what one may not see is not there. */
  secret?: true;
  maxBytes: number;
  /** Types that are let in, told by the bytes; null: any, as declared (and never shown inline). */
  accept: readonly string[] | null;
  /** Images: the most pixels, and that they can be decoded. */
  maxPixels?: number;
  /**
   * Images are kept without what the camera wrote in them: place, time, device. `rewritten`: they are written again
   * whatever they have, and whatever else is in the file goes.
   */
  withoutMetadata?: true | 'rewritten';
  /** PDF: the most pages, that they open without a password, and that they neither do nor carry anything. */
  maxPages?: number;
  /** Seconds after which a file is removed; null: never. */
  ttlSeconds: number | null;
  /** Seconds that a download URL works; null: as long as that version of the file exists. */
  urlSeconds: number | null;
  /** Bytes that one owner may keep under the prefix. */
  quotaBytes: number;
};

export const STRING_FORMATS = ['raw', 'base64', 'base64url', 'data_url'] as const;
export type StringFormat = (typeof STRING_FORMATS)[number];

const badFormat = (text: string) => new StorageError('invalid-format', text);

const base64Bytes = (format: 'base64' | 'base64url', text: string): Uint8Array<ArrayBuffer> => {
  const foreign = format === 'base64' ? /[-_]/ : /[+/]/;
  const other = format === 'base64' ? 'base64url' : 'base64';
  if (foreign.test(text)) {
    throw badFormat(`El texto no es ${format}: parece ${other}.`);
  }
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  // Checked here because decoders let white space and other things pass.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.replace(/=+$/, '').length % 4 === 1) {
    throw badFormat(`El texto no es ${format}.`);
  }
  let binary: string;
  try {
    binary = atob(plain);
  } catch {
    throw badFormat(`El texto no es ${format}.`);
  }
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
};

/** Decodes a string upload; the media type is a data URL's own, null for the other formats. */
export const decodeString = (
  format: string,
  text: string,
): { bytes: Uint8Array<ArrayBuffer>; contentType: string | null } => {
  switch (format) {
    case 'raw':
      return { bytes: new TextEncoder().encode(text), contentType: null };
    case 'base64':
    case 'base64url':
      return { bytes: base64Bytes(format, text), contentType: null };
    case 'data_url':
      return decodeDataUrl(text);
    default:
      throw new StorageError('unknown', `No existe el formato «${format}».`);
  }
};

const decodeDataUrl = (text: string) => {
  const head = /^data:([^,]*),/.exec(text);
  if (!head) {
    throw badFormat('El texto no es una dirección data:[<tipo>][;base64],<datos>.');
  }
  const middle = head[1]!;
  const inBase64 = middle.endsWith(';base64');
  const contentType = (inBase64 ? middle.slice(0, -';base64'.length) : middle) || null;
  const rest = text.slice(head[0].length);
  if (inBase64) return { bytes: base64Bytes('base64', rest), contentType };
  try {
    return { bytes: new TextEncoder().encode(decodeURIComponent(rest)), contentType };
  } catch {
    throw badFormat('Los datos de la dirección data: no están bien escritos.');
  }
};
