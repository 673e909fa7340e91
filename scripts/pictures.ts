/**
 * The pictures of README, of a demonstration that runs (`npm start`): `node scripts/pictures.ts http://localhost:8080`.
 * Each is a screen as it is, in few colours: a page of a README is no place for megabytes.
 */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { validacionPath } from '../src/features/credenciales/routes.ts';
import { inscripcionPath } from '../src/features/inscripciones/routes.ts';
import { editVersionPath, inscritosPath } from '../src/features/plantillas/routes.ts';

const IMG = join(import.meta.dirname, '../docs/img');
const BASE = process.argv[2] ?? 'http://localhost:8080';
const WIDE = { width: 1280, height: 800 };
/** As wide as a telephone, and as long as shows a form. */
const PHONE = { width: 360, height: 1_480 };

/** Milliseconds in which what was just drawn asks for its pieces. */
const SETTLED_MS = 1_500;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** What a callable answers to whoever has entered on that page. */
const ask = async (page: Page, name: string, data: unknown) => {
  const { origin } = new URL(BASE);
  const sent = { headers: { origin }, data: { data } };
  const response = await page.request.post(`${BASE}/us-central1/${name}`, sent);
  const { result, error } = await response.json();
  if (error) throw new Error(`${name}: ${error.message}`);
  return result;
};

/** A page of a browser of its own; of an account of the demonstration when one is named. */
const open = async (viewport: typeof WIDE, cuenta?: 'admin' | 'persona'): Promise<Page> => {
  const context = await browser.newContext({ viewport, locale: 'es-MX', baseURL: BASE });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const password = 'Portal-Demo-2026';
  if (cuenta) await ask(page, 'signIn', { email: `${cuenta}@demo.example`, password });
  return page;
};

const keep = async (page: Page, path: string, name: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
  // The network is never idle: the page keeps a stream of live events open.
  const loading = page.locator('[data-loading]').filter({ visible: true }).first();
  await loading.waitFor({ state: 'hidden' });
  await page.waitForTimeout(SETTLED_MS);
  await loading.waitFor({ state: 'hidden' });
  await page.evaluate('document.fonts.ready.then(() => true)');
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const { size } = await sharp(taken)
    .png({ palette: true, colours: 64, effort: 10, dither: 0.4 })
    .toFile(join(IMG, `${name}.png`));
  console.error(`${name}.png: ${Math.round(size / 1024)} KB`);
};

const persona = await open(WIDE, 'persona');
await keep(persona, '/', 'inicio');

const admin = await open(WIDE, 'admin');
const { filas } = await ask(admin, 'listPlantillas', {});
const [conBorrador, conGente] = [
  filas.find(({ borrador }: { borrador: unknown }) => borrador !== null),
  filas.toSorted(
    (a: { ediciones: number }, b: { ediciones: number }) => b.ediciones - a.ediciones,
  )[0],
];
const { id, borrador } = conBorrador;
await keep(admin, editVersionPath(id, borrador.id), 'constructor');
await keep(admin, `${inscritosPath(conGente.id)}?orden=-enviada`, 'inscritos');

const { ofertas } = await ask(persona, 'listOfertas', {});
const { curso, edicion, plantillaId } = ofertas.find(
  (one: { inscripcion: unknown; lugares: { libres: number } }) =>
    one.inscripcion === null && one.lugares.libres > 0,
);
const form = inscripcionPath(curso.id, plantillaId, curso.tipo, edicion.id);
await keep(await open(PHONE, 'persona'), form, 'inscripcion');

const { filas: emitidos } = await ask(admin, 'listDocumentosEmitidos', { tipo: 'certificado' });
const vigente = emitidos.find(({ estado }: { estado: string }) => estado === 'vigente');
await keep(await open(WIDE), validacionPath('certificado', vigente.folio), 'validacion');

await browser.close();
