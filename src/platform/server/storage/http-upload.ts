import type { StorageRule, Who } from '../../shared/storage.ts';
import type { Archivo } from './data.ts';
import { refuseName, StorageRefusal, tooLarge } from './errors.ts';
import { bodyOf, jsonOf, type StorageRequest } from './http-request.ts';
import { type GivenMetadata, readMetadata } from './metadata.ts';
import { boundaryOf, parseRelated } from './related.ts';

/** Uploads that one owner may begin; a resumable one counts once. */
const BEGIN = { name: 'subida', max: 1_000, windowSeconds: 900 };
/** Boundary and metadata of a multipart body, on top of the file. */
const ENVELOPE = 100_000;

type Present = (found: { archivo: Archivo; rule: StorageRule }) => object;

const header = ({ request }: StorageRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : '';
};

const lengthOf = (text: string): number | null => {
  if (text === '') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new StorageRefusal(400, 'peticion-invalida', 'El tamaño anunciado no es un número.');
};

/** Metadata as they came; the type that the protocol says counts where they say none. */
const withType = (metadata: unknown, contentType: string | null): unknown =>
  typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? { contentType, ...metadata }
    : metadata;

/** The name that the query says; a multipart body may say it instead. */
const queryName = ({ query }: StorageRequest): string | null => {
  const names = query.getAll('name');
  if (names.length > 1) throw refuseName('La petición lleva más de un nombre.');
  return names[0] ?? null;
};

const admit = async (given: StorageRequest, who: Who, name: string, bytes: number | null) => {
  const admitted = await given.services.storage.admit(name, who, bytes ?? 0);
  await given.services.throttle.use(BEGIN, admitted.propietario);
  return admitted;
};

const saveBody = async (
  given: StorageRequest,
  who: Who,
  upload: {
    name: string;
    rule: StorageRule;
    metadata: GivenMetadata;
    chunks: AsyncIterable<Uint8Array>;
  },
) => {
  const { storage } = given.services;
  const { name, rule, metadata, chunks } = upload;
  const file = await storage.spool.receive(
    { chunks, destroy: (reason) => given.request.raw.destroy(reason) },
    { maxBytes: rule.maxBytes, idleMs: storage.idleMs },
  );
  try {
    return { archivo: await storage.save({ name, rule, file, metadata }, who), rule };
  } finally {
    await file.discard();
  }
};

/** `multipart/related`: metadata, then bytes. */
const multipart = async (given: StorageRequest, who: Who) => {
  const length = lengthOf(header(given, 'content-length'));
  const boundary = boundaryOf(header(given, 'content-type'));
  const fromQuery = queryName(given);
  // Before a byte is read, when the query has the name, as the genuine client's always has.
  let admitted = fromQuery === null ? null : await admit(given, who, fromQuery, null);
  if (admitted && (length ?? 0) > admitted.rule.maxBytes + ENVELOPE) {
    throw tooLarge(admitted.rule.maxBytes);
  }
  const parts = await parseRelated(bodyOf(given.request), boundary);
  const metadata = readMetadata(withType(parts.metadata, parts.contentType));
  const name = fromQuery ?? metadata.name ?? '';
  admitted ??= await admit(given, who, name, null);
  return saveBody(given, who, { name, rule: admitted.rule, metadata, chunks: parts.body });
};

/** The body is the file. */
const plain = async (given: StorageRequest, who: Who) => {
  const name = queryName(given) ?? '';
  const length = lengthOf(header(given, 'content-length'));
  const { rule } = await admit(given, who, name, length);
  if ((length ?? 0) > rule.maxBytes) throw tooLarge(rule.maxBytes);
  const contentType = header(given, 'content-type') || null;
  const metadata = readMetadata({ contentType });
  return saveBody(given, who, { name, rule, metadata, chunks: bodyOf(given.request) });
};

/** Where the client reaches us: what it just used, if that is one of ours. */
const originOf = ({ request, services: { env } }: StorageRequest): string => {
  const used = `${request.protocol}://${request.host}`;
  return env.allowedOrigins.has(used) ? used : env.publicUrl;
};

const start = async (given: StorageRequest, who: Who) => {
  const { services, reply, request } = given;
  const declared = header(given, 'x-goog-upload-header-content-type');
  const metadata = withType(await jsonOf(request), declared || null);
  const name = queryName(given) ?? readMetadata(metadata).name ?? '';
  const bytes = lengthOf(header(given, 'x-goog-upload-header-content-length'));
  const { rule, propietario } = await admit(given, who, name, bytes);
  const id = await services.storage.uploads.start({ name, rule, bytes, metadata }, propietario);
  const query = new URLSearchParams({ name, upload_id: id, upload_protocol: 'resumable' });
  reply
    .header('x-goog-upload-status', 'active')
    .header('x-goog-upload-chunk-granularity', '262144')
    .header(
      'x-goog-upload-url',
      `${originOf(given)}/v0/b/${services.env.storageBucket}/o?${query}`,
    );
  return '';
};

/** A request of a resumable upload that has begun. */
const proceed = async (given: StorageRequest, who: Who, id: string, present: Present) => {
  const { services, request, reply } = given;
  const { uploads, read } = services.storage;
  const commands = header(given, 'x-goog-upload-command')
    .split(',')
    .map((word) => word.trim());
  const name = queryName(given) ?? '';
  const subida = await uploads.find(id, name, who);
  const answer = (status: 'active' | 'final' | 'cancelled', received: number) =>
    reply
      .header('x-goog-upload-status', status)
      .header('x-goog-upload-size-received', String(received));

  if (commands.includes('query')) {
    const { estado, recibidos } = await uploads.query(subida);
    answer(estado === 'final' ? 'final' : 'active', recibidos);
    return '';
  }
  if (commands.includes('cancel')) {
    await uploads.cancel(subida);
    answer('cancelled', 0);
    return '';
  }
  const finalize = commands.includes('finalize');
  if (!finalize && !commands.includes('upload')) {
    throw new StorageRefusal(400, 'peticion-invalida', 'Falta decir qué hacer con el envío.');
  }
  if (subida.estado === 'final') {
    // The answer to the last chunk was lost: here it is again.
    answer('final', subida.recibidos);
    return present(await read(name, who));
  }
  const { rule } = await services.storage.admit(name, who, 0);
  const { received, archivo } = await uploads.receive(
    subida,
    rule,
    {
      offset: lengthOf(header(given, 'x-goog-upload-offset')) ?? 0,
      finalize,
      chunks: bodyOf(request),
      destroy: (reason) => request.raw.destroy(reason),
    },
    who,
  );
  answer(archivo ? 'final' : 'active', received);
  return archivo ? present({ archivo, rule }) : '';
};

/** `POST /o`: an upload, whole (multipart or plain) or resumable. */
export const receiveUpload =
  (present: Present) =>
  async (given: StorageRequest): Promise<unknown> => {
    const who = await given.who();
    const id = given.query.get('upload_id');
    if (id !== null) return proceed(given, who, id, present);
    const protocol = header(given, 'x-goog-upload-protocol');
    if (protocol === 'resumable') {
      if (header(given, 'x-goog-upload-command') === 'start') return start(given, who);
      throw new StorageRefusal(400, 'peticion-invalida', 'Un envío por partes empieza con start.');
    }
    const isRelated = /^multipart\/related\b/i.test(header(given, 'content-type'));
    return present(
      protocol === 'multipart' || isRelated ? await multipart(given, who) : await plain(given, who),
    );
  };
