import { StorageError, storageCodeOfHttp } from '../../shared/storage.ts';

/** One request, sent once. Null when the server could not be reached. */
export type Send = (
  path: string,
  request: { method: string; headers?: Record<string, string>; body?: BodyInit },
) => Promise<Response | null>;

/** Metadata that an upload may set. */
export type UploadMetadata = {
  contentType?: string;
  cacheControl?: string;
  contentDisposition?: string;
  contentLanguage?: string;
  customMetadata?: Record<string, string>;
};

/** A file as the server describes it. */
export type FileMetadata = {
  name: string;
  bucket: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Base64. */
  md5Hash: string;
  generation: string;
  metageneration: string;
  /** ISO 8601. */
  timeCreated: string;
  updated: string;
  customMetadata: Record<string, string>;
  /** The token of the download URL; null when there is none. */
  downloadToken: string | null;
};

/** What the wire calls `metadata` is what clients call `customMetadata`. */
export const toWire = (name: string, { customMetadata, ...rest }: UploadMetadata): string =>
  JSON.stringify({ name, ...rest, ...(customMetadata && { metadata: customMetadata }) });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const fromWire = (json: unknown): FileMetadata => {
  if (typeof json !== 'object' || json === null) throw new StorageError('unknown');
  const given = json as Record<string, unknown>;
  if (textOf(given.name) === '') throw new StorageError('unknown');
  return {
    name: textOf(given.name),
    bucket: textOf(given.bucket),
    size: Number(given.size),
    contentType: textOf(given.contentType),
    md5Hash: textOf(given.md5Hash),
    generation: textOf(given.generation),
    metageneration: textOf(given.metageneration),
    timeCreated: textOf(given.timeCreated),
    updated: textOf(given.updated),
    customMetadata: (given.metadata as Record<string, string> | undefined) ?? {},
    downloadToken: textOf(given.downloadTokens).split(',')[0] || null,
  };
};

const jsonOf = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json();
  } catch {
    return null;
  }
};

export const metadataOf = async (answer: Response): Promise<FileMetadata> =>
  fromWire(await jsonOf(answer));

/** The error that a refusal means, with the server's sentence when it gave one. */
export const errorOf = async (answer: Response): Promise<StorageError> => {
  const body = (await jsonOf(answer)) as {
    error?: { message?: unknown; details?: { code?: unknown } };
  } | null;
  const reason = textOf(body?.error?.details?.code) || null;
  const code = reason === 'suma-distinta' ? 'invalid-checksum' : storageCodeOfHttp(answer.status);
  return new StorageError(code, textOf(body?.error?.message) || undefined, {
    status: answer.status,
    reason,
  });
};
