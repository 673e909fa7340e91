import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(portal.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const json = (await response.json()) as { error?: { status: string; message: string } };
  return { http: response.status, ...json };
};
const GET_SESION = '/us-central1/getSesion';

describe('what is refused', () => {
  it.each([
    ['malformed JSON', GET_SESION, '{"data":', {}, 400, 'INVALID_ARGUMENT'],
    ['an empty body', GET_SESION, '', {}, 400, 'INVALID_ARGUMENT'],
    ['no data', GET_SESION, '{}', {}, 400, 'INVALID_ARGUMENT'],
    ['extra keys', GET_SESION, '{"data":null,"x":1}', {}, 400, 'INVALID_ARGUMENT'],
    ['extra keys inside data', GET_SESION, '{"data":{"x":1}}', {}, 400, 'INVALID_ARGUMENT'],
    ['an array', GET_SESION, '[]', {}, 400, 'INVALID_ARGUMENT'],
    [
      'another content type',
      GET_SESION,
      'data=1',
      { 'content-type': 'text/plain' },
      400,
      'INVALID_ARGUMENT',
    ],
    [
      'a form',
      GET_SESION,
      'data=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
      'INVALID_ARGUMENT',
    ],
    ['an unknown callable', '/us-central1/noExiste', '{"data":null}', {}, 404, 'NOT_FOUND'],
    [
      'a bad token',
      GET_SESION,
      '{"data":null}',
      { authorization: 'Bearer x.y.z' },
      401,
      'UNAUTHENTICATED',
    ],
    [
      'another scheme',
      GET_SESION,
      '{"data":null}',
      { authorization: 'Basic eDp5' },
      401,
      'UNAUTHENTICATED',
    ],
    [
      'a foreign origin',
      GET_SESION,
      '{"data":null}',
      { origin: 'https://malo.example' },
      403,
      'PERMISSION_DENIED',
    ],
    ['a null origin', GET_SESION, '{"data":null}', { origin: 'null' }, 403, 'PERMISSION_DENIED'],
    [
      'a visitor where a session is needed',
      '/us-central1/sendVerification',
      '{"data":null}',
      {},
      401,
      'UNAUTHENTICATED',
    ],
  ] as const)('%s', async (_name, path, body, headers, http, status) => {
    const answer = await post(path, body, headers);
    expect(answer.http).toBe(http);
    expect(answer.error?.status).toBe(status);
    expect(answer.error?.message).toMatch(/^[A-ZÁÉÍÓÚ¿].{10,}\.$/);
  });

  it.each([
    ['text/plain', '{"data":null}'],
    ['text/plain;charset=UTF-8', 'data=1'],
    ['application/x-www-form-urlencoded', 'data=1'],
    ['application/xml', '<data/>'],
    ['', '{"data":null}'],
  ])('a body of type «%s» says so in its own sentence', async (type, body) => {
    const answer = await post(GET_SESION, body, { 'content-type': type });
    expect(answer).toMatchObject({ http: 400, error: { status: 'INVALID_ARGUMENT' } });
    expect(answer.error?.message).toContain('Content-Type: application/json');
  });

  it('an oversized body, and the process lives', async () => {
    const answer = await post(GET_SESION, JSON.stringify({ data: 'x'.repeat(1_100_000) }));
    expect(answer.http).toBe(413);
    expect(answer.error?.status).toBe('INVALID_ARGUMENT');
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it('a method that is not POST', async () => {
    const response = await fetch(portal.url + GET_SESION);
    expect(response.status).toBe(400);
  });

  it('a cookie without an Origin', async () => {
    const answer = await post(GET_SESION, '{"data":null}', { cookie: 'token=abc' });
    expect(answer.http).toBe(403);
  });

  it('a cookie that is not in force counts as a visitor', async () => {
    const answer = await post(GET_SESION, '{"data":null}', {
      cookie: 'token=abc',
      origin: portal.url,
    });
    expect(answer).toMatchObject({ http: 200, result: null });
  });
});

describe('too much at once', () => {
  const who = { email: 'muchas@correo.example', password: 'cualquiera' };
  const send = (path: string, body: object) =>
    fetch(portal.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('says in the header when to come again: callables', async () => {
    for (let i = 0; i < 10; i++) expect((await portal.call('signIn', who)).http).toBe(401);
    const refused = await send('/us-central1/signIn', { data: who });
    expect(refused.status).toBe(429);
    const { error } = (await refused.json()) as { error: { details: Record<string, number> } };
    expect(refused.headers.get('retry-after')).toBe(String(error.details.retryAfterSeconds));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  it("and the genuine client's wire, whose refusals are all 400", async () => {
    const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword';
    const refused = await send(path, who);
    expect(await refused.json()).toMatchObject({
      error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  });
});

describe('what never leaves', () => {
  it.each(['services', 'env'] as const)(
    '%s cannot be written as JSON, also within another',
    (what) => {
      const inside = what === 'services' ? portal.services : portal.services.env;
      expect(() => JSON.stringify({ result: [inside] })).toThrow('must never leave');
      expect(() => JSON.stringify({ ...portal.services })).toThrow();
    },
  );
});

describe('the wire', () => {
  it.each(['/us-central1/getSesion', '/portal/us-central1/getSesion', '/getSesion'])(
    'answers at %s',
    async (path) => {
      expect(await post(path, '{"data":null}')).toEqual({ http: 200, result: null });
    },
  );

  it('gives each answer a request id and nothing to cache', async () => {
    const { headers } = await portal.call('getSesion');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('whatever is answered lets nothing run, be framed or be taken for something else', async () => {
    const paths = [
      '/healthz',
      '/api/docs',
      '/api/docs.css',
      '/api/openapi.json',
      '/dev/mail',
      '/no',
    ];
    for (const path of paths) {
      const { headers } = await fetch(`${portal.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy, path).toContain(part);
      }
      expect(policy, path).not.toContain("script-src 'unsafe");
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-type'), path).toContain('charset=utf-8');
    }
  });

  it.each(['TRACE', 'PROPFIND', 'PUT'])('knows no %s', async (method) => {
    const { port } = new URL(portal.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${method} /getSesion HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d) /);
    expect(answer).not.toContain(`${method} /getSesion`);
  });

  it('describes itself', async () => {
    const document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as any;
    expect(Object.keys(document.paths)).toContain('/setCurpUserNew');
    const { schema } =
      document.paths['/setCurpUserNew'].post.requestBody.content['application/json'];
    expect(Object.keys(schema.properties.data.properties)).toEqual([
      'email',
      'curp',
      'displayName',
    ]);
    expect(schema.properties.data.additionalProperties).toBe(false);
    const page = await (await fetch(`${portal.url}/api/docs`)).text();
    expect(page).toContain('setCurpUserNew');
    expect(page).not.toContain('<script');
  });

  it.each(['/api/docs', '/api/openapi.json'])(
    'makes %s once, compressed, with an ETag',
    async (path) => {
      const first = await fetch(`${portal.url}${path}`, { headers: { 'accept-encoding': 'br' } });
      expect(first.headers.get('content-encoding')).toBe('br');
      const etag = first.headers.get('etag')!;
      const whole = await first.text();
      const again = await fetch(`${portal.url}${path}`, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      const plain = await fetch(`${portal.url}${path}`, {
        headers: { 'accept-encoding': 'identity' },
      });
      expect(await plain.text()).toBe(whole);
    },
  );

  it('tells operators how it is, without personal data', async () => {
    expect(await (await fetch(`${portal.url}/readyz`)).json()).toEqual({
      status: 'ready',
      parts: { database: 'ready', files: 'ready', disk: 'ready', clock: 'ready' },
    });
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    expect(metrics).toContain('portal_calls_total{name="getSesion",status="OK"}');
    expect(metrics).toMatch(/^portal_disk_free_bytes [1-9]/m);
    expect(metrics).toMatch(/^portal_disk_size_bytes [1-9]/m);
    expect(metrics).not.toContain('@');
  });

  it('publishes only public keys', async () => {
    const { keys } = (await (await fetch(`${portal.url}/.well-known/jwks.json`)).json()) as any;
    expect(keys).toHaveLength(1);
    expect(keys[0].d).toBeUndefined();
  });
});
