import { expect, it } from 'vitest';
import { lookUp } from './look-up.ts';

it('finds what the table says, and nothing that it only inherits', () => {
  const table: Record<string, string> = { uno: '1' };
  expect(lookUp(table, 'uno')).toBe('1');
  for (const name of ['dos', 'constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(lookUp(table, name)).toBeUndefined();
  }
});
