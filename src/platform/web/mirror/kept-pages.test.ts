import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOnlyOf, wipeKept } from './kept-pages.ts';

/** The part of Cache Storage that is used, in memory. */
const fakeCaches = () => {
  const all = new Map<string, Map<string, Response>>();
  return {
    all,
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return {
        match: async (key: string) => entries.get(key)?.clone(),
        put: async (key: string, value: Response) => void entries.set(key, value),
      };
    },
  };
};

let caches: ReturnType<typeof fakeCaches>;
let stored: Map<string, string>;
beforeEach(async () => {
  caches = fakeCaches();
  stored = new Map([
    ['portal-trabajos-visto', 'uid-de-ana 2026'],
    ['portal-apariencia', '{}'],
  ]);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('localStorage', { removeItem: (key: string) => stored.delete(key) });
});
afterEach(() => vi.unstubAllGlobals());
const keepCard = async () =>
  (await caches.open('sin-conexion-1')).put('/credencial/x', new Response('Ana'));

it('after signing out neither the card nor the account is on the device', async () => {
  await keepCard();
  await wipeKept();
  expect([...caches.all.keys()]).toEqual([]);
  expect([...stored.keys()]).toEqual(['portal-apariencia']);
});

it('the card that one kept stays while one is in, and goes when another enters', async () => {
  await keepOnlyOf('ana');
  expect([...caches.all.keys()]).toEqual([]);
  await keepCard();
  await keepOnlyOf('ana');
  await keepOnlyOf('ana');
  const entries = caches.all.get('sin-conexion-1')!;
  expect(entries.has('/credencial/x')).toBe(true);
  expect(await entries.get('/sin-conexion-de')!.clone().text()).not.toContain('ana');
  await keepOnlyOf('luz');
  expect([...caches.all.keys()]).toEqual([]);
});
