/** Resumable uploads, cuts, restarts, many at once, and what is cleaned up; on both stores. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFiles, countFiles, picture, startS3 } from '../../../../tests/almacen.ts';
import { openTestDatabase } from '../../../../tests/database.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import type { Database } from '../db/index.ts';

const K256 = 262_144;

describe.each(['folder', 's3'])('files in a %s', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3>> | null = null;
  let database: Database;
  let portal: TestPortal;
  let ana: Awaited<ReturnType<typeof makeCuenta>>;
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'almacen-'));
  const SECRET_KEY = randomBytes(32).toString('hex');

  /** A server on the same database and store, as after a restart or on another machine. */
  const start = (dataDir = DATA_DIR) =>
    startTestPortal(
      { ...s3?.variables, DATA_DIR: dataDir, SECRET_KEY },
      {
        jobs: false,
        portal: { database: { ...database, close: async () => {} }, storageAreas: [anyFiles] },
      },
    );

  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3() : null;
    database = await openTestDatabase();
    portal = await start();
    ana = await makeCuenta(portal);
  });
  afterAll(async () => {
    await portal.stop();
    await database.close();
    await s3?.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  const send = (
    url: string,
    command: string,
    options: { body?: Uint8Array; headers?: object; token?: string } = {},
  ) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Firebase ${options.token ?? ana.token}`,
        'x-goog-upload-command': command,
        ...options.headers,
      },
      ...(options.body && { body: options.body as never }),
    });
  const begin = async (name: string, size: number, where = portal) => {
    const response = await send(
      `${where.url}/v0/b/portal/o?name=${encodeURIComponent(name)}`,
      'start',
      {
        headers: {
          'x-goog-upload-protocol': 'resumable',
          'x-goog-upload-header-content-length': String(size),
          'x-goog-upload-header-content-type': 'application/x-prueba',
        },
      },
    );
    expect(response.headers.get('x-goog-upload-status')).toBe('active');
    return response.headers.get('x-goog-upload-url')!;
  };
  const put = (url: string, bytes: Uint8Array, offset: number, command = 'upload') =>
    send(url, command, { body: bytes, headers: { 'x-goog-upload-offset': String(offset) } });
  const received = async (url: string) => {
    const response = await send(url, 'query');
    return {
      status: response.headers.get('x-goog-upload-status'),
      size: Number(response.headers.get('x-goog-upload-size-received')),
    };
  };
  const bytesOf = async (name: string, where = portal) => {
    const response = await fetch(
      `${where.url}/v0/b/portal/o/${encodeURIComponent(name)}?alt=media`,
      { headers: { authorization: `Firebase ${ana.token}` } },
    );
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : response.status;
  };
  /** Compared here: a matcher would take seconds for so many bytes. */
  const holds = async (name: string, bytes: Buffer, where = portal) => {
    const found = await bytesOf(name, where);
    return Buffer.isBuffer(found) && found.equals(bytes);
  };
  /** Bytes of what is arriving, of all senders. */
  const arriving = () => {
    const spool = join(DATA_DIR, 'archivos/temporal');
    const sizes = readdirSync(spool).map(
      (name) => statSync(join(spool, name), { throwIfNoEntry: false })?.size ?? 0,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  /** Sends those bytes and waits until the server has them: nothing tells a sender when they were read. */
  const arrive = async (socket: Socket, bytes: Uint8Array) => {
    const before = arriving();
    socket.write(bytes);
    await expect.poll(arriving).toBe(before + bytes.length);
  };
  /** Sends only the first bytes of a chunk, then drops the connection. */
  const cut = async (url: string, bytes: Uint8Array, offset: number, sent: number) => {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      [
        `POST ${pathname}${search} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Authorization: Firebase ${ana.token}`,
        'X-Goog-Upload-Command: upload, finalize',
        `X-Goog-Upload-Offset: ${offset}`,
        `Content-Length: ${bytes.length}`,
        '\r\n',
      ].join('\r\n'),
    );
    await arrive(socket, bytes.subarray(0, sent));
    socket.destroy();
  };
  const objects = () =>
    s3 ? s3.objects() : countFiles(join(DATA_DIR, 'archivos'), /^[0-9a-f]{2}\//);
  const clean = async () => {
    portal.setNow(new Date(Date.now() + 2 * 86_400_000));
    await portal.services.storage.clean();
    portal.setNow(null);
  };

  it('goes on after a cut in the middle of a chunk, and after a restart', async () => {
    const bytes = randomBytes(3 * K256 + 1_234);
    const url = await begin('pruebas/corte.bin', bytes.length);
    expect((await put(url, bytes.subarray(0, K256), 0)).status).toBe(200);
    await cut(url, bytes.subarray(K256), K256, 300_000);
    expect(await received(url)).toEqual({ status: 'active', size: K256 + 300_000 });

    await portal.stop();
    portal = await start();
    const again = url.replace(/^http:\/\/[^/]+/, portal.url);
    expect(await received(again)).toEqual({ status: 'active', size: K256 + 300_000 });
    const last = await put(
      again,
      bytes.subarray(K256 + 300_000),
      K256 + 300_000,
      'upload, finalize',
    );
    expect(last.headers.get('x-goog-upload-status')).toBe('final');
    expect(await last.json()).toMatchObject({
      size: String(bytes.length),
      contentType: 'application/x-prueba',
      md5Hash: createHash('md5').update(bytes).digest('base64'),
    });
    expect(await holds('pruebas/corte.bin', bytes)).toBe(true);
    expect(await received(again)).toEqual({ status: 'final', size: bytes.length });
  });

  it('goes on while the connection before still hangs', async () => {
    const bytes = randomBytes(2 * K256);
    const url = await begin('pruebas/colgada.bin', bytes.length);
    const { hostname, port, pathname, search } = new URL(url);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => {});
    hanging.write(
      `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nAuthorization: Firebase ${ana.token}\r\nX-Goog-Upload-Command: upload\r\nX-Goog-Upload-Offset: 0\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    await arrive(hanging, bytes.subarray(0, 100_000));
    expect(await received(url)).toEqual({ status: 'active', size: 100_000 });
    expect((await put(url, bytes.subarray(100_000), 100_000, 'upload, finalize')).status).toBe(200);
    expect(await holds('pruebas/colgada.bin', bytes)).toBe(true);
    hanging.destroy();
  });

  it('takes a chunk again whose answer was lost, also the last one', async () => {
    const bytes = randomBytes(2 * K256);
    const url = await begin('pruebas/repetida.bin', bytes.length);
    for (let i = 0; i < 2; i++)
      expect((await put(url, bytes.subarray(0, K256), 0)).status).toBe(200);
    expect((await received(url)).size).toBe(K256);
    for (let i = 0; i < 2; i++) {
      const last = await put(url, bytes.subarray(K256), K256, 'upload, finalize');
      expect(last.headers.get('x-goog-upload-status')).toBe('final');
      expect(((await last.json()) as { size: string }).size).toBe(String(bytes.length));
    }
    expect(await holds('pruebas/repetida.bin', bytes)).toBe(true);
  });

  it('refuses what skips bytes, ends short, is too long, or is of somebody else', async () => {
    const bytes = randomBytes(K256);
    const url = await begin('pruebas/mala.bin', 2 * K256);
    expect((await put(url, bytes, 5)).status).toBe(400);
    expect((await put(url, bytes, 0)).status).toBe(200);
    const luis = await makeCuenta(portal);
    expect((await send(url, 'query', { token: luis.token })).status).toBe(403);
    expect((await send(url.replace('mala', 'otra'), 'query')).status).toBe(404);
    expect((await send(url.replace(/upload_id=[^&]+/, 'upload_id=x'), 'query')).status).toBe(404);
    expect((await send(url, 'nada')).status).toBe(400);
    expect((await put(url, new Uint8Array(), K256, 'finalize')).status).toBe(400);
    expect((await send(url, 'query')).status).toBe(404);

    const long = await begin('pruebas/larga.bin', 10);
    expect((await put(long, bytes, 0, 'upload, finalize')).status).toBe(413);
    expect(await bytesOf('pruebas/larga.bin')).toBe(404);
    const huge = await send(`${portal.url}/v0/b/portal/o?name=pruebas/x`, 'start', {
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-header-content-length': '20000000',
      },
    });
    expect(huge.status).toBe(413);
  });

  it('takes no name that is a trick, and never makes a path of one', async () => {
    const rows = () => portal.services.db.selectFrom('archivos').select('nombre').execute();
    const before = (await rows()).length;
    for (const name of [
      'pruebas/../x',
      'pruebas/%2e%2e/x',
      'pruebas/%252e%252e/x',
      '/etc/passwd',
      'pruebas\\..\\x',
      'pruebas/x\0.jpg',
      'pruebas/x\r\nX-Otra: 1',
      `pruebas/${'x'.repeat(1_000)}`,
    ]) {
      const url = `${portal.url}/v0/b/portal/o`;
      const encoded = encodeURIComponent(name);
      const ask = async (path: string, method = 'GET', body?: string) =>
        (
          await fetch(url + path, {
            method,
            headers: { authorization: `Firebase ${ana.token}` },
            ...(body && { body }),
          })
        ).status;
      expect([
        await ask(`?name=${encoded}`, 'POST', 'x'),
        await ask(`/${encoded}`),
        await ask(`/${encoded}?alt=media`),
        await ask(`/${encoded}`, 'PATCH', '{}'),
        await ask(`/${encoded}`, 'DELETE'),
        await ask(`?prefix=${encoded}`),
      ]).toEqual(Array(6).fill(400));
    }
    expect((await rows()).length).toBe(before);
  });

  it('cancels, and lets its parts go', async () => {
    await clean();
    const before = await objects();
    const url = await begin('pruebas/cancelada.bin', 2 * K256);
    await put(url, randomBytes(K256), 0);
    expect(await objects()).toBe(before + 1);
    expect((await send(url, 'cancel')).headers.get('x-goog-upload-status')).toBe('cancelled');
    expect(await objects()).toBe(before);
    expect((await put(url, randomBytes(K256), K256)).status).toBe(404);
  });

  it('looks at what came in pieces as at what came whole', async () => {
    const url = await begin('ines/programa.jpg', 2 * K256);
    await put(url, randomBytes(K256), 0);
    expect((await put(url, randomBytes(K256), K256, 'upload, finalize')).status).toBe(400);
    expect(await bytesOf('ines/programa.jpg')).toBe(404);
    const photo = await picture('png', 400);
    const good = await begin('ines/foto.jpg', photo.length);
    for (let at = 0; at < photo.length; at += K256) {
      const last = at + K256 >= photo.length;
      const answer = await put(
        good,
        photo.subarray(at, at + K256),
        at,
        last ? 'upload, finalize' : 'upload',
      );
      expect(answer.status).toBe(200);
    }
    expect(await holds('ines/foto.jpg', photo)).toBe(true);
  });

  it('of many uploads of one name at once one wins, whole', async () => {
    const versions = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const bytes = Buffer.alloc(200_000 + i, i);
        const response = await fetch(`${portal.url}/v0/b/portal/o?name=pruebas/carrera.bin`, {
          method: 'POST',
          body: bytes,
          headers: { authorization: `Firebase ${ana.token}` },
        });
        expect(response.status).toBe(200);
        // Whoever reads meanwhile sees one version or another, never a mixture.
        const seen = (await bytesOf('pruebas/carrera.bin')) as Buffer;
        expect(seen.every((byte) => byte === seen[0])).toBe(true);
        expect(seen.length).toBe(200_000 + seen[0]!);
        const { generation } = (await response.json()) as { generation: string };
        return { bytes, generation: Number(generation) };
      }),
    );
    const last = versions.reduce((a, b) => (b.generation > a.generation ? b : a));
    expect(new Set(versions.map((v) => v.generation)).size).toBe(8);
    expect(await holds('pruebas/carrera.bin', last.bytes)).toBe(true);
    // The versions that lost are gone from the store.
    const rows = await portal.services.db.selectFrom('archivos').select('objeto').execute();
    expect(await objects()).toBe(rows.length);
  });

  it('holds the quota under concurrency', async () => {
    const beto = await makeCuenta(portal);
    const photo = await picture('png', 1_700);
    expect(photo.length).toBeGreaterThan(8_000_000);
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const response = await fetch(
          `${portal.url}/v0/b/portal/o?name=users/${beto.uid}/${i}.png`,
          {
            method: 'POST',
            body: photo as never,
            headers: { authorization: `Firebase ${beto.token}` },
          },
        );
        return response.status;
      }),
    );
    const fit = Math.floor((50 * 1_048_576) / photo.length);
    expect(codes.filter((code) => code === 200)).toHaveLength(fit);
    expect(codes.filter((code) => code === 402)).toHaveLength(8 - fit);
  });

  it('removes what ran out: identity images, interrupted uploads, loose objects', async () => {
    await fetch(`${portal.url}/v0/b/portal/o?name=ines/vence.png`, {
      method: 'POST',
      body: (await picture('png')) as never,
      headers: { authorization: `Firebase ${ana.token}` },
    });
    const url = await begin('pruebas/abandonada.bin', 2 * K256);
    await put(url, randomBytes(K256), 0);
    expect(await bytesOf('ines/vence.png')).toBeInstanceOf(Buffer);
    // Gone for everybody the moment it expires, before any cleaning.
    portal.setNow(new Date(Date.now() + 86_400_000 + 1_000));
    expect(await bytesOf('ines/vence.png')).toBe(404);
    portal.setNow(null);
    await clean();
    const { db } = portal.services;
    const rows = await db.selectFrom('archivos').select('nombre').execute();
    expect(rows.filter(({ nombre }) => nombre.startsWith('ines/'))).toEqual([]);
    expect(await db.selectFrom('subidas').select('hash').execute()).toEqual([]);
    expect(await db.selectFrom('objetos_sueltos').select('id').execute()).toEqual([]);
    expect(await objects()).toBe(rows.length);
    const { accion } = await db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', 'ines/vence.png')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(accion).toBe('archivo.vencer');
    expect(countFiles(join(DATA_DIR, 'archivos/temporal'), /./)).toBe(0);
  });

  it('goes on in another process that shares the database and the store', async () => {
    // With a folder the second process has to see the same one; with S3 it has its own disk.
    const elsewhere = s3 ? mkdtempSync(join(tmpdir(), 'almacen-')) : DATA_DIR;
    const other = await start(elsewhere);
    try {
      const bytes = randomBytes(3 * K256);
      const url = await begin('pruebas/dos.bin', bytes.length);
      const there = url.replace(portal.url, other.url);
      expect((await put(url, bytes.subarray(0, K256), 0)).status).toBe(200);
      expect((await put(there, bytes.subarray(K256, 2 * K256), K256)).status).toBe(200);
      expect((await received(url)).size).toBe(2 * K256);
      expect(
        (await put(there, bytes.subarray(2 * K256), 2 * K256, 'upload, finalize')).status,
      ).toBe(200);
      expect(await holds('pruebas/dos.bin', bytes)).toBe(true);
      expect(await holds('pruebas/dos.bin', bytes, other)).toBe(true);
      // A connection that has just given a file would hold the stop below.
      expect((await received(there)).status).toBe('final');
    } finally {
      await other.stop();
      if (s3) rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
