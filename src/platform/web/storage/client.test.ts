import { describe, expect, it } from 'vitest';
import type { StorageError } from '../../shared/storage.ts';
import { createStorageClient, type UploadOptions } from './client.ts';
import { untilReached } from './retry.ts';

type Seen = { method: string; url: string; headers: Record<string, string>; body: Uint8Array };
type Answer = Response | 'cut';

const metadata = (extra: object = {}) => ({
  name: 'users/u/a.png',
  bucket: 'portal',
  size: '3',
  contentType: 'image/png',
  downloadTokens: 'tok',
  ...extra,
});
const ok = (body: object = metadata(), headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status: 200, headers });
const fail = (status: number, message?: string, code?: string) =>
  new Response(message ? JSON.stringify({ error: { message, details: { code } } }) : '', {
    status,
  });

/** A client whose server answers what `answer` says and whose clock only moves by sleeping. */
const setUp = (
  answer: (seen: Seen, n: number) => Answer | Promise<Answer>,
  renews = false,
  asleep?: (ms: number, signal?: AbortSignal) => Promise<void>,
) => {
  const requests: Seen[] = [];
  const waits: number[] = [];
  let time = 1_000_000;
  let renewed = 0;
  const client = createStorageClient({
    fetch: (async (url: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
      const seen = {
        method: init.method!,
        url,
        headers: init.headers as Record<string, string>,
        body,
      };
      requests.push(seen);
      const given = await answer(seen, requests.length);
      init.signal?.throwIfAborted();
      if (given === 'cut') throw new TypeError('network');
      return given;
    }) as typeof fetch,
    clock: {
      now: () => time,
      sleep: async (ms, signal) => {
        if (asleep) return asleep(ms, signal);
        waits.push(ms);
        time += ms;
      },
      random: () => 0.5,
    },
    renew: async () => {
      renewed++;
      return renews;
    },
    origin: () => 'https://portal.example',
  });
  return { client, requests, waits, renewed: () => renewed, elapsed: () => time - 1_000_000 };
};

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return (error as StorageError).code;
  }
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('uploadBytes and uploadString', () => {
  it('sends metadata and bytes as multipart/related', async () => {
    const { client, requests } = setUp(() => ok());
    const progress: number[] = [];
    const file = await client.uploadBytes('users/u/a b.png', new Uint8Array([1, 2, 3]), {
      metadata: { contentType: 'image/png', customMetadata: { x: 'y' } },
      onProgress: ({ bytesTransferred, totalBytes }) =>
        progress.push(bytesTransferred / totalBytes),
      ticket: 'boleto',
    });
    expect(file).toMatchObject({ size: 3, downloadToken: 'tok', customMetadata: {} });
    expect(progress).toEqual([0, 1]);
    const [{ url, headers, body, method }] = requests as [Seen];
    expect([method, url]).toEqual(['POST', '/v0/b/_/o?name=users%2Fu%2Fa%20b.png']);
    expect(headers).toMatchObject({
      'x-goog-upload-protocol': 'multipart',
      'x-upload-ticket': 'boleto',
    });
    const boundary = headers['content-type']!.split('boundary=')[1]!;
    const parts = text(body).split(`--${boundary}`);
    expect(JSON.parse(parts[1]!.split('\r\n\r\n')[1]!)).toEqual({
      name: 'users/u/a b.png',
      contentType: 'image/png',
      metadata: { x: 'y' },
    });
    expect(parts[2]!.split('\r\n\r\n')[1]).toBe('\x01\x02\x03\r\n');
    expect(parts[3]).toBe('--');
  });

  it.each([
    ['raw', 'hola', 'hola', undefined, 'application/octet-stream'],
    ['base64', 'aG9sYQ==', 'hola', undefined, 'application/octet-stream'],
    ['base64url', 'aG9sYQ', 'hola', undefined, 'application/octet-stream'],
    ['data_url', 'data:text/plain;base64,aG9sYQ==', 'hola', undefined, 'text/plain'],
    ['data_url', 'data:text/plain,ho%6Ca', 'hola', 'text/csv', 'text/csv'],
  ] as const)('format %s', async (format, data, bytes, given, contentType) => {
    const { client, requests } = setUp(() => ok());
    await client.uploadString('ines/a', data, {
      format,
      ...(given && { metadata: { contentType: given } }),
    });
    const body = text(requests[0]!.body);
    expect(body).toContain(`"contentType":"${contentType}"`);
    expect(body).toContain(`\r\n\r\n${bytes}\r\n--`);
  });

  it.each([
    ['base64', 'a-b_', 'storage/invalid-format'],
    ['base64url', 'a+b/', 'storage/invalid-format'],
    ['data_url', 'hola', 'storage/invalid-format'],
    ['hex', 'ff', 'storage/unknown'],
  ])('refuses %s %s before sending anything', async (format, data, code) => {
    const { client, requests } = setUp(() => ok());
    const options = { format } as UploadOptions;
    expect(await codeOf(client.uploadString('a/b', data, options))).toBe(code);
    expect(await codeOf(client.uploadResumable('a/b', data, options))).toBe(code);
    expect(requests).toEqual([]);
  });

  it('refuses the root and retry times below 0', async () => {
    const { client, requests } = setUp(() => ok());
    const data = new Uint8Array(1);
    expect(await codeOf(client.uploadBytes('', data))).toBe('storage/invalid-root-operation');
    expect(await codeOf(client.downloadUrl(''))).toBe('storage/invalid-root-operation');
    for (const options of [
      { maxUploadRetryTime: -1 },
      { maxOperationRetryTime: -1 },
      { maxUploadRetryTime: Number.NaN },
    ]) {
      for (const upload of [client.uploadBytes, client.uploadResumable]) {
        expect(await codeOf(upload('a/b', data, options))).toBe('storage/invalid-argument');
      }
    }
    const bad = client.getMetadata('a/b', { maxOperationRetryTime: -1 });
    expect(await codeOf(bad)).toBe('storage/invalid-argument');
    expect(requests).toEqual([]);
    expect(await codeOf(client.uploadBytes('a/b', data, { maxUploadRetryTime: 0 }))).toBe(
      'no error',
    );
  });
});

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 599, 'cut' as const])('after %s', async (status) => {
    const { client, requests, waits } = setUp((_seen, n) =>
      n < 4 ? (status === 'cut' ? 'cut' : fail(status)) : ok(),
    );
    await client.uploadBytes('a/b', new Uint8Array(1));
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([2_500, 4_500, 8_500]);
  });

  it.each([
    [400, 'storage/unknown'],
    [401, 'storage/unauthenticated'],
    [402, 'storage/quota-exceeded'],
    [403, 'storage/unauthorized'],
    [404, 'storage/object-not-found'],
    [413, 'storage/unknown'],
  ])('not after %i', async (status, code) => {
    const { client, requests } = setUp(() => fail(status));
    expect(await codeOf(client.getMetadata('a/b'))).toBe(code);
    expect(requests).toHaveLength(1);
  });

  it('wait no longer than 64 s and a jitter, give up after the time with one last try', async () => {
    const uploads = setUp(() => fail(503));
    expect(await codeOf(uploads.client.uploadBytes('a/b', new Uint8Array(1)))).toBe(
      'storage/retry-limit-exceeded',
    );
    expect(uploads.waits.slice(0, 7)).toEqual([
      2_500, 4_500, 8_500, 16_500, 32_500, 64_500, 64_500,
    ]);
    expect(Math.max(...uploads.waits)).toBe(64_500);
    expect(uploads.elapsed()).toBe(600_000);
    expect(uploads.requests).toHaveLength(uploads.waits.length + 1);

    const operations = setUp(() => 'cut');
    expect(await codeOf(operations.client.downloadUrl('a/b'))).toBe('storage/retry-limit-exceeded');
    expect(operations.elapsed()).toBe(120_000);

    const none = setUp(() => fail(503));
    expect(await codeOf(none.client.getMetadata('a/b', { maxOperationRetryTime: 0 }))).toBe(
      'storage/retry-limit-exceeded',
    );
    expect(none.requests).toHaveLength(1);
  });

  it('takes the answer of the last try', async () => {
    const { client } = setUp((_seen, n) => (n === 2 ? ok() : fail(503)));
    expect((await client.getMetadata('a/b', { maxOperationRetryTime: 1 })).name).toBe(
      'users/u/a.png',
    );
  });

  it("gives the server's sentence and reason", async () => {
    const { client } = setUp(() =>
      fail(400, 'Las fotos HEIC no se pueden leer aquí.', 'imagen-heic'),
    );
    await expect(client.uploadBytes('ines/a', new Uint8Array(1))).rejects.toMatchObject({
      code: 'storage/unknown',
      message: 'Las fotos HEIC no se pueden leer aquí.',
      reason: 'imagen-heic',
      status: 400,
    });
    const damaged = setUp(() => fail(400, 'El archivo llegó dañado.', 'suma-distinta'));
    expect(await codeOf(damaged.client.uploadBytes('a/b', new Uint8Array(1)))).toBe(
      'storage/invalid-checksum',
    );
  });

  it('renews the session once after 401, but not for a ticket', async () => {
    const good = setUp((_seen, n) => (n === 1 ? fail(401) : ok()), true);
    await good.client.getMetadata('a/b');
    expect(good.renewed()).toBe(1);
    const bad = setUp(() => fail(401), true);
    expect(await codeOf(bad.client.getMetadata('a/b'))).toBe('storage/unauthenticated');
    expect(bad.requests).toHaveLength(2);
    const visitor = setUp(() => fail(401), true);
    await codeOf(visitor.client.getMetadata('a/b', { ticket: 'x' }));
    expect(visitor.renewed()).toBe(0);
  });
});

