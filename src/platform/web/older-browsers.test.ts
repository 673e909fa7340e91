import { expect, it } from 'vitest';
import { fillIn } from './older-browsers.ts';

/** The browser's own, and ours where it has none. */
const bothOf = <T extends object, K extends keyof T & string>(holder: T, name: K): T[K][] => {
  const own = holder[name];
  Reflect.deleteProperty(holder, name);
  fillIn();
  const ours = holder[name];
  Object.defineProperty(holder, name, { value: own, configurable: true, writable: true });
  expect(ours).not.toBe(own);
  return [own, ours];
};

it('leaves what a browser has', () => {
  const all = () => [
    Map.groupBy,
    Promise.withResolvers,
    Response.prototype.bytes,
    URL.canParse,
    AbortSignal.any,
  ];
  const own = all();
  fillIn();
  expect(all()).toEqual(own);
});

it('groups as the standard does: keys as they first come, by identity, NaN and zero alike', () => {
  const [own, ours] = bothOf(Map, 'groupBy').map((groupBy) =>
    groupBy(new Set([3, Number.NaN, -0, 5, 0.5, Number.NaN]), (n, i) => (i > 3 ? n : n % 3)),
  );
  expect([...ours!]).toEqual([...own!]);
  expect(ours!.size).toBeGreaterThan(2);
});

it('gives a promise with what settles it, as the standard does', async () => {
  const [own, ours] = await Promise.all(
    bothOf(Promise, 'withResolvers').map(async (withResolvers) => {
      const [a, b] = [withResolvers.call(Promise), withResolvers.call(Promise)];
      a.resolve('a');
      a.reject('late');
      b.reject('b');
      return [Object.keys(a).toSorted(), await a.promise, await b.promise.catch((said) => said)];
    }),
  );
  expect(ours).toEqual(own);
  expect(ours).toEqual([['promise', 'reject', 'resolve'], 'a', 'b']);
});

it('reads an answer as bytes, once', async () => {
  const [own, ours] = await Promise.all(
    bothOf(Response.prototype, 'bytes').map(async (bytes) => {
      const answer = new Response('año');
      return [await bytes.call(answer), await bytes.call(answer).catch((error) => error.name)];
    }),
  );
  expect(ours).toEqual(own);
});

it('knows an address as the standard does', () => {
  const asked: [string, string?][] = [
    ['https://escuela.example/a'],
    ['/a'],
    ['/a', 'https://escuela.example'],
    ['http://'],
    ['http://[1'],
    [''],
  ];
  const [own, ours] = bothOf(URL, 'canParse').map((canParse) =>
    asked.map((those) => canParse.call(URL, ...those)),
  );
  expect(ours).toEqual(own);
});

it('is aborted with the first of several signals, for its reason, once', () => {
  const [own, ours] = bothOf(AbortSignal, 'any').map((any) => {
    const [a, b] = [new AbortController(), new AbortController()];
    const both = any.call(AbortSignal, [a.signal, b.signal]);
    const before = both.aborted;
    let times = 0;
    both.addEventListener('abort', () => (times += 1));
    b.abort('b');
    a.abort('a');
    const late = any.call(AbortSignal, [new AbortController().signal, a.signal, b.signal]);
    return [before, both.aborted, both.reason, times, late.aborted, late.reason];
  });
  expect(ours).toEqual(own);
  expect(ours).toEqual([false, true, 'b', 1, true, 'a']);
});
