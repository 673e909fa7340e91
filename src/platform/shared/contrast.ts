/**
 * Colour contrast (WCAG 2.2) for what the institution may choose: its action colour. Used by the
 * browser's theme and by the server when the setting is read.
 */

/** Backgrounds of the light theme on which the action colour has to be readable. */
export const LIGHT_PAPER = '#f7f5f0';
export const LIGHT_SURFACE = '#ffffff';

type Rgb = readonly [number, number, number];

/** `#abc` or `#aabbcc` to its three channels (0–255); `null` when it is not a hexadecimal colour. */
export const parseHex = (color: string): Rgb | null => {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (!hex) return null;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast ratio of two hexadecimal colours, 1–21; 1 when either cannot be read. */
export const contrastRatio = (a: string, b: string): number => {
  const [x, y] = [parseHex(a), parseHex(b)];
  if (!x || !y) return 1;
  const [lighter, darker] = [luminance(x), luminance(y)].sort((m, n) => n - m) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
};

/** Mixes `share` (0–1) of `other` into `color`. */
export const mix = (color: string, other: string, share: number): string => {
  const [a, b] = [parseHex(color), parseHex(other)];
  if (!a || !b) return color;
  const channel = (i: 0 | 1 | 2) =>
    Math.round(a[i] + (b[i] - a[i]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
};

/** Moves `color` towards `target` in small steps until it reaches `ratio` on every background. */
export const moveUntilReadable = (
  color: string,
  target: string,
  backgrounds: readonly string[],
  ratio: number,
): string => {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(color, target, share);
    if (backgrounds.every((background) => contrastRatio(candidate, background) >= ratio)) {
      return candidate;
    }
  }
  return target;
};

export type ActionColorCheck =
  | { readonly ok: true; readonly color: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Accepts an institution's action colour only when it reads at 4.5:1 or more on paper and surface
 * (white text on it then does too). The reason is Spanish, fit for a log or a settings screen.
 */
export const checkActionColor = (color: string): ActionColorCheck => {
  if (!parseHex(color)) {
    return { ok: false, reason: `El color «${color}» no es hexadecimal, por ejemplo #1d3b66.` };
  }
  for (const [name, background] of [
    ['el papel', LIGHT_PAPER],
    ['la superficie', LIGHT_SURFACE],
  ] as const) {
    const ratio = contrastRatio(color, background);
    if (ratio < 4.5) {
      const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
      return {
        ok: false,
        reason: `El color ${color} tiene contraste ${shown}:1 sobre ${name} (${background}); se necesita 4.5:1.`,
      };
    }
  }
  return { ok: true, color: color.trim().toLowerCase() };
};