describe('downloadUrl', () => {
  it('is the address with its token', async () => {
    const { client } = setUp(() => ok(metadata({ downloadTokens: 'uno,dos' })));
    expect(await client.downloadUrl('users/u/a b.png')).toBe(
      'https://portal.example/v0/b/portal/o/users%2Fu%2Fa%20b.png?alt=media&token=uno',
    );
    const none = setUp(() => ok(metadata({ downloadTokens: '' })));
    expect(await codeOf(none.client.downloadUrl('a/b'))).toBe('storage/no-download-url');
    const odd = setUp(() => new Response('<html>', { status: 200 }));
    expect(await codeOf(odd.client.downloadUrl('a/b'))).toBe('storage/unknown');
  });
});

const UNIT = 262_144;

/** A server of resumable uploads that does to each request what `trouble` says. */
const resumable = (
  trouble: (seen: Seen, n: number) => 'lost' | 'half' | Answer | null = () => null,
  asleep?: (ms: number, signal?: AbortSignal) => Promise<void>,
) => {
  let kept = new Uint8Array();
  let final = false;
  const commands: string[] = [];
  const set = setUp(
    (seen, n) => {
      const command = seen.headers['x-goog-upload-command'] ?? seen.method;
      commands.push(command);
      const wrong = trouble(seen, n);
      if (wrong !== null && wrong !== 'lost' && wrong !== 'half') return wrong;
      const active = { 'x-goog-upload-status': 'active' };
      if (command === 'start') {
        const url = 'http://interno:8080/v0/b/portal/o?name=a&upload_id=7';
        return ok({}, { ...active, 'x-goog-upload-url': url });
      }
      if (command === 'query') {
        if (wrong === 'lost') return 'cut';
        return ok(
          {},
          {
            'x-goog-upload-status': final ? 'final' : 'active',
            'x-goog-upload-size-received': String(kept.length),
          },
        );
      }
      if (command.startsWith('upload')) {
        expect(Number(seen.headers['x-goog-upload-offset'])).toBe(kept.length);
        const arrived = wrong === 'half' ? seen.body.subarray(0, seen.body.length / 2) : seen.body;
        kept = Uint8Array.from([...kept, ...arrived]);
        if (wrong === 'half') return 'cut';
        final = command.includes('finalize');
        if (wrong === 'lost') return 'cut';
        return final ? ok(metadata(), { 'x-goog-upload-status': 'final' }) : ok({}, active);
      }
      return ok();
    },
    false,
    asleep,
  );
  return { ...set, commands, kept: () => kept };
};

