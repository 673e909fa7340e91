import { describe, expect, it } from 'vitest';
import { contrastRatio } from '../../shared/contrast.ts';
import { contrast, dark, light, type Palette } from '../../shared/palette.ts';
import { tokensCss } from './tokens.ts';

const TEXT = ['ink', 'muted', 'action', 'gold', 'danger', 'success', 'warning'] as const;
const TONES = ['action', 'gold', 'danger', 'success', 'warning'] as const;

const pairs = (p: Palette): [name: string, ratio: number][] => [
  ...TEXT.flatMap((text): [string, number][] =>
    (['paper', 'surface', 'sunken'] as const).map((on) => [
      `${text} on ${on}`,
      contrastRatio(p[text], p[on]),
    ]),
  ),
  ...TONES.map((tone): [string, number] => [
    `${tone} on its soft background`,
    contrastRatio(p[tone], p[`${tone}-soft`]),
  ]),
  ...TONES.map((tone): [string, number] => [
    `ink on ${tone}-soft`,
    contrastRatio(p.ink, p[`${tone}-soft`]),
  ]),
  ['on-action on action', contrastRatio(p['on-action'], p.action)],
  ['on-action on action-strong', contrastRatio(p['on-action'], p['action-strong'])],
  ['on-danger on danger', contrastRatio(p['on-danger'], p.danger)],
];

describe.each([
  ['light', light, 4.5],
  ['dark', dark, 4.5],
  ['contrast', contrast, 7],
] as const)('theme %s', (_name, palette, least) => {
  it.each(pairs(palette))('%s reads', (_pair, ratio) => {
    expect(ratio).toBeGreaterThanOrEqual(least);
  });

  it('has visible edges and focus', () => {
    for (const on of [palette.paper, palette.surface]) {
      expect(contrastRatio(palette.border, on)).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(palette.focus, on)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('tokensCss', () => {
  it('lets the institution replace the action colour, theme by theme', () => {
    const css = tokensCss();
    expect(css).toContain('--action:var(--brand-light,#1d3b66)');
    expect(css).toContain('--action:var(--brand-dark,#8fb4f0)');
    expect(css).toContain('--action:var(--brand-contrast,#00246b)');
  });

  it('declares the base layer first, so that components always win', () => {
    expect(tokensCss().startsWith('@layer base;')).toBe(true);
  });
});
