import { expect, it } from 'vitest';
import { createKept, MAX_KEPT, weigh } from './kept.ts';

const table = (megabytes: number) => ({
  headers: ['A'],
  encabezado: 1,
  blocks: [[{ fila: 2, cells: ['x'.repeat(megabytes * 2 ** 19)] }]],
});

it('keeps what is small, as long as all of it is not much, and gives up what was used longest ago', () => {
  const kept = createKept({ all: 5 * 2 ** 20 });
  kept.keep('a', table(2));
  kept.keep('b', table(2));
  expect(kept.get('a')?.blocks).toHaveLength(1);
  kept.keep('c', table(2));
  expect(kept.get('b')).toBeNull();
  expect(kept.get('a')).not.toBeNull();
  expect(kept.get('c')).not.toBeNull();
  kept.keep('d', table(5));
  expect(kept.get('d')).toBeNull();
  kept.drop('a');
  expect(kept.get('a')).toBeNull();
  expect(weigh(table(5).blocks[0]!)).toBeGreaterThan(MAX_KEPT);
});

it('keeps nothing for long', async () => {
  const kept = createKept({ lasts: 5 });
  kept.keep('a', table(1));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(kept.get('a')).toBeNull();
});
