import { afterEach, describe, expect, it, vi } from 'vitest';
import { contrastRatio } from '../shared/contrast.ts';
import { brandColors, parseConfig } from './config.ts';
import { contrast, dark, light } from './ui/tokens.ts';

afterEach(() => vi.restoreAllMocks());

describe('parseConfig', () => {
  it('fills what the server left out', () => {
    const config = parseConfig('{"institution":{"shortName":"EJ"},"demo":true}', 'abc');
    expect(config).toMatchObject({ region: 'us-central1', demo: true, nonce: 'abc' });
    expect(config.institution.shortName).toBe('EJ');
    expect(config.institution.name).not.toBe('');
  });

  it('goes on with the defaults when what is embedded is broken', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(parseConfig('{oops').region).toBe('us-central1');
    expect(error).toHaveBeenCalled();
    expect(parseConfig(null).demo).toBe(false);
  });
});

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
