import { checkActionColor, moveUntilReadable } from '../shared/contrast.ts';
import { contrast, dark } from './ui/tokens.ts';

export type Institution = {
  readonly name: string;
  readonly shortName: string;
  readonly logoUrl: string | null;
  readonly actionColor: string | null;
};

/** What the server embeds in the page (`<script type="application/json" id="config">`). */
export type PortalConfig = {
  readonly institution: Institution;
  /** Region of the callables' URLs. */
  readonly region: string;
  /** Whether the data are fictional; the layouts say so. */
  readonly demo: boolean;
  /** Style nonce of this page's Content-Security-Policy. */
  readonly nonce: string | undefined;
};

const DEFAULTS: PortalConfig = {
  institution: {
    name: 'Escuela Federal de Formación Judicial',
    shortName: 'Escuela Judicial',
    logoUrl: null,
    actionColor: null,
  },
  region: 'us-central1',
  demo: false,
  nonce: undefined,
};

/** Reads the embedded configuration over the defaults; a broken one is reported and ignored. */
export const parseConfig = (json: string | null, nonce?: string): PortalConfig => {
  let given: Partial<PortalConfig> = {};
  try {
    if (json) given = JSON.parse(json) as Partial<PortalConfig>;
  } catch (error) {
    console.error('The embedded configuration is not JSON', error);
  }
  return {
    institution: { ...DEFAULTS.institution, ...given.institution },
    region: given.region ?? DEFAULTS.region,
    demo: given.demo ?? DEFAULTS.demo,
    nonce: nonce || given.nonce,
  };
};

let current: PortalConfig | undefined;

/** The page's configuration, read once. */
export const config = (): PortalConfig => {
  if (!current) {
    const json = document.getElementById('config')?.textContent ?? null;
    // Browsers hide the value of a `nonce` attribute, hence a meta.
    const meta = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
    current = parseConfig(json, meta ?? undefined);
  }
  return current;
};

/** The institution's colour in each theme, made readable there; `null` when it must be refused. */
export const brandColors = (
  actionColor: string,
): { light: string; dark: string; contrast: string } | null => {
  const checked = checkActionColor(actionColor);
  if (!checked.ok) {
    console.warn(`${checked.reason} Se usa el color del portal.`);
    return null;
  }
  return {
    light: checked.color,
    dark: moveUntilReadable(checked.color, '#ffffff', [dark.paper, dark.surface], 7),
    contrast: moveUntilReadable(checked.color, '#000000', [contrast.paper], 9),
  };
};

/** Puts the institution's colour in the tokens, before the first render. */
export const applyBrand = (): void => {
  const { actionColor } = config().institution;
  const brand = actionColor ? brandColors(actionColor) : null;
  if (!brand) return;
  for (const [theme, color] of Object.entries(brand)) {
    document.documentElement.style.setProperty(`--brand-${theme}`, color);
  }
};
