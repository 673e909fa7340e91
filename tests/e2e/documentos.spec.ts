/** A document from its person to who reviews it, by the keyboard alone. */
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
  await choose(await makePdf(3));
  await expect(place.getByText('Por revisar')).toBeVisible();

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
