import { describe, expect, it } from 'vitest';
import { checkActionColor, contrastRatio, mix, moveUntilReadable, parseHex } from './contrast.ts';

describe('contrast', () => {
  it('reads short and long hexadecimal colours, nothing else', () => {
    expect(parseHex('#fff')).toEqual([255, 255, 255]);
    expect(parseHex(' #1d3B66 ')).toEqual([29, 59, 102]);
    for (const bad of ['red', '#12', '#12345g', 'rgb(0,0,0)', '', '1d3b66']) {
      expect(parseHex(bad)).toBeNull();
    }
  });

  it('gives the known ratios', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBe(21);
    expect(contrastRatio('#ffffff', '#000000')).toBe(21);
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrastRatio('nonsense', '#ffffff')).toBe(1);
  });

  it('accepts a readable action colour and says why it refuses another', () => {
    expect(checkActionColor('#005A3C')).toEqual({ ok: true, color: '#005a3c' });
    expect(checkActionColor('#ffcc00')).toMatchObject({ ok: false });
    expect(checkActionColor('verde')).toMatchObject({ ok: false });
    // 4.54 on white but less on paper: both count.
    const onPaper = checkActionColor('#767676');
    expect(onPaper.ok).toBe(false);
    expect(!onPaper.ok && onPaper.reason).toContain('4.1:1');
  });

  it('moves a colour until it can be read', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    const lifted = moveUntilReadable('#1d3b66', '#ffffff', ['#10161f'], 7);
    expect(contrastRatio(lifted, '#10161f')).toBeGreaterThanOrEqual(7);
    expect(moveUntilReadable('#ffcc00', '#ffffff', ['#ffffff'], 7)).toBe('#ffffff');
  });
});
