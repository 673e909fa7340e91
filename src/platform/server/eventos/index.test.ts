/** Events between processes, with a connection that loses them: each process looks for what it was not told of. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Evento } from '../../shared/eventos.ts';
import type { Db } from '../db/index.ts';
import type { Peers } from '../db/peers.ts';
import { createEventos, type Reciente } from './index.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 18) });
});
afterEach(() => {
  vi.useRealTimers();
});

const db = {} as Db;
const now = () => new Date();

/** Two processes; `away`: nothing that one says reaches the other. */
const openTwo = () => {
  const said: string[] = [];
  let away = false;
  const listeners: ((payload: string | null) => void)[] = [];
  const peers = (n: number): Peers => ({
    start: async () => {},
    ask: async () => {},
    broadcast(payload) {
      said.push(payload);
      if (!away) listeners[1 - n]?.(payload);
    },
    onBroadcast(listener) {
      listeners[n] = listener;
    },
    stop: async () => {},
  });
  const rows: Reciente[] = [];
  const [one, other] = [0, 1].map((n) => {
    const eventos = createEventos(peers(n), now);
    eventos.watch(async (_, desde) => rows.filter(({ en }) => en > desde));
    eventos.start(db);
    return eventos;
  });
  const heard: Evento[] = [];
  other!.subscribe(['cuenta:a', 'bandeja'], (evento) => heard.push(evento));
  return {
    ...{ one: one!, other: other!, said, heard, rows, listeners },
    lose: () => {
      away = true;
    },
  };
};

it('tells the other process in one batch, and is not told of again by its look', async () => {
  const { one, said, heard, rows } = openTwo();
  rows.push({ tema: 'cuenta:a', tipo: 'trabajos', datos: {}, en: now() });
  one.tell('cuenta:a', 'trabajos', {});
  one.tell('cuenta:b', 'trabajos', {});
  await vi.advanceTimersByTimeAsync(25);
  expect(said).toHaveLength(1);
  expect(heard).toEqual([{ tipo: 'trabajos', datos: {} }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toHaveLength(1);
});

it('tells staff of a burst at once and at its end, not once for each', async () => {
  const { one, said, heard } = openTwo();
  for (let n = 0; n < 40; n++) {
    one.tell('bandeja', 'trabajos', {});
    one.tell('bandeja', 'trabajos', {});
    await vi.advanceTimersByTimeAsync(25);
  }
  const during = heard.length;
  expect(during).toBeGreaterThan(0);
  expect(during).toBeLessThanOrEqual(3);
  // One poke announces all messages since the last one.
  await vi.advanceTimersByTimeAsync(600);
  expect(heard).toHaveLength(during + 1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toHaveLength(during + 1);
  expect(said.every((payload) => JSON.parse(payload).length === 1)).toBe(true);
});

it('finds within 2.5 s what a process that was killed did not tell, once', async () => {
  const { one, heard, rows, lose } = openTwo();
  lose();
  await vi.advanceTimersByTimeAsync(3_000);
  rows.push({
    tema: 'cuenta:a',
    tipo: 'conversacion' as never,
    datos: { id: 'k', n: 4 },
    en: now(),
  });
  one.tell('cuenta:a', 'conversacion' as never, { id: 'k', n: 4 } as never);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(heard).toEqual([{ tipo: 'conversacion', datos: { id: 'k', n: 4 } }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toHaveLength(1);
});

it('looks past a poke that came with an older number', async () => {
  const { one, heard, rows } = openTwo();
  rows.push({
    tema: 'cuenta:a',
    tipo: 'conversacion' as never,
    datos: { id: 'k', n: 5 },
    en: now(),
  });
  one.tell('cuenta:a', 'conversacion' as never, { id: 'k', n: 4 } as never);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(heard.map(({ datos }) => datos)).toEqual([
    { id: 'k', n: 4 },
    { id: 'k', n: 5 },
  ]);
});

it('says that all is to be looked at when the connection was lost and when a batch is too long', async () => {
  const { one, heard, listeners } = openTwo();
  listeners[1]?.(null);
  expect(heard.splice(0)).toEqual([{ tipo: 'conectado', datos: {} }]);
  for (let n = 0; n < 200; n++) one.tell(`cuenta:${'x'.repeat(40)}${n}`, 'notificaciones', {});
  await vi.advanceTimersByTimeAsync(25);
  expect(heard).toEqual([{ tipo: 'conectado', datos: {} }]);
});
