import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cursorPage } from './cursor.ts';

/** A list of numbers in memory, in rising order, as a table gives it. */
const listOf = (rows: readonly number[]) => {
  const select = (from: { after: string | null; reversed: boolean; limit: number }) => {
    const order = [...rows].sort((a, b) => (from.reversed ? b - a : a - b));
    const start = from.after === null ? null : Number(from.after);
    return Promise.resolve(
      order
        .filter((n) => start === null || (from.reversed ? n < start : n > start))
        .slice(0, from.limit),
    );
  };
  return (at: { tras?: string; antes?: string; porPagina: number }) =>
    cursorPage(at, String, select, () => Promise.resolve(rows.length));
};
const numbers = fc.uniqueArray(fc.nat(1_000), { maxLength: 60 });

it('goes through every row once, in order, and says where it ends', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 20 }), async (rows, porPagina) => {
      const read = listOf(rows);
      const seen: number[] = [];
      let page = await read({ porPagina });
      expect(page.anterior).toBeNull();
      for (;;) {
        seen.push(...page.filas);
        if (page.siguiente === null) break;
        page = await read({ tras: page.siguiente, porPagina });
        expect(page.filas.length).toBeGreaterThan(0);
      }
      expect(seen).toEqual([...rows].sort((a, b) => a - b));
    }),
  );
});

it('goes back over the same rows, to a first page that is full', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 20 }), async (rows, porPagina) => {
      const read = listOf(rows);
      let page = await read({ porPagina });
      const first = page;
      while (page.siguiente !== null) page = await read({ tras: page.siguiente, porPagina });
      while (page.anterior !== null) {
        const below = page.filas[0]!;
        page = await read({ antes: page.anterior, porPagina });
        expect(page.siguiente).not.toBeNull();
        if (page.anterior !== null) expect(page.filas.at(-1)).toBeLessThan(below);
      }
      expect(page.filas).toEqual(first.filas);
    }),
  );
});

it('shows the same page while rows are added before it and after it', async () => {
  const { siguiente } = await listOf([10, 20, 30, 40])({ porPagina: 2 });
  const before = await listOf([10, 20, 30, 40])({ tras: siguiente!, porPagina: 2 });
  const after = await listOf([5, 6, 10, 20, 30, 40, 50])({ tras: siguiente!, porPagina: 2 });
  expect(before.filas).toEqual([30, 40]);
  expect(after.filas).toEqual([30, 40]);
  expect(after.siguiente).toBe('40');
});

it('says exactly how many there are, or nothing', async () => {
  const rows = Array.from({ length: 1_234 }, (_, i) => i);
  expect((await listOf(rows)({ porPagina: 50 })).total).toBe(1_234);
  expect((await listOf(rows.slice(0, 7))({ porPagina: 50 })).total).toBe(7);
  const unknown = await cursorPage(
    { porPagina: 1 },
    String,
    () => Promise.resolve([1, 2]),
    () => Promise.resolve(null),
  );
  expect(unknown.total).toBeNull();
});
