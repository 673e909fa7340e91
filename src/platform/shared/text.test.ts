import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, textProblem } from './text.ts';

describe('textProblem', () => {
  it.each(['', 'Ñandú', 'dos\nlíneas\ty tabulador', '😀', '\u202e', 'a\u0080b'])(
    'takes %j',
    (text) => expect(textProblem(text)).toBeNull(),
  );
  it.each(['\0', 'a\u0001', '\u001f', '\u007f', '\v', '\f', '\ud800', 'a\udfff', '\udc00\ud800'])(
    'refuses %j and says what to do',
    (text) => expect(textProblem(text)).toMatch(/escríbalo de nuevo\.$/),
  );

  it('of any text, what was cleaned has no problem, and what had none is left as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(textProblem(clean)).toBeNull();
        if (textProblem(text) === null) expect(clean).toBe(text);
      }),
    );
  });
});
