import { lookUp } from '../../shared/look-up.ts';
import { contrast, dark, light, type Palette } from '../../shared/palette.ts';

/**
 * The design's tokens: sizes, fonts and, from the palettes that mails use too, colours. Pure data,
 * so that the build (vite.config.ts) turns it into the first style sheet and the tests read the same
 * values.
 */

/** Sizes in rem: they follow the person's own text size. */
export const type = {
  14: '0.875rem',
  15: '0.9375rem',
  16: '1rem',
  18: '1.125rem',
  22: '1.375rem',
  28: '1.75rem',
  36: '2.25rem',
} as const;

export const fonts = {
  serif: "'Source Serif 4', 'Serif Fallback', Georgia, 'Times New Roman', serif",
  sans: "'Source Sans 3', 'Sans Fallback', system-ui, 'Segoe UI', Arial, sans-serif",
  mono: "'JetBrains Mono', ui-monospace, Consolas, 'Liberation Mono', monospace",
} as const;

/** Corners, in px. */
export const RADIUS = 6;

/** Tokens that the institution's own colour replaces (config.ts sets the --brand-* variables). */
const BRANDED: Record<string, string> = {
  action: '',
  focus: '',
  'action-strong': '-strong',
  'action-soft': '-soft',
};

const declarations = (palette: Palette, name: string): string =>
  Object.entries(palette)
    .map(([token, value]) => {
      const suffix = lookUp(BRANDED, token);
      // In high contrast the focus ring stays black.
      const branded = suffix !== undefined && !(token === 'focus' && name === 'contrast');
      return `--${token}:${branded ? `var(--brand-${name}${suffix},${value})` : value}`;
    })
    .join(';');

/** The first style sheet: tokens of each theme. Without a choice the system's preference rules. */
export const tokensCss = (): string => {
  const scale = Object.entries(type).map(([px, rem]) => `--t-${px}:${rem}`);
  const families = Object.entries(fonts).map(([name, family]) => `--${name}:${family}`);
  const floating = '--shadow:0 8px 24px rgb(16 22 31/.16),0 1px 3px rgb(16 22 31/.12)';
  const lightCss = `color-scheme:light;${declarations(light, 'light')}`;
  const darkCss = `color-scheme:dark;${declarations(dark, 'dark')}`;
  const contrastCss = `color-scheme:light;${declarations(contrast, 'contrast')}`;
  return [
    '@layer base;',
    `:root{${[...scale, ...families].join(';')};--radius:${RADIUS}px;${floating};${lightCss}}`,
    // On paper the ground is white, whatever the screen.
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${darkCss}}}`,
    `@media (prefers-contrast:more){:root:not([data-theme]){${contrastCss}}}`,
    `@media screen{:root[data-theme=dark]{${darkCss}}}`,
    `:root[data-theme=contrast]{${contrastCss}}`,
  ].join('\n');
};
