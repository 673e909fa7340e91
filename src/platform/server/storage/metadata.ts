import { z } from 'zod';
import { receiveTexts } from '../http/texts.ts';
import { StorageRefusal } from './errors.ts';

/** What becomes a header of an answer: printable ASCII only. */
const headerText = z
  .string()
  .max(512)
  .regex(/^[\x20-\x7e]*$/)
  .nullish();

/** Bytes of a file's own metadata, all together. */
const CUSTOM_MAX = 8_192;

const schema = z.object({
  name: z.string().nullish(),
  contentType: headerText,
  cacheControl: headerText,
  contentDisposition: headerText,
  contentEncoding: headerText,
  contentLanguage: headerText,
  md5Hash: z.string().max(64).nullish(),
  metadata: z
    .record(z.string().min(1).max(128), z.string().max(CUSTOM_MAX).nullable())
    .nullish()
    .refine((own) => Buffer.byteLength(JSON.stringify(own ?? {})) <= CUSTOM_MAX),
});

/** Metadata as a client sends them; a key that is absent is left as it is, null removes it. */
export type GivenMetadata = z.infer<typeof schema>;

export const readMetadata = (json: unknown): GivenMetadata => {
  const [wrong] = Object.values(receiveTexts(json));
  if (wrong)
    throw new StorageRefusal(400, 'metadatos-invalidos', `Metadatos del archivo: ${wrong}`);
  const parsed = schema.safeParse(json ?? {});
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'metadata';
  throw new StorageRefusal(
    400,
    'metadatos-invalidos',
    `Los metadatos del archivo no son válidos (${where}).`,
  );
};

/** The columns that `given` changes. */
export const ownColumns = (given: GivenMetadata) => ({
  ...(given.cacheControl !== undefined && { cache_control: given.cacheControl }),
  ...(given.contentDisposition !== undefined && { content_disposition: given.contentDisposition }),
  ...(given.contentEncoding !== undefined && { content_encoding: given.contentEncoding }),
  ...(given.contentLanguage !== undefined && { content_language: given.contentLanguage }),
});

/** Own metadata after a change: null takes a key away, or all of them. */
export const mergeCustom = (
  before: Record<string, string>,
  given: GivenMetadata['metadata'],
): Record<string, string> => {
  if (given === undefined) return before;
  const merged = Object.entries({ ...(given === null ? {} : before), ...given });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
};
