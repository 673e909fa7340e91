import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

type Heard = { event: string; data: unknown };

/** A stream of an account, as a browser opens it: `next` waits for an event that it has not given yet. */
const openStream = async (token: string, headers: Record<string, string> = { 'x-portal': '1' }) => {
  const ended = new AbortController();
  const response = await fetch(`${portal.url}/eventos`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: ended.signal,
  });
  const heard: Heard[] = [];
  let wake = () => {};
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      heard.push({ event, data: JSON.parse(data) });
      wake();
    },
  });
  const over = (async () => {
    if (!response.ok || !response.body) return;
    const text = new TextDecoder();
    try {
      for await (const chunk of response.body) parser.feed(text.decode(chunk, { stream: true }));
    } catch {
      // Closed by the test.
    }
  })();
  return {
    response,
    over,
    close: () => ended.abort(),
    next: async (): Promise<Heard> => {
      while (heard.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return heard.shift()!;
    },
  };
};

describe('the stream of events', () => {
  it('opens for an account, and pokes it and nobody else', async () => {
    const [ana, luis] = [await makeCuenta(portal), await makeCuenta(portal, { role: 'Escolar' })];
    const [one, other] = [await openStream(ana.token), await openStream(luis.token)];
    expect(one.response.headers.get('content-type')).toContain('text/event-stream');
    expect(one.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(one.response.headers.get('x-accel-buffering')).toBe('no');
    expect((await one.next()).event).toBe('conectado');
    expect((await other.next()).event).toBe('conectado');
    const { eventos } = portal.services;
    eventos.tell(`cuenta:${ana.uid}`, 'adios', { segundos: 7 });
    eventos.tell('bandeja', 'adios', { segundos: 9 });
    expect(await one.next()).toEqual({ event: 'adios', data: { segundos: 7 } });
    expect(await other.next()).toEqual({ event: 'adios', data: { segundos: 9 } });
    one.close();
    other.close();
  });

  it('is for who has entered, and never for another site', async () => {
    const { token } = await makeCuenta(portal);
    const foreign = await openStream(token, {});
    expect(foreign.response.status).toBe(403);
    const visitor = await fetch(`${portal.url}/eventos`, { headers: { 'x-portal': '1' } });
    expect(visitor.status).toBe(401);
    const ended = await openStream('nobody');
    expect(ended.response.status).toBe(401);
  });

  it('keeps four of an account: a fifth ends the oldest', async () => {
    const { token } = await makeCuenta(portal);
    const streams = [];
    for (let n = 0; n < 5; n++) streams.push(await openStream(token));
    await streams[0]!.over;
    for (const one of streams.slice(1)) one.close();
  });
});

it('says goodbye and stops at once, with streams open', async () => {
  const other = await startTestPortal();
  const { token } = await makeCuenta(other);
  const response = await fetch(`${other.url}/eventos`, {
    headers: { authorization: `Bearer ${token}`, 'x-portal': '1' },
  });
  const said = response.text();
  const began = performance.now();
  await other.stop();
  expect(await said).toContain('event: adios');
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe('a stream that is to end', () => {
  it('says so within thirty seconds of a session that ended and a role that was taken, and opens no more', async () => {
    // The streams' own intervals, by this clock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = await startTestPortal({}, { jobs: false });
    try {
      const [ended, demoted, kept] = [
        await makeCuenta(other),
        await makeCuenta(other, { role: 'Escolar' }),
        await makeCuenta(other, { role: 'Escolar' }),
      ];
      const texts = await Promise.all(
        [ended, demoted, kept].map(async ({ token }) => {
          const response = await fetch(`${other.url}/eventos`, {
            headers: { authorization: `Bearer ${token}`, 'x-portal': '1' },
          });
          const said = { text: '', over: false };
          const bytes = response.body!.pipeThrough(new TextDecoderStream());
          void (async () => {
            for await (const chunk of bytes) said.text += chunk;
            said.over = true;
          })().catch(() => {});
          return said;
        }),
      );
      await expect.poll(() => texts.every(({ text }) => text.includes('conectado'))).toBe(true);
      const { db } = other.services;
      await db.deleteFrom('sesiones').where('uid', '=', ended.uid).execute();
      await db.updateTable('cuentas').set({ role: null }).where('uid', '=', demoted.uid).execute();
      vi.advanceTimersByTime(30_000);
      await expect.poll(() => texts[0]!.over && texts[1]!.over).toBe(true);
      for (const { text } of texts.slice(0, 2)) expect(text).toContain('event: sesion');
      // Nothing more of the inbox comes by it; whoever is what they were hears on.
      other.services.eventos.tell('bandeja', 'trabajosDeTodos', {});
      await expect.poll(() => texts[2]!.text).toContain('event: trabajosDeTodos');
      expect(texts[1]!.text).not.toContain('trabajosDeTodos');
      const again = await fetch(`${other.url}/eventos`, {
        headers: { authorization: `Bearer ${ended.token}`, 'x-portal': '1' },
      });
      expect(again.status).toBe(401);
    } finally {
      vi.useRealTimers();
      await other.stop();
    }
  });

  it('is that of a reader who does not read, and nobody else’s', async () => {
    const slow = await makeCuenta(portal);
    const quick = await openStream((await makeCuenta(portal)).token);
    await quick.next();
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.write(
      `GET /eventos HTTP/1.1\r\nhost: x\r\nx-portal: 1\r\nauthorization: Bearer ${slow.token}\r\n\r\n`,
    );
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.pause();
    const { eventos } = portal.services;
    const tema = `cuenta:${slow.uid}` as const;
    const long = { segundos: 1, relleno: 'x'.repeat(50_000) };
    // More than the connection's own buffers hold.
    for (let n = 0; n < 400 && eventos.hears(tema); n++) {
      eventos.tell(tema, 'adios', long);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(eventos.hears(tema)).toBe(false);
    socket.resume();
    await closed;
    expect(quick.response.ok).toBe(true);
    quick.close();
  });
});
