/** What a browser sends on its own authorises nothing unless one of our own pages asks for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../almacen.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
let cookie: string;
let uid: string;
let photo: Buffer;
const SPANISH = /^[A-ZÁÉÍÓÚ¿].{10,}\.$/;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  photo = await picture('png', 8);
  const account = await makeCuenta(portal);
  uid = account.uid;
  const { headers } = await portal.call('signIn', {
    email: account.email,
    password: account.password,
  });
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(cookie).toMatch(/token=.*__Secure-refresh=.*__Secure-equipo=/);
  await send('POST', `/v0/b/portal/o?name=users%2F${uid}%2Ffoto.png`, {
    origin: portal.url,
    cookie,
  });
});
afterAll(() => portal.stop());

const send = async (method: string, path: string, headers: Record<string, string>) => {
  const json = { 'content-type': 'application/json' };
  const response = await fetch(portal.url + path, {
    method,
    headers: path.startsWith('/v0/') && method === 'POST' ? headers : { ...json, ...headers },
    ...(method === 'POST' && {
      body: (path.startsWith('/v0/') ? photo : '{"data":null}') as never,
    }),
    ...(method === 'PATCH' && { body: '{"cacheControl":"public"}' }),
  });
  const body = await response.text();
  return { http: response.status, headers: response.headers, body };
};

const state = async () => {
  const { rows } = await portal.services.database.execute(
    `select (select count(*)::int from historial) as historia,
      (select md5(string_agg(s::text, '|' order by id)) from sesiones s) as sesiones,
      (select md5(string_agg(a::text, '|' order by nombre)) from archivos a) as archivos`,
    [],
  );
  return rows[0];
};

const WRITES = [
  ['POST', '/us-central1/signOut'],
  ['POST', '/portal/us-central1/endOtherSesiones'],
  ['POST', '/endOtherSesiones'],
  ['POST', '/us-central1/refreshSesion'],
  ['POST', '/us-central1/createBoletoIne'],
  ['POST', '/us-central1/startFactor'],
  ['POST', '/v0/b/portal/o?name=users%2FUID%2Fotra.png'],
  ['PATCH', '/v0/b/portal/o/users%2FUID%2Ffoto.png'],
  ['DELETE', '/v0/b/portal/o/users%2FUID%2Ffoto.png'],
] as const;

const FOREIGN: [string, () => Record<string, string>][] = [
  ['another site', () => ({ origin: 'https://malo.example' })],
  ['another port', () => ({ origin: 'http://127.0.0.1:1' })],
  ['another scheme', () => ({ origin: portal.url.replace('http:', 'https:') })],
  ['our name inside theirs', () => ({ origin: `${portal.url}.malo.example` })],
  ['our name as their user', () => ({ origin: `${portal.url}@malo.example` })],
  ['a final slash', () => ({ origin: `${portal.url}/` })],
  ['null (a sandbox, a file)', () => ({ origin: 'null' })],
  ['two at once', () => ({ origin: `${portal.url}, https://malo.example` })],
  ['none', () => ({})],
  ['none, and a Referer of ours', () => ({ referer: `${portal.url}/` })],
  ['none, cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['none, and another site asks', () => ({ host: 'malo.example' })],
];

describe('a write by cookie alone', () => {
  it.each(FOREIGN)('from %s is refused, and changes nothing', async (_name, make) => {
    const before = await state();
    for (const [method, path] of WRITES) {
      const answer = await send(method, path.replace('UID', uid), { cookie, ...make() });
      expect(answer.http, path).toBe(403);
      expect(JSON.parse(answer.body).error.message).toMatch(SPANISH);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await state()).toEqual(before);
  });

  it.each(['__Secure-refresh', '__Host-ticket', '__Secure-equipo'])(
    'also when all it brings is %s',
    async (name) => {
      const value = cookie.split('; ').find((pair) => pair.startsWith(`${name}=`)) ?? `${name}=x`;
      for (const path of ['refreshSesion', 'createBoletoIne', 'signIn']) {
        expect((await send('POST', `/us-central1/${path}`, { cookie: value })).http).toBe(403);
      }
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'of type %s, which a form can send without asking, is refused from our own pages too',
    async (type) => {
      const before = await state();
      for (const path of ['/us-central1/signOut', '/endOtherSesiones']) {
        const headers = { cookie, origin: portal.url, 'content-type': type };
        expect((await send('POST', path, headers)).http).toBe(400);
      }
      expect(await state()).toEqual(before);
    },
  );

  it('is not allowed to another site when its browser asks first', async () => {
    for (const path of ['/us-central1/signOut', '/v0/b/portal/o']) {
      const { headers } = await send('OPTIONS', path, {
        origin: 'https://malo.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('from our own page is accepted', async () => {
    const { http } = await send('PATCH', `/v0/b/portal/o/users%2F${uid}%2Ffoto.png`, {
      cookie,
      origin: portal.url,
    });
    expect(http).toBe(200);
  });
});

describe('a reading by cookie', () => {
  it.each(['', '?alt=media'])('is of no use to another site: %s', async (query) => {
    const path = `/v0/b/portal/o/users%2F${uid}%2Ffoto.png${query}`;
    const { http, headers } = await send('GET', path, { cookie, origin: 'https://malo.example' });
    expect(http).toBe(200);
    // No script of theirs may read it, and no page of theirs may show it.
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is not done by a GET of a function', async () => {
    const before = await state();
    for (const path of ['/us-central1/signOut', '/portal/us-central1/signOut']) {
      expect((await send('GET', path, { cookie })).http).toBe(400);
    }
    expect(await state()).toEqual(before);
  });
});
