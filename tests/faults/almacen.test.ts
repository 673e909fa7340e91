/** The store of files away: refusing, failing, never answering, not mounted, wrongly configured. */
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/server/log.ts';
import { openObjectStore } from '../../src/platform/server/storage/open-store.ts';
import { anyFiles, startS3 } from '../almacen.ts';
import { openTestDatabase } from '../database.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { LONG } from './long.ts';

type Mode = 'works' | 'refuses' | 'fails' | 'is silent' | 'stops in the middle';

/** What stands before a store and can do to it whatever a network does. */
const startMiddleman = async (target: number) => {
  let mode: Mode = 'works';
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    if (mode === 'refuses') return socket.resetAndDestroy();
    if (mode === 'is silent') return socket.resume();
    if (mode === 'fails') {
      socket.once('data', () => {
        socket.resume();
        socket.end(
          'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        );
      });
      return;
    }
    const there = connect(target, '127.0.0.1');
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
    socket.pipe(there);
    let passed = 0;
    there.on('data', (chunk) => {
      passed += chunk.length;
      if (mode !== 'stops in the middle' || passed < 200_000) socket.write(chunk);
    });
    there.on('end', () => mode !== 'stops in the middle' && socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    /** From now on, also for connections that are kept. */
    set(next: Mode): void {
      mode = next;
      for (const socket of open) socket.destroy();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
};

const UNAVAILABLE = {
  status: 'UNAVAILABLE',
  message: expect.stringMatching(/no puede llegar a los archivos.*Espere un minuto/),
  details: { code: 'sin-archivos' },
};

it('a bucket of another database is refused, and one that answers later is bound then', {
  timeout: 120_000,
}, async () => {
  const s3 = await startS3();
  const middle = await startMiddleman(Number(new URL(s3.variables.S3_ENDPOINT).port));
  const [one, other] = [await openTestDatabase(), await openTestDatabase()];
  const open = (db: typeof one.db) =>
    openObjectStore(
      {
        dataDir: '/nowhere',
        s3: {
          endpoint: `http://127.0.0.1:${middle.port}`,
          bucket: s3.variables.S3_BUCKET,
          region: 'us-east-1',
          accessKeyId: s3.variables.S3_ACCESS_KEY_ID,
          secretAccessKey: s3.variables.S3_SECRET_ACCESS_KEY,
        },
      },
      db,
      createLog('silent'),
    );
  middle.set('refuses');
  const late = await open(one.db);
  await expect(late.check()).rejects.toMatchObject({ part: 'files' });
  middle.set('works');
  await late.check();
  await expect(open(other.db)).rejects.toThrow(/es de otra base de datos/);
  late.close();
  await Promise.all([one.close(), other.close()]);
  await middle.stop();
  await s3.stop();
});

describe('a portal whose files are in S3', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let middle: Awaited<ReturnType<typeof startMiddleman>>;
  let portal: TestPortal;
  let staff: { uid: string; token: string };
  let variables: Record<string, string>;

  beforeAll(async () => {
    s3 = await startS3();
    middle = await startMiddleman(Number(new URL(s3.variables.S3_ENDPOINT).port));
    variables = { ...s3.variables, S3_ENDPOINT: `http://127.0.0.1:${middle.port}` };
    portal = await startTestPortal(variables, { portal: { storageAreas: [anyFiles] } });
    staff = await makeCuenta(portal, { role: 'Admin' });
  });
  afterAll(async () => {
    await portal.stop();
    await middle.stop();
    await s3.stop();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const began = Date.now();
    const response = await fetch(`${portal.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${staff.token}`, ...init.headers },
    });
    const body = Buffer.from(await response.arrayBuffer());
    return { http: response.status, ms: Date.now() - began, body, headers: response.headers };
  };
  const upload = (name: string, bytes: Buffer) =>
    ask(`/v0/b/portal/o?name=${encodeURIComponent(`pruebas/${name}`)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as never,
    });
  const download = (name: string) =>
    ask(`/v0/b/portal/o/${encodeURIComponent(`pruebas/${name}`)}?alt=media`);
  const readyz = async () => {
    const { http, body } = await ask('/readyz');
    return { http, ...JSON.parse(body.toString()) };
  };

  it.each(LONG ? (['refuses', 'fails', 'is silent'] as const) : (['fails'] as const))(
    'answers with a sentence while it %s, in time, and goes on afterwards',
    { timeout: 90_000 },
    async (mode) => {
      const before = randomBytes(5_000);
      middle.set('works');
      expect((await upload('antes.bin', before)).http).toBe(200);
      middle.set(mode);
      const answers = await Promise.all([
        upload('durante.bin', randomBytes(300_000)),
        download('antes.bin'),
      ]);
      for (const { http, ms, body, headers } of answers) {
        expect(http).toBe(503);
        expect(JSON.parse(body.toString()).error).toMatchObject(UNAVAILABLE);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(ms).toBeLessThan(18_000);
      }
      // Its answers hold for a second.
      await expect.poll(readyz, { timeout: 30_000 }).toEqual({
        http: 503,
        status: 'not ready',
        parts: { database: 'ready', files: 'not ready', disk: 'ready', clock: 'ready' },
      });
      // For whoever balances: this server still does everything that needs no file.
      expect((await ask('/readyz?parts=database')).http).toBe(200);
      expect((await ask('/v0/b/portal/o?prefix=pruebas/')).http).toBe(200);
      expect((await portal.call('getSesion', null, { token: staff.token })).http).toBe(200);

      middle.set('works');
      expect((await download('antes.bin')).body.equals(before)).toBe(true);
      expect((await upload('durante.bin', before)).http).toBe(200);
      await expect.poll(readyz, { timeout: 30_000 }).toMatchObject({ http: 200 });
    },
  );

  it.runIf(LONG)(
    'a job waits for it, says so in the tray, spends no try, and ends well',
    {
      timeout: 120_000,
    },
    async () => {
      middle.set('fails');
      const { result } = await portal.call(
        'startExportacion',
        { hoja: 'usuarios', tipo: 'csv' },
        { token: staff.token },
      );
      const trabajo = async () => {
        const answer = await portal.call('listTrabajos', {}, { token: staff.token });
        return answer.result.trabajos.find(({ id }: { id: string }) => id === result.trabajo);
      };
      await expect.poll(trabajo, { timeout: 20_000 }).toMatchObject({
        estado: 'enCola',
        mensaje: expect.stringContaining('Seguirá por sí solo'),
      });
      middle.set('works');
      await expect.poll(trabajo, { timeout: 60_000 }).toMatchObject({ estado: 'terminado' });
      const { rows } = await portal.services.database.execute(
        "select max(retry_count)::int as n from trabajos.job where name = 'hojas-exportar'",
      );
      expect(rows[0]!.n ?? 0).toBe(0);
    },
  );

  it.runIf(LONG)(
    'a download that stops in the middle ends in time',
    { timeout: 90_000 },
    async () => {
      const bytes = randomBytes(3_000_000);
      expect((await upload('largo.bin', bytes)).http).toBe(200);
      middle.set('stops in the middle');
      const began = Date.now();
      await expect(download('largo.bin')).rejects.toThrow();
      expect(Date.now() - began).toBeLessThan(25_000);
      middle.set('works');
      expect((await download('largo.bin')).body.equals(bytes)).toBe(true);
    },
  );

  it('starts without it, and refuses what is configured wrongly', { timeout: 60_000 }, async () => {
    const open = (change: object) =>
      openObjectStore(
        {
          dataDir: '/nowhere',
          s3: {
            endpoint: variables.S3_ENDPOINT!,
            bucket: variables.S3_BUCKET!,
            region: 'us-east-1',
            accessKeyId: variables.S3_ACCESS_KEY_ID!,
            secretAccessKey: variables.S3_SECRET_ACCESS_KEY!,
            ...change,
          },
        },
        portal.services.db,
        createLog('silent'),
      );
    await expect(open({ bucket: 'no-existe' })).rejects.toThrow(/no existe.*S3_BUCKET «no-existe»/);
    await expect(open({ accessKeyId: 'OTRA' })).rejects.toThrow(/no acepta la clave/);
    middle.set('refuses');
    const store = await open({});
    middle.set('works');
    await store.check();
    store.close();
  });
});

describe('a portal whose files are in a folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'almacen-'));
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('whose disk is not mounted loses nothing and says so', { timeout: 60_000 }, async () => {
    const keeping = { ...database, close: async () => {} };
    const start = () =>
      startTestPortal(
        { DATA_DIR: dataDir },
        { jobs: false, portal: { database: keeping, storageAreas: [anyFiles] } },
      );
    const portal = await start();
    const { token } = await makeCuenta(portal);
    const send = (name: string) =>
      fetch(`${portal.url}/v0/b/portal/o?name=pruebas%2F${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-prueba' },
        body: 'hola',
      });
    const get = () =>
      fetch(`${portal.url}/v0/b/portal/o/pruebas%2Funo.txt?alt=media`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await send('uno.txt')).status).toBe(200);

    const files = join(dataDir, 'archivos');
    renameSync(files, `${files}.desmontada`);
    mkdirSync(join(files, 'temporal'), { recursive: true });
    for (const response of [await send('dos.txt'), await get()]) {
      expect(response.status).toBe(503);
      expect(((await response.json()) as { error: object }).error).toMatchObject(UNAVAILABLE);
    }
    expect(readdirSync(files)).toEqual(['temporal']);
    await expect
      .poll(async () => (await fetch(`${portal.url}/readyz`)).json(), { timeout: 30_000 })
      .toMatchObject({ status: 'not ready', parts: { database: 'ready', files: 'not ready' } });
    // Started like this it would lose them for good: refused.
    await expect(start()).rejects.toThrow(/1 archivos .* está vacía: ¿falta montar su disco/);
    expect(existsSync(join(files, 'almacen.txt'))).toBe(false);

    rmSync(files, { recursive: true });
    renameSync(`${files}.desmontada`, files);
    expect(await (await get()).text()).toBe('hola');
    expect((await send('dos.txt')).status).toBe(200);
    await portal.stop();
  });

  /** A database whose one table of objects says that it has these. */
  const openKnowing = async (...ids: string[]) => {
    const one = await openTestDatabase();
    await one.execute('create table pruebas_guardadas (objeto text, sha256 text)');
    for (const id of ids)
      await one.execute('insert into pruebas_guardadas values ($1, null)', [id]);
    return one;
  };
  const storeIn = (db: typeof database.db, name: string) =>
    openObjectStore({ s3: null, dataDir: join(dataDir, name) }, db, createLog('silent'));
  const putIn = (name: string, id: string) => {
    const dir = join(dataDir, name, 'archivos', id.slice(0, 2), id.slice(2, 4));
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, id), 'x');
  };
  const markOf = (name: string) => join(dataDir, name, 'archivos/almacen.txt');

  it('made before there was a mark gets one', async () => {
    const id = `abcd${'0'.repeat(36)}`;
    const one = await openKnowing(id);
    putIn('antigua', id);
    const store = await storeIn(one.db, 'antigua');
    expect(await store.head(id)).toBe(1);
    expect(readFileSync(markOf('antigua'), 'utf8')).toMatch(/^identidad: [0-9a-f]{32}$/m);
    // Its mark was taken away: the objects say that it is the one.
    rmSync(markOf('antigua'));
    await (await storeIn(one.db, 'antigua')).check();
    await one.close();
  });

  it('whatever refers to an object counts, not only what people sent', async () => {
    const one = await openKnowing(`beef${'0'.repeat(36)}`, `beef${'1'.repeat(36)}`);
    await expect(storeIn(one.db, 'sin-montar')).rejects.toThrow(
      /2 archivos \(2 pruebas_guardadas\) y la carpeta .* está vacía: ¿falta montar/,
    );
    // The operator says that they are lost: it goes on, and says so no more.
    mkdirSync(join(dataDir, 'sin-montar/archivos'), { recursive: true });
    writeFileSync(markOf('sin-montar'), '');
    await (await storeIn(one.db, 'sin-montar')).check();
    expect(readFileSync(markOf('sin-montar'), 'utf8')).toMatch(/^perdidos: /m);
    await (await storeIn(one.db, 'sin-montar')).check();
    await one.close();
  });

  it('of one database is not taken by another, nor two by one', async () => {
    const [one, other] = [await openKnowing(), await openKnowing()];
    const store = await storeIn(one.db, 'de-una');
    await expect(storeIn(other.db, 'de-una')).rejects.toThrow(/es de otra base de datos/);
    // As a second server with a folder of its own.
    await expect(storeIn(one.db, 'de-otra')).rejects.toThrow(/ya tiene un almacén.*está vacía/);
    await storeIn(other.db, 'de-otra');
    await expect(storeIn(one.db, 'de-otra')).rejects.toThrow(/es de otra base de datos/);
    // And while it runs: another disk is mounted in its place.
    await store.check();
    cpSync(markOf('de-otra'), markOf('de-una'));
    await expect(store.check()).rejects.toMatchObject({ part: 'files' });
    await one.close();
    await other.close();
  });

  it('that lost what the database refers to is not ready', async () => {
    const id = `cafe${'0'.repeat(36)}`;
    const one = await openKnowing(id);
    putIn('vaciada', id);
    await storeIn(one.db, 'vaciada');
    rmSync(join(dataDir, 'vaciada/archivos/ca'), { recursive: true });
    await expect(storeIn(one.db, 'vaciada')).rejects.toThrow(/está vacía/);
    await one.close();
  });
});
