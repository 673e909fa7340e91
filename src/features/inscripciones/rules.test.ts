import { describe, expect, it } from 'vitest';
import { mergeRespuestas, textOfRespuestas } from './rules.ts';

describe('mergeRespuestas', () => {
  const base = { motivos: 'uno', dias: ['lunes'], acepto: false };

  it('keeps what each of the two answered', () => {
    const merge = mergeRespuestas(
      base,
      { ...base, motivos: 'dos' },
      { ...base, dias: ['lunes', 'martes'], cargo: 'Actuaria' },
    );
    expect(merge.conflictos).toEqual([]);
    expect(merge.valores).toEqual({
      motivos: 'dos',
      dias: ['lunes', 'martes'],
      acepto: false,
      cargo: 'Actuaria',
    });
  });

  it('asks only about what both answered differently; lists alike are alike', () => {
    const merge = mergeRespuestas(
      base,
      { motivos: 'aquí', dias: ['martes'], acepto: true },
      { motivos: 'allá', dias: ['martes'], acepto: false },
    );
    expect(merge.conflictos).toEqual(['motivos']);
    expect(merge.valores).toEqual({ motivos: 'aquí', dias: ['martes'], acepto: true });
  });
});

it('answers are the same text in whatever order they come', () => {
  expect(textOfRespuestas({ a: '1', b: ['x'] })).toBe(textOfRespuestas({ b: ['x'], a: '1' }));
  expect(textOfRespuestas({ a: '1' })).not.toBe(textOfRespuestas({ a: '2' }));
});
