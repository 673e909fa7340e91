/** The browser's client against the portal itself, with the session's cookie. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { createStorageClient } from './client.ts';
import { browserClock } from './retry.ts';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
/** What the page's requests carry by themselves. */
let cookie = '';
let cuts = 0;
const client = createStorageClient({
  fetch: (async (path: string, init: RequestInit) => {
    if (cuts > 0 && (init.headers as Record<string, string>)['x-goog-upload-offset']) {
      cuts--;
      throw new TypeError('network');
    }
    return fetch(portal.url + path, {
      ...init,
      headers: { ...init.headers, cookie, origin: portal.url },
    });
  }) as typeof fetch,
  clock: { ...browserClock, sleep: async () => {} },
  renew: async () => false,
  origin: () => portal.url,
});

beforeAll(async () => {
  portal = await startTestPortal({ STORAGE_BUCKET: 'escuela-archivos' }, { jobs: false });
  ana = await makeCuenta(portal);
  cookie = `token=${ana.token}`;
});
afterAll(() => portal.stop());

it('uploads, whole and in pieces with cuts, gives a URL that opens, and deletes', async () => {
  for (const upload of [client.uploadBytes, client.uploadResumable]) {
    const photo = await picture('png', 700);
    const name = `users/${ana.uid}/mi foto.png`;
    cuts = 2;
    const file = await upload(name, new Blob([new Uint8Array(photo)]), {
      metadata: { customMetadata: { a: 'ñ' } },
    });
    cuts = 0;
    expect(file).toMatchObject({
      name,
      bucket: 'escuela-archivos',
      size: photo.length,
      contentType: 'image/png',
      customMetadata: { a: 'ñ' },
    });
    const url = await client.downloadUrl(name);
    expect(new URL(url).pathname).toContain('/v0/b/escuela-archivos/o/');
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(bytes.equals(photo)).toBe(true);
    await client.deleteFile(name);
    await expect(client.getMetadata(name)).rejects.toMatchObject({
      code: 'storage/object-not-found',
    });
  }
});

it('gives the codes and sentences of refusals', async () => {
  const photo = new Uint8Array(await picture('jpeg'));
  await expect(client.uploadBytes('users/otra/a.jpg', photo)).rejects.toMatchObject({
    code: 'storage/unauthorized',
  });
  await expect(client.uploadString(`users/${ana.uid}/a.jpg`, 'hola')).rejects.toMatchObject({
    code: 'storage/unknown',
    reason: 'tipo-no-admitido',
    message: expect.stringContaining('JPEG, PNG, WebP'),
  });
  cookie = '';
  await expect(client.uploadBytes('ines/a.jpg', photo)).rejects.toMatchObject({
    code: 'storage/unauthenticated',
  });
  const { result } = await portal.call('createBoletoIne');
  const file = await client.uploadBytes(`${result.prefijo}a.jpg`, photo, { ticket: result.ticket });
  expect(file.contentType).toBe('image/jpeg');
});
