import { describe, expect, it } from 'vitest';
import { bundledFonts, coverageOfFiles } from './fonts.ts';
import { createPrinter } from './text.ts';

const fonts = coverageOfFiles(bundledFonts());
const printer = createPrinter(fonts);

describe('coverageOfFiles', () => {
  it('knows what the bundled fonts have', () => {
    const has = (char: string) => fonts.some((covered) => covered.has(char.codePointAt(0) ?? 0));
    expect([...'AñÑüÁ¿«»“”–—…ª№□✓😀🩷'].filter((char) => !has(char))).toEqual([]);
    expect([...'漢ก'].filter(has)).toEqual([]);
  });
});

describe('text', () => {
  it.each([
    ['plain Spanish', 'Año ¿Ñandú? «sí»\nfin', 'Año ¿Ñandú? «sí»\nfin'],
    ['markup', '#let *a* _b_ $c$ @d <e> `f` \\ = - +', '#let *a* _b_ $c$ @d <e> `f` \\ = - +'],
    ['typographic marks and other scripts of the fonts', '“Ω” – Дом…', '“Ω” – Дом…'],
    ['decomposed letters are composed', 'N\u0303an\u0303ez', 'Ñañez'],
    ['line ends', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['tabs', 'a\tb', 'a b'],
    ['controls and byte-order marks', '\ufeffa\u0000b\u0007c\u0085', 'abc\n'],
    ['directional overrides', 'abc\u202etxt.exe\u202c', 'abctxt.exe'],
    ['emoji, also of several signs', 'Ana 😀 👨‍👩‍👧 🇲🇽 👍🏽 1️⃣ ❤️!', 'Ana 😀 👨‍👩‍👧 🇲🇽 👍🏽 1️⃣ ❤️!'],
    ['one box for what no font has whole', '😀\u0301 漢\u0301!', '□ □!'],
    ['what joins nothing', 'a\u200db a\ufe0fb', 'ab ab'],
    ['a letter without a glyph', '漢字', '□□'],
    ['compatibility forms', 'Ａ 𝐁 ﷺ', 'A B □'],
    ['variation selectors', '✓\ufe0f', '✓'],
    ['private use and noncharacters', '\ue000\uffff', '□□'],
    ['a lone surrogate', 'a\ud83db', 'a□b'],
    ['nothing', '', ''],
  ])('%s', (_, raw, expected) => {
    expect(printer.text(raw)).toBe(expected);
  });

  it('falls back to a question mark when no font has the box', () => {
    expect(createPrinter([new Set([0x41])]).text('A漢')).toBe('A?');
  });
});

describe('deep', () => {
  it('reaches every string and nothing else', () => {
    const value = { 漢: ['漢', 1, null, true, { b: 'n\u0303' }] };
    expect(printer.deep(value)).toEqual({ 漢: ['□', 1, null, true, { b: 'ñ' }] });
  });
});
