import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { light } from '../../shared/palette.ts';
import { DRAWER_BELOW, fonts, RADIUS, type } from './tokens.ts';

/**
 * Mantine dressed in our tokens. The tuples are only what Mantine asks for: every colour it paints
 * is replaced by a token below, so that the three themes and the institution's colour reach it.
 */
const flat = (color: string): MantineColorsTuple =>
  [color, color, color, color, color, color, color, color, color, color] as const;

const NAMES = ['action', 'danger', 'success', 'warning', 'gold'] as const;

const variantColorResolver: VariantColorsResolver = (input) => {
  const base = defaultVariantColorsResolver(input);
  const name = NAMES.find((known) => known === (input.color ?? 'action'));
  if (!name) return base;
  const tone = `var(--${name})`;
  const soft = `var(--${name}-soft)`;
  switch (input.variant) {
    case 'filled':
      return {
        background: tone,
        hover: name === 'action' ? 'var(--action-strong)' : tone,
        color: name === 'action' ? 'var(--on-action)' : 'var(--surface)',
        border: '1px solid transparent',
      };
    case 'light':
      return { background: soft, hover: soft, color: tone, border: '1px solid transparent' };
    case 'outline':
      return {
        background: 'transparent',
        hover: soft,
        color: tone,
        border: '1px solid var(--border)',
      };
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: soft,
        color: tone,
        border: '1px solid transparent',
      };
    default:
      return base;
  }
};

/** The Mantine theme, for `Kit`. */
export const theme = createTheme({
  primaryColor: 'action',
  primaryShade: 6,
  colors: {
    action: flat(light.action),
    danger: flat(light.danger),
    success: flat(light.success),
    warning: flat(light.warning),
    gold: flat(light.gold),
  },
  variantColorResolver,
  fontFamily: fonts.sans,
  fontFamilyMonospace: fonts.mono,
  headings: { fontFamily: fonts.serif, fontWeight: '600' },
  fontSizes: { xs: type[14], sm: type[15], md: type[16], lg: type[18], xl: type[22] },
  defaultRadius: RADIUS,
  radius: { xs: '3px', sm: `${RADIUS}px`, md: `${RADIUS}px`, lg: `${RADIUS}px`, xl: `${RADIUS}px` },
  breakpoints: { xs: '24em', sm: '40em', md: '48em', lg: DRAWER_BELOW, xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  focusRing: 'auto',
  components: {
    Table: { defaultProps: { verticalSpacing: 4, horizontalSpacing: 12, fz: 15 } },
    // Without a closing transition: it would stop while the screen is hidden and end on return.
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Cerrar' },
        transitionProps: { duration: 0 },
      },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Cerrar' },
        transitionProps: { duration: 0 },
      },
    },
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    Tooltip: {
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] },
    },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});

const paint = (name: (typeof NAMES)[number]): [string, string][] => [
  [`--mantine-color-${name}-filled`, `var(--${name})`],
  [`--mantine-color-${name}-filled-hover`, `var(--${name})`],
  [`--mantine-color-${name}-light`, `var(--${name}-soft)`],
  [`--mantine-color-${name}-light-hover`, `var(--${name}-soft)`],
  [`--mantine-color-${name}-light-color`, `var(--${name})`],
  [`--mantine-color-${name}-outline`, `var(--${name})`],
  [`--mantine-color-${name}-outline-hover`, `var(--${name}-soft)`],
  [`--mantine-color-${name}-text`, `var(--${name})`],
];

const variables: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--action)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--border)',
  '--mantine-primary-color-contrast': 'var(--on-action)',
  '--table-border-color': 'var(--line)',
  ...Object.fromEntries(NAMES.flatMap(paint)),
  '--mantine-color-action-filled-hover': 'var(--action-strong)',
};

/** Points Mantine's variables at the tokens; its own `error`, `dimmed` and `anchor` fail 4.5:1. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
});
