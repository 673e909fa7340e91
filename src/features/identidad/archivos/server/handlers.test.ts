/** Visitors' upload tickets, and who may see an identity image. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import type { CallContext } from '../../../../platform/server/callables.ts';
import { TICKET_COOKIE } from '../../../../platform/server/storage/http-request.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { readImagenIne } from './service.ts';

let portal: TestPortal;
let photo: Buffer;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  photo = await picture('jpeg');
});
afterAll(() => portal.stop());

type Ticket = { ticket: string; prefijo: string; venceEn: string };
const ticket = async (): Promise<Ticket> => (await portal.call('createBoletoIne')).result;

const ask = async (
  name: string,
  options: { method?: string; body?: Uint8Array; headers?: Record<string, string> } = {},
) => {
  const path = options.body ? `?name=${encodeURIComponent(name)}` : `/${encodeURIComponent(name)}`;
  const response = await fetch(`${portal.url}/v0/b/portal/o${path}`, {
    method: options.body ? 'POST' : (options.method ?? 'GET'),
    headers: options.headers ?? {},
    ...(options.body && { body: options.body as never }),
  });
  return response.status;
};
const by = (given: Ticket) => ({ 'x-upload-ticket': given.ticket });

describe('createBoletoIne', () => {
  it('lets a visitor send three images under its prefix, and see them', async () => {
    const mine = await ticket();
    expect(mine.prefijo).toMatch(/^ines\/[0-9a-f]{32}-$/);
    for (let i = 0; i < 3; i++) {
      expect(await ask(`${mine.prefijo}${i}.jpg`, { body: photo, headers: by(mine) })).toBe(200);
    }
    expect(await ask(`${mine.prefijo}3.jpg`, { body: photo, headers: by(mine) })).toBe(403);
    // Not by writing over the same name either.
    expect(await ask(`${mine.prefijo}0.jpg`, { body: photo, headers: by(mine) })).toBe(403);
    expect(await ask(`${mine.prefijo}0.jpg`, { headers: by(mine) })).toBe(200);
  });

  it('counts three also when they come at once', async () => {
    const mine = await ticket();
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        ask(`${mine.prefijo}${i}.jpg`, { body: photo, headers: by(mine) }),
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
  });

  it('gives nothing but that', async () => {
    const [mine, other] = [await ticket(), await ticket()];
    const name = `${other.prefijo}1.jpg`;
    expect(await ask(name, { body: photo, headers: by(other) })).toBe(200);
    expect(await ask(name, { headers: by(mine) })).toBe(404);
    expect(await ask(name, { body: photo, headers: by(mine) })).toBe(403);
    expect(await ask(name)).toBe(401);
    expect(await ask(name, { method: 'DELETE', headers: by(other) })).toBe(403);
    expect(await ask('ines/libre.jpg', { body: photo, headers: by(mine) })).toBe(403);
    expect(await ask('users/alguien/foto.jpg', { body: photo, headers: by(mine) })).toBe(403);
    expect(await ask('ines/libre.jpg', { body: photo })).toBe(401);
  });

  it('counts no image that was refused', async () => {
    const mine = await ticket();
    const bad = new TextEncoder().encode('no es una imagen');
    for (let i = 0; i < 5; i++) {
      expect(await ask(`${mine.prefijo}x.jpg`, { body: bad, headers: by(mine) })).toBe(400);
    }
    expect(await ask(`${mine.prefijo}x.jpg`, { body: photo, headers: by(mine) })).toBe(200);
  });

  it('runs out after ten minutes, and cannot be made or mended', async () => {
    const mine = await ticket();
    const name = `${mine.prefijo}1.jpg`;
    const [id, until, mac] = mine.ticket.split('.') as [string, string, string];
    const later = (Number.parseInt(until, 36) + 1e9).toString(36);
    for (const bad of [
      `${id}.${later}.${mac}`,
      `${'0'.repeat(32)}.${until}.${mac}`,
      `${id}.${until}.${'A'.repeat(43)}`,
      `${id}.${until}`,
      '',
      '..',
    ]) {
      // An empty header is no ticket at all; the others are refused as such.
      const headers = { 'x-upload-ticket': bad };
      expect(await ask(name, { body: photo, headers })).toBe(401);
    }
    portal.setNow(new Date(Date.now() + 601_000));
    expect(await ask(name, { body: photo, headers: by(mine) })).toBe(401);
    portal.setNow(null);
    expect(await ask(name, { body: photo, headers: by(mine) })).toBe(200);
  });

  it('works by its cookie, for writing only from our own pages', async () => {
    const { headers } = await portal.call('createBoletoIne');
    const cookie = headers.getSetCookie().find((text) => text.startsWith('__Host-ticket='))!;
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=86400']) {
      expect(cookie).toContain(attribute);
    }
    const value = cookie.split(';')[0]!;
    const name = `ines/${value.slice('__Host-ticket='.length).split('.')[0]}-1.jpg`;
    expect(await ask(name, { body: photo, headers: { cookie: value } })).toBe(403);
    expect(await ask(name, { body: photo, headers: { cookie: value, origin: portal.url } })).toBe(
      200,
    );
    expect(await ask(name, { headers: { cookie: value } })).toBe(200);
  });

  it('is given sparingly to one address', async () => {
    const codes = [];
    for (let i = 0; i < 70; i++) codes.push((await portal.call('createBoletoIne')).http);
    expect(codes.at(-1)).toBe(429);
    await portal.services.db.deleteFrom('limites').execute();
  });
});

describe('readImagenIne', () => {
  const context = (actor: Actor | null, cookie?: string) =>
    ({
      actor,
      request: { cookies: { [TICKET_COOKIE]: cookie } },
      services: portal.services,
    }) as unknown as CallContext<Actor | null>;

  it('gives the bytes to who uploaded them and to staff, and says why not', async () => {
    const mine = await ticket();
    const name = `${mine.prefijo}leer.jpg`;
    await ask(name, { body: photo, headers: by(mine) });
    const filename = name.slice('ines/'.length);
    const read = await readImagenIne(context(null, mine.ticket), filename);
    expect((await read.bytes()).equals(photo)).toBe(true);
    expect(read.archivo.content_type).toBe('image/jpeg');

    const other = await ticket();
    const codeOf = (promise: Promise<unknown>) =>
      promise.then(
        () => 'no error',
        (error) => error.status,
      );
    expect(await codeOf(readImagenIne(context(null), filename))).toBe('UNAUTHENTICATED');
    expect(await codeOf(readImagenIne(context(null, other.ticket), filename))).toBe('NOT_FOUND');
    expect(await codeOf(readImagenIne(context(null, mine.ticket), 'no-esta.jpg'))).toBe(
      'NOT_FOUND',
    );
    expect(await codeOf(readImagenIne(context(null, mine.ticket), '../x'))).toBe(
      'INVALID_ARGUMENT',
    );
    const escolar = await makeCuenta(portal, { role: 'Escolar' });
    const staff = { uid: escolar.uid, role: 'Escolar', restricted: false } as unknown as Actor;
    const seen = await readImagenIne(context(staff), name);
    expect((await seen.bytes()).equals(photo)).toBe(true);
  });
});

describe('the photo of an identification goes when the CURP is confirmed', () => {
  const token = (account: { token: string }) => ({ authorization: `Bearer ${account.token}` });
  const images = async (uid: string) =>
    (
      await portal.services.db
        .selectFrom('archivos')
        .select('nombre')
        .where('propietario', '=', uid)
        .where('nombre', 'like', 'ines/%')
        .execute()
    ).map(({ nombre }) => nombre);
  const sent = async (account: { uid: string; token: string }) => {
    for (const n of [1, 2]) {
      const name = `ines/${account.uid}-${n}.jpg`;
      expect(await ask(name, { body: photo, headers: token(account) })).toBe(200);
    }
    expect(await images(account.uid)).toHaveLength(2);
  };

  it('also when it was sent by somebody signed in, and nobody else’s', async () => {
    const [mine, other] = [await makeCuenta(portal), await makeCuenta(portal)];
    await sent(mine);
    await sent(other);
    const answer = await portal.call(
      'setCurpUserNew',
      { email: mine.email, curp: makeCurp(), displayName: 'ANA PÉREZ RUIZ' },
      { token: mine.token },
    );
    expect(answer.result).toEqual({ ok: true });
    expect(await images(mine.uid)).toEqual([]);
    expect(await images(other.uid)).toHaveLength(2);
  });
});
