/** One suite for the two stores; S3 is a real server of the protocol. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from '../../../../tests/almacen.ts';
import { openFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import { newObjectId, type ObjectStore } from './store.ts';

const dir = mkdtempSync(join(tmpdir(), 'almacen-'));
let n = 0;
const file = (bytes: Uint8Array) => {
  const path = join(dir, `f${++n}`);
  writeFileSync(path, bytes);
  return path;
};

const openers: Record<string, () => Promise<{ store: ObjectStore; stop: () => Promise<void> }>> = {
  folder: async () => ({
    store: await openFolderStore(join(dir, 'objetos')),
    stop: async () => {},
  }),
  s3: async () => {
    const { variables: v, stop } = await startS3();
    const store = createS3Store({
      endpoint: v.S3_ENDPOINT,
      bucket: v.S3_BUCKET,
      region: 'us-east-1',
      accessKeyId: v.S3_ACCESS_KEY_ID,
      secretAccessKey: v.S3_SECRET_ACCESS_KEY,
    });
    return { store, stop };
  },
};

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe.each(Object.keys(openers))('the %s store', (kind) => {
  let store: ObjectStore;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, stop } = await openers[kind]!());
  });
  afterAll(async () => {
    store.close();
    await stop();
  });

  it.each([0, 1, 100_000, 6_000_000])('keeps %i bytes as they are', async (size) => {
    const bytes = randomBytes(size);
    const id = newObjectId();
    await store.putFile(id, file(bytes));
    expect(await store.head(id)).toBe(size);
    expect((await buffer((await store.get(id))!)).equals(bytes)).toBe(true);
  });

  it('gives a range', async () => {
    const bytes = randomBytes(1_000);
    const id = newObjectId();
    await store.putFile(id, file(bytes));
    for (const [start, end] of [
      // Not 0–0, which this server of the protocol takes for all of it.
      [0, 1],
      [10, 99],
      [999, 999],
      [0, 999],
    ] as const) {
      const part = await buffer((await store.get(id, { start, end }))!);
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it('says what is not there, and removes twice without complaint', async () => {
    const id = newObjectId();
    expect(await store.get(id)).toBeNull();
    expect(await store.head(id)).toBeNull();
    await store.delete(id);
    await store.putFile(id, file(randomBytes(5)));
    await store.delete(id);
    await store.delete(id);
    expect(await store.head(id)).toBeNull();
  });

  it('goes on giving what it had begun to give when the object is removed', async () => {
    const bytes = randomBytes(300_000);
    const id = newObjectId();
    await store.putFile(id, file(bytes));
    const stream = (await store.get(id))!;
    await store.delete(id);
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  it('keeps many at once apart', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const bytes = randomBytes(20_000);
        const id = newObjectId();
        await store.putFile(id, file(bytes));
        return { id, bytes };
      }),
    );
    for (const { id, bytes } of made) {
      expect((await buffer((await store.get(id))!)).equals(bytes)).toBe(true);
    }
  });

  it.each(['../../etc/passwd', '', 'x'.repeat(40), `${newObjectId()}/`])(
    'takes no id that it did not make: %j',
    async (id) => {
      await expect((async () => store.putFile(id, file(randomBytes(1))))()).rejects.toThrow();
      await expect((async () => store.get(id))()).rejects.toThrow();
      await expect((async () => store.delete(id))()).rejects.toThrow();
    },
  );
});
