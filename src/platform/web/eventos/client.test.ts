/** One stream for all tabs of a browser: who reads it, who goes on, and what a tab does whose leader says nothing. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Evento } from '../../shared/eventos.ts';
import { startEventos } from './client.ts';

type Stream = { say: (evento: string, datos?: object) => void };

/** Streams that are open, as the server sees them. */
const open = new Set<Stream>();
let opened = 0;
const stops: (() => void)[] = [];

const serve = async (_: unknown, { signal }: RequestInit): Promise<Response> => {
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: Stream = {
        say: (evento, datos = {}) =>
          controller.enqueue(text.encode(`event: ${evento}\ndata: ${JSON.stringify(datos)}\n\n`)),
      };
      open.add(stream);
      opened += 1;
      stream.say('conectado');
      signal?.addEventListener('abort', () => {
        open.delete(stream);
        controller.error(new Error('aborted'));
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  opened = 0;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab, with what it has heard. */
const openTab = (uid: string) => {
  const heard: Evento[] = [];
  const stop = startEventos(uid, (evento) => heard.push(evento));
  stops.push(stop);
  return { heard, stop, of: (tipo: string) => heard.filter((one) => one.tipo === tipo).length };
};

it('is read by one of ten tabs, which tells the others; when it is closed, another one goes on', async () => {
  const tabs = Array.from({ length: 10 }, () => openTab('ana'));
  await expect.poll(() => tabs[0]!.of('conectado')).toBe(1);
  [...open][0]!.say('notificaciones');
  await expect.poll(() => tabs.map(({ of }) => of('notificaciones'))).toEqual(tabs.map(() => 1));
  expect([open.size, opened]).toEqual([1, 1]);

  tabs[0]!.stop();
  await expect.poll(() => opened).toBe(2);
  expect(open.size).toBe(1);
  [...open][0]!.say('notificaciones');
  const rest = tabs.slice(1);
  await expect.poll(() => rest.map(({ of }) => of('notificaciones'))).toEqual(rest.map(() => 2));
  expect(tabs[0]!.of('notificaciones')).toBe(1);
});

it('a tab that joins later asks once for what it may have missed before it listened', async () => {
  const first = openTab('iris');
  await expect.poll(() => first.of('conectado')).toBe(1);
  const second = openTab('iris');
  await expect.poll(() => second.of('conectado')).toBe(1);
  [...open][0]!.say('notificaciones');
  await expect.poll(() => second.of('notificaciones')).toBe(1);
  expect([first.of('conectado'), second.of('conectado'), opened]).toEqual([1, 1, 1]);
});

it('is read by each account that is in, for itself', async () => {
  const [ana, luis] = [openTab('ana'), openTab('luis')];
  await expect.poll(() => open.size).toBe(2);
  [...open][0]!.say('notificaciones');
  await expect.poll(() => ana.of('notificaciones') + luis.of('notificaciones')).toBe(1);
});

it('is taken from a tab that is frozen by one that is looked at', async () => {
  // It holds the lock and says nothing more.
  let thaw = () => {};
  void navigator.locks
    .request(
      'portal-eventos-rosa',
      () =>
        new Promise<void>((resolve) => {
          thaw = resolve;
        }),
    )
    .catch(() => {});
  const tab = openTab('rosa');
  // It asks every fifteen seconds, and waits three for an answer.
  await vi.advanceTimersByTimeAsync(15_000);
  expect(opened).toBe(0);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => opened).toBe(1);
  await expect.poll(() => tab.of('conectado')).toBeGreaterThan(0);
  thaw();
});

it('asks by itself now and then where nothing comes through, three silent streams later', async () => {
  vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
    opened += 1;
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  });
  const tab = openTab('eva');
  await expect.poll(() => opened).toBe(1);
  // Each is silent for 45 s; between them at most 6 s.
  await vi.advanceTimersByTimeAsync(3 * 51_000 + 20_000);
  expect(opened).toBe(3);
  expect(tab.of('conectado')).toBeGreaterThan(0);
});
