/** The letter of a referee: without script, with it, and as the applicant. */
import { NIVELES, VALORACIONES } from '../../src/features/posgrado/recomendaciones/rules.ts';
import { test } from './escuela.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, signIn } from './server.ts';

const CARTA = `Recomiendo a esta persona sin reserva. ${'Trabajó conmigo tres años. '.repeat(12)}`;
const carta = (page: Page) => page.getByLabel('Carta', { exact: true });

const fill = async (page: Page) => {
  await page.getByLabel(/^Cómo conoce a/).fill('Dirigí su tesis.');
  await carta(page).fill(CARTA);
  for (const label of Object.values(VALORACIONES)) {
    await page.getByLabel(label).selectOption({ label: NIVELES.bueno });
  }
  await page.getByLabel(/^Soy Dra. Marta/).check();
};

test('without script and at 320 px: a refusal loses nothing, the letter is taken once', async ({
  browser,
  escuela,
}) => {
  const { path } = await escuela.carta();
  const context = await browser.newContext({
    ...{ baseURL: escuela.url, javaScriptEnabled: false },
    viewport: { width: 320, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(path);
  await expectNoSidewaysScroll(page);
  await fill(page);
  await carta(page).fill('Muy breve.');
  await page.getByRole('button', { name: 'Enviar la carta' }).click();
  await expect(page.getByRole('alert')).toContainText('escribió 10');
  await expect(page).toHaveTitle('Error: Carta de recomendación · ENFJ');
  await expect(carta(page)).toHaveValue('Muy breve.');
  await expect(page.getByLabel(VALORACIONES.analisis)).toHaveValue('bueno');
  await expect(page.getByLabel(/^Soy Dra. Marta/)).toBeChecked();
  await expectNoSidewaysScroll(page);
  await carta(page).fill(CARTA);
  await page.getByRole('button', { name: 'Enviar la carta' }).click();
  await expect(page.getByText('Carta recibida')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
  await page.goto(path);
  await expect(page.getByText('Carta recibida')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar la carta' })).toHaveCount(0);
  await context.close();
});

test('with script: what is typed outlives the page; the applicant gets nothing', async ({
  page,
  browser,
  escuela,
}) => {
  const { person, path } = await escuela.carta();
  await page.goto(path);
  await expectAccessible(page);
  await carta(page).fill(CARTA);
  await page.reload();
  await expect(carta(page)).toHaveValue(CARTA);
  await expect(page.getByRole('status')).toContainText('Se recuperó');

  const theirs = await browser.newContext({ baseURL: escuela.url });
  const own = await theirs.newPage();
  await signIn(own, person);
  await own.goto(path);
  await expect(own.getByText('Página de quien recomienda')).toBeVisible();
  await expect(own.getByRole('textbox')).toHaveCount(0);
  await theirs.close();

  await page.getByText('No puedo recomendar').click();
  await page.getByRole('button', { name: 'Declinar' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirme que no enviará una carta.');
  await expect(carta(page)).toHaveValue(CARTA);
  await expectAccessible(page);
  await page.getByLabel('Confirmo que no enviaré una carta.').check();
  await page.getByRole('button', { name: 'Declinar' }).click();
  await expect(page.getByText('Carta declinada')).toBeVisible();
  await expectAccessible(page);
  const kept = await page.evaluate(() => Object.keys(sessionStorage).join());
  expect(kept).not.toContain('borrador/');
});
