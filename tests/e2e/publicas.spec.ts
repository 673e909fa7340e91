import { makeFolio } from '../../src/features/inscripciones/acuse/rules.ts';
import { test } from './escuela.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStanding,
  field,
  type Page,
  signIn,
} from './server.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footer = (page: Page) => page.getByRole('contentinfo');

/** Nothing sticks out at 320 px either. (axe needs what a page without script does not run: see below.) */
const expectNarrow = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
};

// As in inscripciones.spec.ts.
test.describe.configure({ mode: 'parallel' });

test('without script: the texts, and an acuse by its folio and by its link', async ({
  browser,
  escuela,
}) => {
  const { oferta, folio, path } = await escuela.acuse();
  const context = await browser.newContext({ baseURL: escuela.url, javaScriptEnabled: false });
  const page = await context.newPage();

  await page.goto('/privacy/aviso');
  await expect(heading(page, 'Aviso de privacidad')).toBeVisible();
  await expect(page).toHaveTitle('Aviso de privacidad · ENFJ');
  await expect(page.getByRole('article')).toContainText('20 días hábiles');
  // What cannot be done without script is not offered.
  await expect(page.getByLabel('Apariencia')).toBeHidden();
  await page.getByText('Qué cambió en cada versión').click();
  await expect(page.getByText('Es la primera que se publicó.')).toBeVisible();
  await expectNarrow(page);
  await footer(page).getByRole('link', { name: 'Términos de uso' }).click();
  await expect(heading(page, 'Términos de uso')).toBeVisible();
  await expectNarrow(page);
  // Past the head by keyboard, as in the application.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/acuse');
  await expect(page).toHaveTitle('Consultar un acuse · ENFJ');
  await expectNarrow(page);
  await page.getByRole('button', { name: 'Consultar' }).click();
  const wrong = page.getByRole('alert', { name: 'Revise lo siguiente' });
  await expect(wrong).toContainText('Escriba el folio del acuse.');
  await expect(wrong).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expectNarrow(page);
  await page.getByLabel('Folio del acuse').fill('ac26 0000');
  await page.keyboard.press('Enter');
  await expect(wrong).toContainText('lleva 17 letras y números; escribió 8');
  await expect(page.getByLabel('Folio del acuse')).toHaveValue('ac26 0000');
  await wrong.getByRole('link').click();
  await expect(page.getByLabel('Folio del acuse')).toBeFocused();
  await page.getByLabel('Folio del acuse').fill('AC26-0000-0000-0000-0');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No encontramos un acuse con ese folio')).toBeVisible();
  await expectNarrow(page);

  await page.getByLabel('Folio del acuse').fill(folio.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Este acuse existe' })).toBeVisible();
  await expect(page.getByText('Fernández')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /PDF/ })).toHaveCount(0);
  await expectNarrow(page);

  await page.goto(path);
  await expect(page).toHaveTitle(`Acuse ${folio} · ENFJ`);
  const paper = page.getByRole('article', { name: oferta.curso.nombre });
  await expect(paper).toContainText('Fernández de Lara Íñigo');
  await expect(paper).toContainText('Defensoría pública');
  await expect(paper).not.toContainText(/apoyo|Rampa/);
  await expectNarrow(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`acuse-${folio}.pdf`);
  await context.close();

  // A browser older than the portal is for may draw nothing: it is told, and no other is.
  const told = 'Su navegador es muy antiguo';
  const older = await (await browser.newContext({ baseURL: escuela.url })).newPage();
  await older.goto('/auth/login');
  await expect(heading(older, 'Ingresar')).toBeVisible();
  await expect(older.getByText(told)).toBeHidden();
  await older.addInitScript('delete HTMLElement.prototype.popover');
  await older.reload();
  await expect(older.getByText(told)).toBeVisible();
});

test('axe finds nothing on any of them, whatever they have to say', async ({
  browser,
  escuela,
}) => {
  const { folio, path } = await escuela.acuse();
  const context = await browser.newContext({ baseURL: escuela.url });
  // As they are without script: axe's own is the only one.
  await context.route('**/*.js', (route) => route.abort());
  const page = await context.newPage();
  for (const address of [
    '/privacy/aviso',
    '/privacy/terminos',
    '/acuse',
    '/acuse?folio=zz',
    '/acuse?folio=AC26-0000-0000-0000-0',
    `/acuse?folio=${folio}`,
    `/acuse?folio=${folio}&clave=x`,
    path,
  ]) {
    await page.goto(address);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  }
  await context.close();
});

test('the chosen theme goes along, from outside to inside and back', async ({
  browser,
  escuela,
}) => {
  const context = await browser.newContext({ baseURL: escuela.url, colorScheme: 'light' });
  const page = await context.newPage();
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.goto('/privacy/aviso');
  const light = await paper();
  await page.getByLabel('Apariencia').selectOption('Oscuro');
  await page.getByLabel('Tamaño del texto').selectOption('Muy grande');
  // The colours follow in the next frame.
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(field(page, 'Correo electrónico')).toBeVisible();
  await expect.poll(paper).toBe(dark);
  await expect(page.getByLabel('Apariencia')).toHaveValue('dark');

  // From the first moment that there is something to paint, without waiting for any script but its own.
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      window.themeAtFirst = document.documentElement.dataset.theme;
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto('/privacy/terminos');
  expect(await page.evaluate('window.themeAtFirst')).toBe('dark');
  await expect(page.getByLabel('Apariencia')).toHaveValue('dark');
  await expect(page.getByLabel('Tamaño del texto')).toHaveValue('larger');
  await expect.poll(paper).toBe(dark);
  await page.getByLabel('Apariencia').selectOption('Alto contraste');
  await expectAccessible(page);
  await context.close();
});

