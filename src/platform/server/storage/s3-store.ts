import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type Env, EnvError } from '../env.ts';
import { filesOutage } from '../outage.ts';
import { MARK, type ObjectStore, objectPath } from './store.ts';

/** Milliseconds to reach the store, and without a byte in either direction. */
const CONNECT = 3_000;
const IDLE = 10_000;
/** Tries of one operation, as long as the failures come within this many milliseconds. */
const TRIES = 3;
const TRY_AGAIN_WITHIN = 5_000;

const nothing = () => {};
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

type S3Error = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode;

const isMissing = (error: unknown) => {
  const { name } = error as S3Error;
  return name !== 'NoSuchBucket' && (name === 'NoSuchKey' || statusOf(error) === 404);
};

/** A refusal stays one; a failure of the store or of the way there may pass. */
const mayPass = (error: unknown) => {
  const http = statusOf(error);
  return http === undefined || http >= 500 || http === 429;
};

/** What the store says of a wrong configuration, in a sentence; null for anything else. */
const misconfigured = (error: unknown, s3: NonNullable<Env['s3']>): EnvError | null => {
  switch ((error as S3Error).name) {
    case 'NoSuchBucket':
      return new EnvError(
        `En ${s3.endpoint} no existe el almacén S3_BUCKET «${s3.bucket}». Créelo o corrija S3_BUCKET.`,
      );
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return new EnvError(
        `${s3.endpoint} no acepta la clave de S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY. Corríjalas.`,
      );
    default:
      return null;
  }
};

/** Objects of a bucket of any S3-compatible server. */
export const createS3Store = (s3: NonNullable<Env['s3']>): ObjectStore => {
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Buckets in the path, and no checksums in trailers: what every compatible server understands.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: IDLE },
    // Tried again here: the library cannot rewind a stream, and its waits add up to minutes.
    maxAttempts: 1,
    // It has its own words for what is answered and logged here.
    logger: SILENT,
  });
  const at = (id: string) => ({ Bucket: s3.bucket, Key: `archivos/${objectPath(id)}` });

  /** Tries again what fails quickly; a store that does not answer is given up the first time. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = Date.now();
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const late = Date.now() - began > TRY_AGAIN_WITHIN;
        if (tries === TRIES || late || !mayPass(error)) throw error;
        await pause(100 * 2 ** tries * (1 + Math.random()));
      }
    }
  };

  /** Null for what is not there; any other failure is an outage. */
  const find = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await attempt(work);
    } catch (error) {
      if (isMissing(error)) return null;
      throw filesOutage(error);
    }
  };

  /** The bytes as they come; a store that stops in the middle is an outage too. */
  async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw filesOutage(error);
    }
  }

  const mark = { Bucket: s3.bucket, Key: `archivos/${MARK}` };
  let bound: string | null = null;
  /** @throws {EnvError} what is configured wrongly. */
  const readMark = async (): Promise<string | null> => {
    try {
      const answer = await attempt(() => client.send(new GetObjectCommand(mark)));
      return await text(answer.Body as Readable);
    } catch (error) {
      const wrong = misconfigured(error, s3);
      if (wrong) throw wrong;
      // Who may not list is told 403 of what is not there.
      if (isMissing(error) || statusOf(error) === 403) return null;
      throw filesOutage(error);
    }
  };

  return {
    kind: 's3',
    async putFile(id, path) {
      const { size } = await stat(path);
      const target = at(id);
      try {
        await attempt(async () => {
          // A new stream each time: what was sent of one is gone.
          const Body = createReadStream(path);
          try {
            await client.send(new PutObjectCommand({ ...target, Body, ContentLength: size }));
          } finally {
            Body.destroy();
          }
        });
      } catch (error) {
        throw filesOutage(error);
      }
      await rm(path, { force: true });
    },
    async get(id, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const target = at(id);
      const answer = await find(() =>
        client.send(new GetObjectCommand({ ...target, ...(Range && { Range }) })),
      );
      return answer && Readable.from(bytesOf(answer.Body as Readable), { objectMode: false });
    },
    async head(id) {
      const target = at(id);
      const found = await find(() => client.send(new HeadObjectCommand(target)));
      return found && (found.ContentLength ?? 0);
    },
    async delete(id) {
      const target = at(id);
      await find(() => client.send(new DeleteObjectCommand(target)));
    },
    async check() {
      const found = await readMark();
      // Not there before the first start has written it.
      if (bound !== null && !found?.includes(bound)) {
        throw filesOutage(new Error('the mark is of another database, or is gone'));
      }
    },
    readMark,
    writeMark: async (body) => {
      try {
        await attempt(() => client.send(new PutObjectCommand({ ...mark, Body: body })));
      } catch (error) {
        throw filesOutage(error);
      }
    },
    bind(identity) {
      bound = identity;
    },
    place: `el almacén S3_BUCKET «${s3.bucket}»`,
    markPlace: `el objeto ${mark.Key}`,
    howToMark: 'súbalo sin contenido',
    close: () => client.destroy(),
  };
};
