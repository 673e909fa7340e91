/** The wire without the genuine client: names, rules, downloads. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anyFiles,
  picture,
  refusalOf,
  type StorageClient,
  storageClient,
} from '../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
let ask: StorageClient['ask'];
let upload: StorageClient['upload'];
let stored: StorageClient['stored'];
let luis: Awaited<ReturnType<typeof makeCuenta>>;
let escolar: Awaited<ReturnType<typeof makeCuenta>>;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false, portal: { storageAreas: [anyFiles] } });
  ana = await makeCuenta(portal);
  ({ ask, upload, stored } = storageClient(portal, ana));
  luis = await makeCuenta(portal);
  escolar = await makeCuenta(portal, { role: 'Escolar' });
});
afterAll(() => portal.stop());

describe('names that are tricks', () => {
  const tricks = [
    'pruebas/../../secreto.key',
    'pruebas/..',
    'pruebas/./a',
    '../../../../etc/passwd',
    '/etc/passwd',
    'pruebas//a',
    'pruebas/a/',
    'pruebas/%2e%2e/a',
    'pruebas/%2E%2E%2Fa',
    'pruebas/a%00.jpg',
    'pruebas/a\0.jpg',
    'pruebas/a\r\nx: y',
    'pruebas\\..\\a',
    'C:\\a',
    `pruebas/${'x'.repeat(1_000)}`,
    'pruebas/\u202egpj.exe',
    '',
  ];

  it.each(tricks)('%j is refused everywhere and nothing is written', async (name) => {
    const before = await stored();
    const encoded = encodeURIComponent(name);
    // What no text may be is refused for every address, before anybody reads it as a name.
    const refused = name.includes('\0') ? '400 texto-invalido' : '400 nombre-invalido';
    expect(await refusalOf(await upload(name, 'x'))).toBe(refused);
    const start = await upload(name, '{}', {
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': '1',
      },
    });
    expect(await refusalOf(start)).toBe(refused);
    const related = await ask(`?name=${encoded}`, {
      method: 'POST',
      body: '--b\r\n\r\n{}\r\n--b\r\n\r\nx\r\n--b--',
      headers: {
        'x-goog-upload-protocol': 'multipart',
        'content-type': 'multipart/related; boundary=b',
      },
    });
    expect(related.status).toBe(400);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: '{}' } : {};
      expect((await ask(`/${encoded}`, { method, ...body })).status).toBe(400);
    }
    expect((await ask(`/${encoded}?alt=media`)).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('a name only in the multipart metadata is checked too', async () => {
    for (const [name, status] of [
      ['pruebas/../x', 400],
      ['pruebas/en-metadatos', 200],
    ] as const) {
      const response = await ask('', {
        method: 'POST',
        body: `--b\r\n\r\n${JSON.stringify({ name })}\r\n--b\r\n\r\nx\r\n--b--`,
        headers: { 'content-type': 'multipart/related; boundary=b' },
      });
      expect(response.status).toBe(status);
    }
  });

  it('paths that cannot be decoded, names given twice, and other buckets', async () => {
    expect((await ask('/%zz')).status).toBe(404);
    expect((await ask('/%ff')).status).toBe(404);
    expect((await ask('?name=pruebas/a&name=ines/b', { method: 'POST', body: 'x' })).status).toBe(
      400,
    );
    const other = await fetch(`${portal.url}/v0/b/otro/o/pruebas%2Fa`);
    expect(other.status).toBe(404);
  });

  it('objects lie under random names', async () => {
    await upload('pruebas/mi-nombre-propio.txt', 'x');
    const names = readdirSync(join(portal.services.env.dataDir, 'archivos'), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(names.filter((name) => name.includes('propio'))).toEqual([]);
  });
});

describe('who may', () => {
  it('users/{uid}/: its owner writes, staff sees, nobody else', async () => {
    const name = `users/${ana.uid}/foto.png`;
    const bytes = await picture('png');
    expect((await upload(name, bytes)).status).toBe(200);
    const path = `/${encodeURIComponent(name)}`;
    for (const suffix of ['', '?alt=media']) {
      expect((await ask(path + suffix)).status).toBe(200);
      expect((await ask(path + suffix, { token: escolar.token })).status).toBe(200);
      expect((await ask(path + suffix, { token: luis.token })).status).toBe(403);
      expect((await ask(path + suffix, { token: null })).status).toBe(401);
    }
    expect((await upload(name, bytes, { token: luis.token })).status).toBe(403);
    expect((await upload(name, bytes, { token: escolar.token })).status).toBe(403);
    expect((await upload(name, bytes, { token: null })).status).toBe(401);
    expect((await upload(name, bytes, { token: 'x.y.z' })).status).toBe(401);
    expect((await ask(path, { method: 'DELETE', token: luis.token })).status).toBe(403);
    expect((await upload(`users/${ana.uid}/a/b.png`, bytes)).status).toBe(403);
    expect((await upload('nadie/a.png', bytes)).status).toBe(403);
  });

  it('names that look like somebody’s are nobody’s, or another', async () => {
    const bytes = await picture('png');
    const uid = luis.uid;
    const theirs = `users/${uid}/señal.png`.normalize('NFC');
    expect((await upload(theirs, bytes, { token: luis.token })).status).toBe(200);
    const before = await stored();
    for (const folder of [
      `${uid}x`,
      `${uid} `,
      `${uid}.`,
      ` ${uid}`,
      uid.slice(0, -1),
      uid.toUpperCase() === uid ? uid.toLowerCase() : uid.toUpperCase(),
      `${uid}\u200b`,
      `${uid}\uff0f`,
      `${ana.uid}\u2215..\u2215${uid}`,
    ]) {
      for (const token of [ana.token, luis.token]) {
        const name = `users/${folder}/señal.png`;
        const path = `/${encodeURIComponent(name)}`;
        expect((await upload(name, bytes, { token })).status, folder).toBe(403);
        expect((await ask(path, { token })).status).toBe(403);
        expect((await ask(`${path}?alt=media`, { token })).status).toBe(403);
        expect((await ask(path, { method: 'PATCH', body: '{}', token })).status).toBe(403);
        expect((await ask(path, { method: 'DELETE', token })).status).toBe(403);
        const prefix = encodeURIComponent(`users/${folder}/`);
        expect((await ask(`?prefix=${prefix}`, { token })).status).toBe(403);
      }
    }
    for (const prefix of ['', 'users', 'users/', `users/${uid}`, `users/${ana.uid}/../${uid}/`]) {
      const { status } = await ask(`?prefix=${encodeURIComponent(prefix)}`);
      expect([400, 403]).toContain(status);
    }
    // Composed and decomposed are two names: neither stands for the other.
    const other = encodeURIComponent(theirs.normalize('NFD'));
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(`/${other}`, { method, token: luis.token })).status).toBe(404);
    }
    // Longer than any name: refused by whoever sees it first.
    const long = encodeURIComponent(`users/${uid}/${'😀'.repeat(1_000)}`);
    for (const method of ['GET', 'DELETE']) {
      const { status } = await ask(`/${long}`, { method, token: luis.token });
      expect([400, 404, 414, 431]).toContain(status);
    }
    expect((await ask(`?name=${long}`, { method: 'POST', body: bytes })).status).toBe(400);
    expect(await stored()).toEqual(before);
    const emoji = `users/${uid}/😀 de frente. .png`;
    expect((await upload(emoji, bytes, { token: luis.token })).status).toBe(200);
    const kept = await ask(`/${encodeURIComponent(emoji)}?alt=media`, { token: luis.token });
    expect(kept.headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''%F0%9F/);
  });

  it('a session whose email is not verified may nothing', async () => {
    await portal.services.db
      .updateTable('cuentas')
      .set({ email_verified: false })
      .where('uid', '=', luis.uid)
      .execute();
    const bytes = await picture('png');
    expect((await upload(`users/${luis.uid}/a.png`, bytes, { token: luis.token })).status).toBe(
      401,
    );
    expect((await upload('ines/a.png', bytes, { token: luis.token })).status).toBe(401);
    await portal.services.db
      .updateTable('cuentas')
      .set({ email_verified: true })
      .where('uid', '=', luis.uid)
      .execute();
  });

  it('ines/: who uploaded it and staff; a name of somebody else is not taken over', async () => {
    const bytes = await picture('jpeg');
    expect((await upload('ines/mia.jpg', bytes)).status).toBe(200);
    const path = '/ines%2Fmia.jpg';
    expect((await ask(path)).status).toBe(200);
    expect((await ask(path, { token: escolar.token })).status).toBe(200);
    expect((await ask(path, { token: luis.token })).status).toBe(404);
    expect((await upload('ines/mia.jpg', bytes, { token: luis.token })).status).toBe(403);
  });

  it('by cookie only from our own pages', async () => {
    const name = `users/${ana.uid}/galleta.png`;
    const bytes = await picture('png');
    const cookie = `token=${ana.token}`;
    const by = (headers: Record<string, string>) => upload(name, bytes, { token: null, headers });
    expect((await by({ cookie })).status).toBe(403);
    expect((await by({ cookie, origin: 'https://malo.example' })).status).toBe(403);
    expect((await by({ cookie, origin: portal.url })).status).toBe(200);
    const read = await ask(`/${encodeURIComponent(name)}`, { token: null, headers: { cookie } });
    expect(read.status).toBe(200);
  });

  it('leaves every change in the history', async () => {
    const name = `users/${ana.uid}/historia.png`;
    const path = `/${encodeURIComponent(name)}`;
    await upload(name, await picture('png'));
    await ask(path, { method: 'PATCH', body: JSON.stringify({ metadata: { a: 'b' } }) });
    expect((await ask(path, { method: 'DELETE', token: escolar.token })).status).toBe(204);
    const rows = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid'])
      .where('entidad_id', '=', name)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { accion: 'archivo.subir', actor_uid: ana.uid },
      { accion: 'archivo.editar', actor_uid: ana.uid },
      { accion: 'archivo.borrar', actor_uid: escolar.uid },
    ]);
  });
});

describe('downloads', () => {
  const text = '0123456789'.repeat(10);
  beforeAll(async () => {
    await upload('pruebas/rango.txt', text, { headers: { 'content-type': 'text/plain' } });
  });
  const range = (value: string, headers = {}) =>
    ask('/pruebas%2Frango.txt?alt=media', { headers: { range: value, ...headers } });

  it.each([
    ['bytes=0-9', 206, text.slice(0, 10), 'bytes 0-9/100'],
    ['bytes=95-', 206, text.slice(95), 'bytes 95-99/100'],
    ['bytes=-3', 206, text.slice(-3), 'bytes 97-99/100'],
    ['bytes=0-500', 206, text, 'bytes 0-99/100'],
    ['bytes=0-1,5-6', 200, text, null],
    ['lines=1-2', 200, text, null],
  ])('range %s', async (value, status, body, contentRange) => {
    const response = await range(value);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
    expect(response.headers.get('content-range')).toBe(contentRange);
  });

  it('a range that is not there, one of another version, and what has not changed', async () => {
    const beyond = await range('bytes=100-');
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */100');
    const whole = await ask('/pruebas%2Frango.txt?alt=media');
    const etag = whole.headers.get('etag')!;
    expect((await range('bytes=0-1', { 'if-range': etag })).status).toBe(206);
    expect((await range('bytes=0-1', { 'if-range': '"otra"' })).status).toBe(200);
    const same = await ask('/pruebas%2Frango.txt?alt=media', {
      headers: { 'if-none-match': etag },
    });
    expect(same.status).toBe(304);
    const head = await ask('/pruebas%2Frango.txt?alt=media', { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('100');
  });

  it.each(['text/html', 'image/svg+xml', 'application/pdf', 'text/xml'])(
    'never shows %s in place',
    async (type) => {
      await upload('pruebas/página "1".html', '<script>1</script>', {
        headers: { 'content-type': type },
      });
      await ask('/pruebas%2Fp%C3%A1gina%20%221%22.html', {
        method: 'PATCH',
        body: JSON.stringify({ contentDisposition: 'inline', cacheControl: 'public, max-age=99' }),
      });
      const { headers } = await ask('/pruebas%2Fp%C3%A1gina%20%221%22.html?alt=media');
      // Its ending is that of what it is, not of how it was called.
      const ending = type === 'application/pdf' ? 'pdf' : 'bin';
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''p%C3%A1gina%20_1_.${ending}`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
      );
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );

  it('a URL is a capability of that version, and that of an ine lasts minutes', async () => {
    const urlOf = async (name: string) => {
      const response = await ask(`/${encodeURIComponent(name)}`);
      const { downloadTokens } = (await response.json()) as { downloadTokens: string };
      return `/${encodeURIComponent(name)}?alt=media&token=${downloadTokens}`;
    };
    const name = `users/${ana.uid}/url.png`;
    await upload(name, await picture('png'));
    await upload('ines/url.png', await picture('png'));
    const [photo, ine] = [await urlOf(name), await urlOf('ines/url.png')];
    const open = async (url: string) => (await ask(url, { token: null })).status;
    expect([await open(photo), await open(ine)]).toEqual([200, 200]);
    expect(await open(photo.slice(0, -1))).toBe(401);
    expect(await open(photo.replace('url.png', 'otra.png'))).toBe(401);
    expect(await open(ine.replace(/token=[^.]+/, 'token=zzzzzzzz'))).toBe(401);
    portal.setNow(new Date(Date.now() + 6 * 60_000));
    expect([await open(photo), await open(ine)]).toEqual([200, 401]);
    portal.setNow(null);
    await upload(name, await picture('png'));
    expect(await open(photo)).toBe(401);
  });

  it('pages of a list go on where they ended', async () => {
    for (const query of ['maxResults=0', 'maxResults=1001', 'maxResults=x', 'delimiter=-']) {
      expect((await ask(`?prefix=pruebas/&${query}`)).status).toBe(400);
    }
    expect((await ask(`?prefix=users/${luis.uid}/`)).status).toBe(403);
    expect((await ask('?prefix=users/')).status).toBe(403);
    expect((await ask('?prefix=ines/', { token: escolar.token })).status).toBe(200);
    expect((await ask('?prefix=pruebas/', { token: null })).status).toBe(401);
  });
});
