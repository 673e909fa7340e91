import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * librsvg (inside sharp) finds fonts through fontconfig only. Adding the fonts of our npm packages
 * makes cards look the same on machines with few system fonts. Must run before sharp draws text;
 * import this module first.
 */
const packages = ['source-sans-3', 'source-serif-4', 'jetbrains-mono'].map((name) =>
  join(import.meta.dirname, '../../node_modules/@expo-google-fonts', name),
);
/** Other folders with fonts, for measuring on letters nobody adjusted anything to. */
const extra = (process.env.CARD_FONTS ?? '').split(':').filter(Boolean);
const folder = mkdtempSync(join(tmpdir(), 'cards-fonts-'));
const config = join(folder, 'fonts.conf');
writeFileSync(
  config,
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${[...packages, ...extra].map((p) => `<dir>${p}</dir>`).join('\n')}
<cachedir>${folder}</cachedir></fontconfig>`,
);
process.env.FONTCONFIG_FILE ??= config;
