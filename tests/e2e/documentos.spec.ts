/** A document from its person to who reviews it, by the keyboard alone. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePdf } from '../factories/documentos.ts';
import { ESCOLAR, PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from './server.ts';

test('a document is sent, looked at, and reviewed by the keyboard', async ({
  page,
  browser,
  demo,
}) => {
  test.slow();
  await signIn(page, PERSONA);
  await page.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await page.getByRole('tab', { name: 'Documentos' }).click();
  await expect(page.getByRole('heading', { name: 'Sus documentos' })).toBeVisible();
  await expectAccessible(page);

  const place = page.getByRole('article').filter({ hasText: 'Pasaporte' });
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await place.getByRole('button', { name: /^Enviar/ }).press('Enter');
    await (await chooser).setFiles({ name: 'pasaporte.pdf', mimeType: 'application/pdf', buffer });
  };
  await choose(Buffer.from('MZ\x90 no es lo que dice su nombre'));
  await expect(place.getByRole('alert')).toContainText('no es un PDF ni una foto');
  await choose(await makePdf(1, (pdf) => pdf.addJavaScript('a', 'app.alert(1)')));
  await expect(place.getByRole('alert')).toContainText('por seguridad no se admite');

  // The network is cut once the first piece has arrived.
  const large = await makePdf(3, (pdf) => {
    pdf.context.register(pdf.context.stream(randomBytes(1_500_000), {}));
  });
  const offsets: number[] = [];
  let cut = true;
  await page.route('**/v0/b/**upload_id=**', async (route) => {
    const at = Number((await route.request().allHeaders())['x-goog-upload-offset'] ?? -1);
    if (at >= 0) offsets.push(at);
    if (cut && at !== 0) await route.abort('internetdisconnected');
    else await route.continue();
  });
  await choose(large);
  await expect(place.getByText(/^Enviando Pasaporte: 1\d %, en pausa$/)).toBeVisible();
  // Although one was refused before, and what said so has gone with the button: one is still where one was.
  await expect(place.locator(':focus')).toHaveCount(1);
  await expectAccessible(page);
  await place.getByRole('button', { name: 'Cancelar el envío' }).press('Enter');
  await expect(place.getByRole('button', { name: /^Enviar/ })).toBeFocused();
  await choose(large);
  const paused = place.getByText(/, en pausa$/);
  await expect(paused).toBeVisible();
  // Nothing is lost by looking at something else.
  await page.getByRole('tab', { name: 'Contactos' }).click();
  await page.getByRole('tab', { name: 'Documentos' }).click();
  await expect(paused).toBeVisible();
  offsets.length = 0;
  cut = false;
  await place.getByRole('button', { name: 'Continuar ahora' }).press('Enter');
  await expect(place.getByText('Por revisar')).toBeVisible();
  // From where it was.
  expect(Math.min(...offsets)).toBeGreaterThan(0);
  await page.unroute('**/v0/b/**upload_id=**');

  // Scans whose only page is a JPEG 2000, or a JBIG2: drawn, under the policy of the page.
  for (const name of ['jpx.pdf', 'jbig2.pdf']) {
    await choose(readFileSync(join(import.meta.dirname, '../fixtures/escaneos', name)));
    await expect(
      place.getByText('1 versión anterior').or(place.getByText(/versiones anteriores/)),
    ).toBeVisible();
    await place.getByRole('button', { name: 'Ver Pasaporte' }).press('Enter');
    const drawn = page.getByRole('img', { name: 'Pasaporte, página 1 de 1 (imagen)' });
    // Dark on the left, white on the right.
    const halves = () =>
      drawn.evaluate((element) =>
        [0.25, 0.75].map((x) => {
          const canvas = element as unknown as {
            width: number;
            height: number;
            getContext: (kind: '2d') => {
              getImageData: (...box: number[]) => { data: Uint8ClampedArray };
            };
          };
          const { width, height } = canvas;
          const context = canvas.getContext('2d');
          return context.getImageData(Math.floor(width * x), Math.floor(height / 2), 1, 1).data[0]!;
        }),
      );
    await expect.poll(halves, { message: name }).toEqual([0, 255]);
    await page.keyboard.press('Escape');
  }

  await choose(await makePdf(3));
  await expect(place.getByText('3 versiones anteriores')).toBeVisible();

  await place.getByRole('button', { name: 'Ver Pasaporte' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Pasaporte, página 1 de 3' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'Pasaporte, página 2 de 3' })).toBeVisible();
  await expect(page.getByText('Hoja 2')).toBeAttached();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: /^Acercamiento 125/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Who reviews it begins with this one.
  const { id } = await demo.services.db
    .selectFrom('documentos')
    .select('id')
    .orderBy('creado_en', 'desc')
    .executeTakeFirstOrThrow();
  const context = await browser.newContext({ baseURL: demo.url });
  const staff = await context.newPage();
  await signIn(staff, ESCOLAR);
  await staff.goto(`/revision/documentos?documento=${id}`);
  const title = staff.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('Pasaporte');
  await expect(staff.getByRole('img', { name: 'Pasaporte, página 1 de 3' })).toBeVisible();
  await staff.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(staff);
  await staff.setViewportSize({ width: 1280, height: 800 });
  await staff.keyboard.press('r');
  const dialog = staff.getByRole('dialog', { name: 'Rechazar: Pasaporte' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  // Whoever is to write several lines sees several.
  expect((await dialog.locator('textarea').boundingBox())!.height).toBeGreaterThan(72);
  await expectAccessible(staff);
  await staff.keyboard.press('ArrowDown');
  await staff.keyboard.press('Enter');
  await expect(staff.getByText('Lo último: rechazado, Pasaporte')).toBeVisible();
  await expect(title).not.toHaveText('Pasaporte');
  await expect(title).toBeFocused();
  await staff.keyboard.press('d');
  await expect(title).toHaveText('Pasaporte');
  await expect(title).toBeFocused();
  await staff.keyboard.press('v');
  await expect(staff.getByText('Lo último: validado, Pasaporte')).toBeVisible();
  await context.close();

  await page.reload();
  await expect(place.getByText('Validado', { exact: true })).toBeVisible();
});
