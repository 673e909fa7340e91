import { afterEach, describe, expect, it, vi } from 'vitest';
import { contrastRatio } from './contrast.ts';
import { brandColors, contrast, dark, light } from './palette.ts';

afterEach(() => vi.restoreAllMocks());

describe('brandColors', () => {
  it('makes an accepted colour readable in every theme', () => {
    const brand = brandColors('#005a3c');
    expect(brand?.light.action).toBe('#005a3c');
    for (const [theme, palette, least] of [
      ['light', light, 4.5],
      ['dark', dark, 4.5],
      ['contrast', contrast, 7],
    ] as const) {
      const { action = '', strong = '', soft = '' } = brand?.[theme] ?? {};
      for (const color of [action, strong]) {
        expect(contrastRatio(color, palette.surface)).toBeGreaterThanOrEqual(least);
        expect(contrastRatio(color, palette['on-action'])).toBeGreaterThanOrEqual(least);
        expect(contrastRatio(color, soft)).toBeGreaterThanOrEqual(least);
      }
    }
  });

  it('refuses one that cannot be read, and says so', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(brandColors('#ffcc00')).toBeNull();
    expect(warn.mock.calls[0]?.[0]).toContain('4.5:1');
  });
});
