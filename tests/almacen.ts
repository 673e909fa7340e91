import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error: the package has no types
import S3rver from 's3rver';
import sharp from 'sharp';
import { expect } from 'vitest';
import {
  recordArchivo,
  recordLecturaArchivo,
} from '../src/features/identidad/archivos/server/service.ts';
import type { StorageArea } from '../src/platform/server/storage/index.ts';
import type { TestPortal } from './portal.ts';

const BUCKET = 'archivos-de-prueba';

/** A real server of the S3 protocol, and the variables that make a portal use it. */
export const startS3 = async () => {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = (await server.run()) as { port: number };
  return {
    variables: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    objects: () => countFiles(directory, /(?<!almacen\.txt\.)_S3rver_object$/),
    stop: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** Files under a folder whose path matches. */
export const countFiles = (dir: string, pattern: RegExp): number =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => pattern.test(name) && statSync(join(dir, name)).isFile(),
  ).length;

/** A picture of noise (so that it does not compress to nothing). */
export const picture = (
  format: 'jpeg' | 'png' | 'webp',
  side = 64,
): Promise<Buffer<ArrayBufferLike>> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    [format]()
    .toBuffer();

/** Anything at all, for what has nothing to do with pictures: test prefix of the portal. */
export const anyFiles: StorageArea = {
  prefix: 'pruebas/',
  isName: () => true,
  canRead: ({ actor }) => actor !== null,
  canWrite: ({ actor }) => actor !== null,
  canDelete: ({ actor }) => actor !== null,
  canList: ({ actor }) => actor !== null,
  maxBytes: 10 * 1_048_576,
  accept: null,
  ttlSeconds: null,
  urlSeconds: null,
  quotaBytes: 100 * 1_048_576,
  onChange: recordArchivo,
  onRead: recordLecturaArchivo,
};

type Asked = {
  method?: string;
  /** Null: nobody's. */
  token?: string | null;
  body?: Uint8Array | string;
  headers?: Record<string, string>;
};

/** The wire of files without the genuine client; who asks is `token` unless a request says who. */
export const storageClient = (
  portal: Pick<TestPortal, 'url' | 'services'>,
  { token: own }: { token: string },
) => {
  const ask = (path: string, { method = 'GET', token = own, body, headers }: Asked = {}) =>
    fetch(`${portal.url}/v0/b/portal/o${path}`, {
      method,
      headers: { ...(token && { authorization: `Firebase ${token}` }), ...headers },
      ...(body !== undefined && { body: body as never }),
    });
  return {
    ask,
    upload: (name: string, body: Uint8Array | string, asked: Asked = {}) =>
      ask(`?name=${encodeURIComponent(name)}`, { method: 'POST', body, ...asked }),
    /** How many files there are, in the database and in the folder. */
    stored: async () => ({
      rows: (await portal.services.db.selectFrom('archivos').select('nombre').execute()).length,
      files: countFiles(join(portal.services.env.dataDir, 'archivos'), /./),
    }),
  };
};

export type StorageClient = ReturnType<typeof storageClient>;

/** The status and the code of a refusal, whose sentence is one. */
export const refusalOf = async (response: Response): Promise<string> => {
  const { error } = (await response.json()) as {
    error: { message: string; details: { code: string } };
  };
  expect(error.message).toMatch(/^[A-ZÁÉÍÓÚÑ].{10,}\.$/);
  return `${response.status} ${error.details.code}`;
};
