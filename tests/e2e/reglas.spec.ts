import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import config from '../../vite.config.ts';
import { DEFINICION } from '../factories/plantillas.ts';
import { digestsOf } from '../fixtures/reglas-en-el-navegador.ts';

const ENTRY = join(import.meta.dirname, '../fixtures/reglas-en-el-navegador.ts');

/** The portal's own modules, compiled for the browsers that the portal is compiled for. */
const bundle = async (): Promise<string> => {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: config.build!.target!,
      lib: { entry: ENTRY, formats: ['iife'], name: 'reglas' },
    },
  })) as Rolldown.RolldownOutput[];
  return made[0]!.output[0].code;
};

/** Where a day begins at another moment, letters have other capitals, and figures are written otherwise. */
const PLACES = [
  { timezoneId: 'Asia/Tokyo', locale: 'ja-JP' },
  { timezoneId: 'America/Tijuana', locale: 'es-MX' },
  { timezoneId: 'Europe/Istanbul', locale: 'tr-TR' },
] as const;

type Page = { reglas: typeof import('../fixtures/reglas-en-el-navegador.ts') };

test('a browser, wherever it is, decides 10,000 generated cases of rules as the server does, and 2,000 forms', async ({
  browser,
}) => {
  const code = await bundle();
  const here = digestsOf(13, DEFINICION);
  expect(new Set(here).size).toBe(120);
  for (const place of PLACES) {
    const context = await browser.newContext(place);
    const page = await context.newPage();
    await page.addScriptTag({ content: code });
    const there = await page.evaluate(
      ([form]) => {
        const { reglas } = globalThis as unknown as Page;
        return [reglas.placeOf(), ...reglas.digestsOf(13, form)];
      },
      [DEFINICION] as const,
    );
    expect(there).toEqual([`${place.timezoneId} ${place.locale}`, ...here]);
    await context.close();
  }
});
