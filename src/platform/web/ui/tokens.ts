import { LIGHT_PAPER, LIGHT_SURFACE } from '../../shared/contrast.ts';

/**
 * The design's tokens: the only place where a colour, a size or a font is written down. Pure data,
 * so that the build (vite.config.ts) turns it into the first style sheet and the Mantine theme and
 * the tests read the same values.
 */
export type Palette = {
  /** Page background. */ readonly paper: string;
  /** Cards, fields, bars. */ readonly surface: string;
  /** Quiet areas inside a surface (table heads, hovered rows). */ readonly sunken: string;
  readonly ink: string;
  readonly muted: string;
  readonly action: string;
  readonly 'action-strong': string;
  readonly 'action-soft': string;
  /** Text on `action`. */ readonly 'on-action': string;
  readonly gold: string;
  readonly 'gold-soft': string;
  readonly danger: string;
  readonly 'danger-soft': string;
  /** Text on `danger`. */ readonly 'on-danger': string;
  readonly success: string;
  readonly 'success-soft': string;
  readonly warning: string;
  readonly 'warning-soft': string;
  /** Edges that only separate. */ readonly line: string;
  /** Edges of controls (3:1 or more). */ readonly border: string;
  readonly focus: string;
};

export const light: Palette = {
  paper: LIGHT_PAPER,
  surface: LIGHT_SURFACE,
  sunken: '#f0ede5',
  ink: '#1a2233',
  muted: '#4a5568',
  action: '#1d3b66',
  'action-strong': '#132a4b',
  'action-soft': '#e7edf5',
  'on-action': '#ffffff',
  gold: '#7a5a12',
  'gold-soft': '#f6eed9',
  danger: '#8b1e34',
  'danger-soft': '#fbecee',
  'on-danger': '#ffffff',
  success: '#1f6b45',
  'success-soft': '#e6f2eb',
  warning: '#8a4b00',
  'warning-soft': '#fcefdc',
  line: '#ddd8cc',
  border: '#767f8f',
  focus: '#1d3b66',
};

export const dark: Palette = {
  paper: '#10161f',
  surface: '#1a2330',
  sunken: '#151d28',
  ink: '#e8ebf2',
  muted: '#a9b4c6',
  action: '#8fb4f0',
  'action-strong': '#b3cdf7',
  'action-soft': '#22324b',
  'on-action': '#0e1724',
  gold: '#e0b65a',
  'gold-soft': '#332c1a',
  danger: '#f2929f',
  'danger-soft': '#3a1f28',
  'on-danger': '#1f0a10',
  success: '#7fd1a3',
  'success-soft': '#17322a',
  warning: '#f0b36b',
  'warning-soft': '#352817',
  line: '#2d3949',
  border: '#76849a',
  focus: '#8fb4f0',
};

/** High contrast: every text pair at 7:1 or more, edges as strong as text. */
export const contrast: Palette = {
  paper: '#ffffff',
  surface: '#ffffff',
  sunken: '#f2f2f2',
  ink: '#000000',
  muted: '#222222',
  action: '#00246b',
  'action-strong': '#00123a',
  'action-soft': '#e3ebff',
  'on-action': '#ffffff',
  gold: '#4a3500',
  'gold-soft': '#fff4d1',
  danger: '#7a0019',
  'danger-soft': '#ffe9ec',
  'on-danger': '#ffffff',
  success: '#00401f',
  'success-soft': '#e2f7ea',
  warning: '#5c3000',
  'warning-soft': '#fff0db',
  line: '#000000',
  border: '#000000',
  focus: '#000000',
};

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

/** Below this width (em, so that big text counts) the navigation becomes a drawer. */
export const DRAWER_BELOW = '60em';

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
      const suffix = BRANDED[token];
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
    '@layer base,mantine;',
    `:root{${[...scale, ...families].join(';')};--radius:${RADIUS}px;${floating};${lightCss}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme]){${darkCss}}}`,
    `@media (prefers-contrast:more){:root:not([data-theme]){${contrastCss}}}`,
    `:root[data-theme=dark]{${darkCss}}`,
    `:root[data-theme=contrast]{${contrastCss}}`,
  ].join('\n');
};