describe('what follows an upload', () => {
  it('is asked again while nobody can be reached, and only then', async () => {
    let time = 0;
    const clock = {
      now: () => time,
      sleep: async (ms: number) => {
        time += ms;
      },
      random: () => 0,
    };
    const isOffline = (error: unknown) => error === 'away';
    const run = (answers: unknown[]) =>
      untilReached(
        async () => {
          const next = answers.shift();
          if (next !== 'done') throw next;
          return next;
        },
        { maxMs: 60_000, signal: new AbortController().signal, clock, isOffline, onWait: () => {} },
      );
    expect(await run(['away', 'away', 'done'])).toBe('done');
    await expect(run(['away', 'refused', 'done'])).rejects.toBe('refused');
    await expect(run(Array(100).fill('away'))).rejects.toBe('away');
  });
});

describe('uploadResumable', () => {
  const data = Uint8Array.from({ length: 4 * UNIT + 5 }, (_, i) => i % 251);

  it('sends growing pieces to the path it was given, on this site', async () => {
    const { client, requests, commands, kept } = resumable();
    const progress: number[] = [];
    const file = await client.uploadResumable('a', data, {
      onProgress: ({ bytesTransferred }) => progress.push(bytesTransferred),
    });
    expect(file.name).toBe('users/u/a.png');
    expect(commands).toEqual(['start', 'upload', 'upload', 'upload, finalize']);
    expect(requests[1]!.url).toBe('/v0/b/portal/o?name=a&upload_id=7');
    expect(progress).toEqual([0, UNIT, 3 * UNIT, data.length]);
    expect(kept()).toEqual(data);
  });

  it('sends nothing and a text too', async () => {
    const empty = resumable();
    await empty.client.uploadResumable('a', new Blob([]));
    expect(empty.commands).toEqual(['start', 'upload, finalize']);
    const string = resumable();
    await string.client.uploadResumable('a', 'aG9sYQ', { format: 'base64' });
    expect(text(string.kept())).toBe('hola');
  });

  it.each([
    ['a cut in the middle of a piece', 'half' as const],
    ['an answer that was lost', 'lost' as const],
    ['a server error', fail(503)],
  ])('goes on after %s', async (_name, wrong) => {
    const { client, commands, kept, waits } = resumable((_seen, n) => (n === 3 ? wrong : null));
    const progress: number[] = [];
    const waiting: boolean[] = [];
    await client.uploadResumable('a', data, {
      onProgress: (now) => {
        progress.push(now.bytesTransferred);
        if (waiting.at(-1) !== now.waiting) waiting.push(now.waiting === true);
      },
    });
    // Whoever looks on is told that it waits, and that it goes on.
    expect(waiting).toEqual([false, true, false]);
    expect(kept()).toEqual(data);
    expect(commands.slice(0, 4)).toEqual(['start', 'upload', 'upload', 'query']);
    expect(waits).toEqual([2_500]);
    expect(progress.at(-1)).toBe(data.length);
  });

  it('goes on at once when whoever looks on does not want to wait, also while it asks how far it got', async () => {
    // A clock whose time never comes: only who wakes it goes on.
    const naps: AbortSignal[] = [];
    const sleep = (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        naps.push(signal!);
        signal?.addEventListener('abort', () => resolve());
      });
    // The piece is lost, and so are two questions of how far it got.
    const { client, kept } = resumable((_seen, n) => (n > 2 && n < 6 ? 'lost' : null), sleep);
    let woken: NodeJS.Timeout | undefined;
    const upload = client.uploadResumable('a', data, {
      onProgress: ({ resume }) => {
        clearInterval(woken);
        if (resume) woken = setInterval(resume, 5);
      },
    });
    expect((await upload).name).toBe('users/u/a.png');
    clearInterval(woken);
    expect(kept()).toEqual(data);
    expect(naps).toHaveLength(3);
  });

  it('looks the file up when the answer to the last piece was lost', async () => {
    const { client, commands } = resumable((seen) =>
      seen.headers['x-goog-upload-command']?.includes('finalize') ? 'lost' : null,
    );
    expect((await client.uploadResumable('a', data)).name).toBe('users/u/a.png');
    expect(commands.slice(-3)).toEqual(['upload, finalize', 'query', 'GET']);
  });

  it('gives up ten minutes after the last progress', async () => {
    const { client, elapsed } = resumable((_seen, n) => (n > 2 ? 'cut' : null));
    expect(await codeOf(client.uploadResumable('a', data))).toBe('storage/retry-limit-exceeded');
    expect(elapsed()).toBe(600_000);
  });

  it('cancels, and tells the server', async () => {
    const { client, commands } = resumable();
    const controller = new AbortController();
    const upload = client.uploadResumable('a', data, {
      signal: controller.signal,
      onProgress: ({ bytesTransferred }) => bytesTransferred > 0 && controller.abort(),
    });
    expect(await codeOf(upload)).toBe('storage/canceled');
    await expect.poll(() => commands.at(-1)).toBe('cancel');
    expect(await codeOf(client.uploadBytes('a', data, { signal: AbortSignal.abort() }))).toBe(
      'storage/canceled',
    );
  });

  it('stops at a refusal, a size that cannot be, and a file that changed', async () => {
    const refused = resumable((_seen, n) => (n === 2 ? fail(402) : null));
    expect(await codeOf(refused.client.uploadResumable('a', data))).toBe('storage/quota-exceeded');
    const wrong = resumable((seen, n) =>
      n === 2
        ? 'cut'
        : seen.headers['x-goog-upload-command'] === 'query'
          ? ok(
              {},
              {
                'x-goog-upload-status': 'active',
                'x-goog-upload-size-received': String(data.length + 1),
              },
            )
          : null,
    );
    expect(await codeOf(wrong.client.uploadResumable('a', data))).toBe(
      'storage/server-file-wrong-size',
    );
    const gone = new Blob([data]);
    gone.slice = () => {
      throw new DOMException('changed', 'NotReadableError');
    };
    expect(await codeOf(resumable().client.uploadResumable('a', gone))).toBe(
      'storage/cannot-slice-blob',
    );
    const noUrl = setUp(() => ok({}, { 'x-goog-upload-status': 'active' }));
    expect(await codeOf(noUrl.client.uploadResumable('a', data))).toBe('storage/unknown');
  });
});
