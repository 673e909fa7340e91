import type { BrandTokens } from '../shared/palette.ts';

export type Institution = {
  readonly name: string;
  readonly shortName: string;
  readonly logoUrl: string | null;
  readonly actionColor: string | null;
  /** Where it is, where its Unidad de Transparencia is, and how to reach that one. */
  readonly address: string | null;
  readonly transparencyAddress: string | null;
  readonly transparencyContact: string | null;
  /** How to reach who keeps people's files: mail, telephone. */
  readonly contact: string | null;
};

/** What the server embeds in the page (`<script type="application/json" id="config">`). */
export type PortalConfig = {
  readonly institution: Institution;
  /** Region of the callables' URLs. */
  readonly region: string;
  /** Whether the data are fictional; the layouts say so. */
  readonly demo: boolean;
  /** The tokens that the institution's colour replaces; none without a colour. */
  readonly brand: BrandTokens;
};

const DEFAULTS: PortalConfig = {
  institution: {
    name: 'Escuela Federal de Formación Judicial',
    shortName: 'Escuela Judicial',
    logoUrl: null,
    actionColor: null,
    address: null,
    transparencyAddress: null,
    transparencyContact: null,
    contact: null,
  },
  region: 'us-central1',
  demo: false,
  brand: [],
};

/** Reads the embedded configuration over the defaults; a broken one is reported and ignored. */
export const parseConfig = (json: string | null): PortalConfig => {
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
    brand: given.brand ?? DEFAULTS.brand,
  };
};

let current: PortalConfig | undefined;

/** The public wing on the server, where there is no document to read it from. */
export const setConfig = (json: string): void => {
  current = parseConfig(json);
};

/** The page's configuration, read once. */
export const config = (): PortalConfig => {
  if (!current) {
    const json = document.getElementById('config')?.textContent ?? null;
    current = parseConfig(json);
  }
  return current;
};

/** Puts the institution's colour in the tokens, before the first render. */
export const applyBrand = (): void => {
  const { style } = document.documentElement;
  for (const [name, value] of config().brand) style.setProperty(name, value);
};
