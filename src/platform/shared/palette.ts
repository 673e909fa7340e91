import {
  checkActionColor,
  LIGHT_PAPER,
  LIGHT_SURFACE,
  mix,
  moveUntilReadable,
} from './contrast.ts';

/*
 * The colours of each theme, the only place where they are written down: screens read them as tokens
 * (web/ui/tokens.ts), mails carry them in their markup.
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

export type BrandColor = {
  readonly action: string;
  readonly strong: string;
  readonly soft: string;
};

const THEMES = { light, dark, contrast };

/** The institution's colour in each theme, made readable there; `null` when it must be refused. */
export const brandColors = (
  actionColor: string,
): Record<keyof typeof THEMES, BrandColor> | null => {
  const checked = checkActionColor(actionColor);
  if (!checked.ok) {
    console.warn(`${checked.reason} Se usa el color del portal.`);
    return null;
  }
  const { color } = checked;
  const onDark = moveUntilReadable(color, '#ffffff', [dark.paper, dark.surface], 7);
  const onWhite = moveUntilReadable(color, '#000000', [contrast.paper], 9);
  return {
    light: shades(color, '#000000', light.surface, 4.5),
    dark: shades(onDark, '#ffffff', dark.surface, 4.5),
    contrast: shades(onWhite, '#000000', contrast.surface, 7),
  };
};

/** Pressed and tinted variants; the tint gives way until the colour can be read on it. */
const shades = (action: string, towards: string, surface: string, ratio: number): BrandColor => ({
  action,
  strong: mix(action, towards, 0.3),
  soft: moveUntilReadable(mix(surface, action, 0.12), surface, [action], ratio),
});

/** Names and values of the style sheet's tokens that an institution's colour replaces. */
export type BrandTokens = readonly (readonly [name: string, value: string])[];

/** The tokens of an institution's colour; none without one, or for a colour that `brandColors` refuses. */
export const brandTokens = (color: string | null): BrandTokens =>
  Object.entries((color === null ? null : brandColors(color)) ?? {}).flatMap(
    ([theme, { action, strong, soft }]) => [
      [`--brand-${theme}`, action],
      [`--brand-${theme}-strong`, strong],
      [`--brand-${theme}-soft`, soft],
    ],
  );