test('on paper they are dark on white, begin with the institution and carry no buttons', async ({
  browser,
  escuela,
}) => {
  const { path } = await escuela.acuse();
  const context = await browser.newContext({ baseURL: escuela.url, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(path);
  /** How light a colour is: the sum of its three parts. */
  const light = (of: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('${of}')).color.match(/[0-9]+/g).reduce((sum, n) => sum + Number(n), 0)`,
    );
  await expectStanding(page);
  expect(await light('article dt')).toBeGreaterThan(380);
  await page.emulateMedia({ media: 'print' });
  // Anew: Chromium does not always reckon colours again when only the medium changes.
  await page.reload();
  await expectStanding(page);
  expect(await light('article dt')).toBeLessThan(380);
  await expect(page.getByRole('banner')).toContainText('Escuela Nacional');
  await expect(page.getByRole('link', { name: 'Descargar PDF' })).toBeHidden();
  // As the document: whoever gets the paper can check it.
  await expect(page.getByText('Escanee el código QR')).toBeVisible();
  const qr = page.locator('img[src^="data:image/svg+xml"]');
  expect(
    await qr.evaluate<number, { naturalWidth: number }>((img) => img.naturalWidth),
  ).toBeGreaterThan(0);
  await expect(page.getByLabel('Apariencia')).toBeHidden();
  // Two sheets: what was whole or nothing left the first one empty.
  const printed = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  await context.close();
});

test('a PDF that one was given is compared in the browser, and goes nowhere', async ({
  browser,
  escuela,
}) => {
  const { folio, path } = await escuela.acuse();
  const context = await browser.newContext({ baseURL: escuela.url });
  const page = await context.newPage();
  const pdf = await (
    await page.request.get(path.replace(`/acuse?folio=${folio}&`, `/acuse/${folio}.pdf?`))
  ).body();
  await page.goto(path);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const said = page.getByRole('status');
  const choose = async (buffer: Buffer) => {
    await page.getByLabel('Elegir el PDF').setInputFiles({
      name: 'acuse.pdf',
      mimeType: 'application/pdf',
      buffer,
    });
  };
  await choose(pdf);
  await expect(said).toContainText('El archivo es idéntico al PDF');
  const altered = Buffer.from(pdf);
  altered[altered.length >> 1]! ^= 1;
  await choose(altered);
  await expect(said).toContainText('Está alterado');
  await expectAccessible(page);
  await choose(Buffer.from('%PDF-1.7 de otra escuela %%EOF'));
  await expect(said).toContainText('No es de la escuela');
  // Of one whose download was cut nothing is said but that.
  await choose(pdf.subarray(0, pdf.length >> 2));
  await expect(said).toContainText('Está incompleto');
  expect(sent).toEqual([]);
  await context.close();
});

test('inside the application they open and close without losing what was typed', async ({
  page,
}) => {
  await page.goto('/auth/register');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await field(page, 'Correo electrónico').fill('ana@correo.example');
  await footer(page).getByRole('link', { name: 'Aviso de privacidad' }).click();
  await expect(heading(page, 'Aviso de privacidad')).toBeVisible();
  await page.goBack();
  await expect(field(page, 'Correo electrónico')).toHaveValue('ana@correo.example');
  // What is asked next begins at its head, and not nowhere.
  await page.goto('/auth/login');
  loads.length = 0;
  await page.getByRole('link', { name: 'Consúltelo por su folio' }).click();
  await field(page, 'Folio del acuse').fill(makeFolio(2026, '000000000000'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No encontramos un acuse con ese folio')).toBeVisible();
  await expect(heading(page, 'Consultar un acuse')).toBeFocused();
  expect(loads).toEqual([]);
});

test('who is in stays in their frame; from its address it is the same page', async ({
  page,
  escuela,
}) => {
  const { person, path } = await escuela.acuse();
  await signIn(page, person);
  await page.getByRole('link', { name: 'Matrícula' }).first().click();
  await page.getByRole('link', { name: 'Ver acuse' }).click();
  await expect(heading(page, 'Acuse de inscripción')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  const content = () => page.getByRole('article').textContent();
  await expectStanding(page);
  const inside = await content();
  expect(inside).toContain('Sí, acepto');
  const up = page.getByRole('navigation', { name: 'Ruta de navegación' });
  await up.getByRole('link', { name: 'Matrícula' }).click();
  await expect(heading(page, 'Matrícula')).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Volver a mi portal' })).toBeVisible();
  await expectStanding(page);
  expect(await content()).toBe(inside);
  await page.getByRole('link', { name: 'Volver a mi portal' }).click();
  await expect(heading(page, 'Inicio').or(page.getByRole('heading', { level: 1 }))).toBeVisible();
});
