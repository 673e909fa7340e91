/** The pre-application to a graduate programme, from the open calls to its acuse. */
import { PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from './server.ts';

test('a person sends a pre-application at 360 px, and its acuse opens', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(page, PERSONA);
  await page.goto('/presolicitudPosgrado');
  await page.getByRole('link', { name: 'Ver la convocatoria' }).click();
  for (const documento of [/^Acta de nacimiento/, /^Cédula profesional/, /^Currículum vitae/]) {
    await page.getByRole('combobox', { name: documento }).selectOption({ index: 1 });
  }
  await page.getByLabel('Horas semanales disponibles').fill('20');
  await page.getByLabel('Acepto la declaración').check();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByText('Revisar y enviar', { exact: true }).click();
  await page.getByRole('button', { name: 'Enviar presolicitud' }).click();
  await expect(page.getByText('Siguientes pasos')).toBeVisible();
  await expect(page.getByText('Presolicitud enviada', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Ver en línea/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acuse');
});
