import { expect } from 'vitest';
import type { CallAnswer } from './portal.ts';

/**
 * Expects callables to be refused to those whom they are not for (403) and to a visitor (401). `asked`: what each is asked with, by
 * its name; `call` as portals of tests have it, with what says who asks as its last parameter.
 */
export const expectRefused = async <Who>(
  call: (name: string, data: unknown, who?: Who) => Promise<CallAnswer>,
  others: readonly Who[],
  asked: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const [name, data] of Object.entries(asked)) {
    expect((await call(name, data)).error?.status, `${name}, as a visitor`).toBe('UNAUTHENTICATED');
    for (const who of others) {
      expect((await call(name, data, who)).error?.status, name).toBe('PERMISSION_DENIED');
    }
  }
};
