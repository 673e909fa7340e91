import { describe, expect, it } from 'vitest';
import { forget, type Kept, pathKey, visit } from './lru.ts';

const paths = (kept: readonly Kept<string>[]) => kept.map(({ path }) => path);
const through = (...visited: string[]) =>
  visited.reduce<readonly Kept<string>[]>((kept, path) => visit(kept, path, `${path}?1`), []);

describe('kept screens', () => {
  it('keeps six, the least recently used goes', () => {
    expect(paths(through('a', 'b', 'c', 'd', 'e', 'f', 'g'))).toEqual([
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
    ]);
    expect(paths(through('a', 'b', 'c', 'd', 'e', 'f', 'a', 'g'))).not.toContain('b');
  });

  it('has one screen a path, at its last location', () => {
    const kept = visit(through('a', 'b'), 'a', 'a?2');
    expect(kept).toEqual([
      { path: 'b', location: 'b?1' },
      { path: 'a', location: 'a?2' },
    ]);
  });

  it('does not change when nothing changed, so that rendering settles', () => {
    const kept = through('a', 'b');
    expect(visit(kept, 'b', 'b?1')).toBe(kept);
    expect(forget(kept, () => false)).toBe(kept);
  });

  it('forgets hidden screens only', () => {
    const kept = through('/person/1', '/people', '/person/2');
    expect(paths(forget(kept, (path) => path.startsWith('/person/')))).toEqual([
      '/people',
      '/person/2',
    ]);
  });

  it('has one key with or without a final slash', () => {
    expect(pathKey('/people/')).toBe('/people');
    expect(pathKey('/')).toBe('/');
  });
});
