import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from '../env.ts';
import { type ObjectStore, objectPath } from './store.ts';

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
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
    maxAttempts: 4,
  });
  const at = (id: string) => ({ Bucket: s3.bucket, Key: `archivos/${objectPath(id)}` });
  return {
    kind: 's3',
    async putFile(id, path) {
      const { size } = await stat(path);
      // A new stream each time: the SDK cannot rewind one to try again.
      for (let left = 3; ; left--) {
        try {
          const Body = createReadStream(path);
          await client.send(new PutObjectCommand({ ...at(id), Body, ContentLength: size }));
          break;
        } catch (error) {
          const http = (error as { $metadata?: { httpStatusCode?: number } }).$metadata
            ?.httpStatusCode;
          if (left === 1 || (http !== undefined && http < 500 && http !== 429)) throw error;
        }
      }
      await rm(path, { force: true });
    },
    async get(id, range) {
      try {
        const answer = await client.send(
          new GetObjectCommand({
            ...at(id),
            ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          }),
        );
        return answer.Body as Readable;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async head(id) {
      try {
        return (await client.send(new HeadObjectCommand(at(id)))).ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(id) {
      await client.send(new DeleteObjectCommand(at(id)));
    },
    close: () => client.destroy(),
  };
};
