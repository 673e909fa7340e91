/** What is let in, told by its bytes, its weight and its metadata. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anyFiles,
  picture,
  refusalOf,
  type StorageClient,
  storageClient,
} from '../../../../tests/almacen.ts';
import { claimedPng } from '../../../../tests/factories/bombas.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
let ask: StorageClient['ask'];
let upload: StorageClient['upload'];
let stored: StorageClient['stored'];

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false, portal: { storageAreas: [anyFiles] } });
  ana = await makeCuenta(portal);
  ({ ask, upload, stored } = storageClient(portal, ana));
});
afterAll(() => portal.stop());

describe('contents', () => {
  const heic = Buffer.from('0000001c66747970686569630000000068656963686569786d696631', 'hex');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><html><script>alert(1)</script></html>';

  it('takes JPEG, PNG and WebP by their bytes', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const response = await upload(`users/${ana.uid}/x.${format}`, await picture(format), {
        headers: { 'content-type': 'text/html' },
      });
      expect(((await response.json()) as { contentType: string }).contentType).toBe(
        `image/${format}`,
      );
    }
  });

  it.each([
    ['a program', Buffer.from('4d5a90000300000004000000ffff', 'hex'), 'tipo-no-admitido'],
    ['SVG', Buffer.from(svg), 'tipo-no-admitido'],
    ['HTML', Buffer.from(html), 'tipo-no-admitido'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'tipo-no-admitido'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'tipo-no-admitido'],
    ['nothing', Buffer.alloc(0), 'tipo-no-admitido'],
    ['HEIC', heic, 'imagen-heic'],
    ['JPEG in name only', Buffer.from('ffd8ffe000104a46494600', 'hex'), 'imagen-danada'],
    ['a decompression bomb', claimedPng(30_000), 'imagen-demasiado-grande'],
    ['a picture that is not all there', claimedPng(2_000), 'imagen-danada'],
  ])('refuses %s called foto.jpg, and the process lives', async (_name, bytes, code) => {
    const before = await stored();
    for (const prefix of [`users/${ana.uid}/`, 'ines/']) {
      const response = await upload(`${prefix}foto.jpg`, bytes, {
        headers: { 'content-type': 'image/jpeg' },
      });
      expect(await refusalOf(response)).toBe(`400 ${code}`);
    }
    expect(await stored()).toEqual(before);
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it.each(['jpeg', 'webp', 'png'] as const)(
    'keeps a %s photo without its place, time and device, upright',
    async (format) => {
      const side = { width: 60, height: 40, channels: 3, background: '#a40' } as const;
      const taken = await sharp({ create: side })
        .withExif({
          IFD0: { Make: 'Fabricante', Orientation: '6' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 57/1' },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><GPS>19.43</GPS></x:xmpmeta>')
        .toFormat(format)
        .toBuffer();
      const before = await sharp(taken).metadata();
      expect(before.exif).toBeDefined();
      const name = `users/${ana.uid}/lugar.${format}`;
      const sent = (await (await upload(name, taken)).json()) as Record<string, string>;
      const kept = Buffer.from(
        await (await ask(`/${encodeURIComponent(name)}?alt=media`)).arrayBuffer(),
      );
      expect(sent).toMatchObject({
        size: String(kept.length),
        md5Hash: createHash('md5').update(kept).digest('base64'),
        contentType: `image/${format}`,
      });
      const after = await sharp(kept).metadata();
      expect([after.exif, after.xmp, after.orientation]).toEqual([undefined, undefined, undefined]);
      // Turned only if it said how it was held.
      const turned = before.orientation === 6;
      expect([after.width, after.height]).toEqual(turned ? [40, 60] : [60, 40]);
      expect(kept.includes('Fabricante') || kept.includes('GPS')).toBe(false);
      const again = await upload(name, kept);
      expect(((await again.json()) as Record<string, string>).md5Hash).toBe(sent.md5Hash);
    },
  );

  it('what hides behind a picture is served as that picture, and runs nowhere', async () => {
    const hidden = Buffer.concat([
      await picture('jpeg'),
      Buffer.from(html),
      Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
    ]);
    for (const file of ['foto.jpg', 'foto.html', 'foto.exe', 'foto.svg']) {
      const name = `users/${ana.uid}/${file}`;
      expect(
        (await upload(name, hidden, { headers: { 'content-type': 'text/html' } })).status,
      ).toBe(200);
      const { headers } = await ask(`/${encodeURIComponent(name)}?alt=media`);
      expect(headers.get('content-type')).toBe('image/jpeg');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('refuses half a JPEG', async () => {
    const whole = await picture('jpeg', 200);
    const half = whole.subarray(0, whole.length / 2);
    expect(await refusalOf(await upload('ines/media.jpg', half))).toBe('400 imagen-danada');
  });

  it('takes a picture of 48 megapixels', async () => {
    const flat = { width: 8_000, height: 6_000, channels: 3, background: '#fff' } as const;
    const large = await sharp({ create: flat }).jpeg({ quality: 40 }).toBuffer();
    expect((await upload('ines/grande.jpg', large)).status).toBe(200);
  });

  it('refuses what weighs too much, whole or announced, and keeps nothing', async () => {
    const before = await stored();
    const heavy = new Uint8Array(11 * 1_048_576);
    expect((await upload('ines/pesada.jpg', heavy)).status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1_048_576));
      },
    });
    const endless = await fetch(`${portal.url}/v0/b/portal/o?name=ines%2Fpesada.jpg`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { authorization: `Firebase ${ana.token}` },
    } as RequestInit).then(
      (response) => response.status,
      () => 413,
    );
    expect(endless).toBe(413);
    expect(await stored()).toEqual(before);
  });

  it('refuses a checksum that does not agree, and metadata that are too much', async () => {
    const related = (metadata: object) =>
      ask('?name=pruebas/suma', {
        method: 'POST',
        body: `--b\r\n\r\n${JSON.stringify(metadata)}\r\n--b\r\n\r\nhola\r\n--b--`,
        headers: { 'content-type': 'multipart/related; boundary=b' },
      });
    expect(await refusalOf(await related({ md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' }))).toBe(
      '400 suma-distinta',
    );
    const md5Hash = createHash('md5').update('hola').digest('base64');
    expect((await related({ md5Hash, metadata: { a: 'ñ' } })).status).toBe(200);
    expect((await related({ metadata: { a: 'x'.repeat(9_000) } })).status).toBe(400);
    expect((await related({ contentType: 'text/plain\r\nx: y' })).status).toBe(400);
    expect((await related({ cacheControl: 7 })).status).toBe(400);
  });
});
