import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, signIn } from './server.ts';

const dir = mkdtempSync(join(tmpdir(), 'hojas-'));
const file = (name: string, text: string) => {
  const path = join(dir, name);
  writeFileSync(path, text, 'latin1');
  return path;
};

const tray = (page: Page) => page.getByRole('button', { name: /^Trabajos/ });

test('a spreadsheet is imported: file, columns, errors by row, and its report in the tray', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/catalogs?catalogo=areas');
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Importar/ });
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Elija el archivo que quiere importar.');
  await expectAccessible(page);

  const bad = file('malas.csv', 'CLAVE;Denominación\nDER_AGR;Derecho agrario\nDER_AGR;Otra área\n');
  await dialog.getByLabel('Archivo', { exact: true }).setInputFiles(bad);
  await page.route('**/api/importaciones?*', (route) => route.abort('connectionreset'), {
    times: 1,
  });
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Se perdió la conexión');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByText(/Falta indicar Nombre/)).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByLabel('Columna del archivo para Nombre')
    .selectOption({ label: 'Denominación' });
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog.getByText('Hay 1 error')).toBeVisible();
  await expect(dialog.getByText(/Se repite: la fila 2 ya lo tiene/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await dialog.getByRole('button', { name: 'Elegir otro archivo' }).click();
  const good = file(
    'buenas.csv',
    'Clave;Nombre\nDER_AGR;Derecho agrario\nDER_MAR;Derecho marítimo\n',
  );
  await dialog.getByLabel('Archivo', { exact: true }).setInputFiles(good);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog.getByText('Sin errores')).toBeVisible();
  await expect(dialog.getByText('2 nuevas', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click();
  // Whoever goes on meanwhile is told, with the report there and then, and the list has the rows.
  await page.keyboard.press('Escape');
  const told = page.getByRole('status').filter({ hasText: 'Se importaron 2 filas.' });
  await expect(told.getByRole('link', { name: 'Descargar' })).toBeVisible({ timeout: 20_000 });
  await expect(tray(page)).toContainText('1 terminado sin ver');
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Derecho marítimo', exact: true })).toBeVisible();

  // What the tray says survives a reload; the report can be downloaded from it.
  await page.reload();
  await tray(page).click();
  const panel = page.getByRole('dialog', { name: 'Trabajos' });
  await expect(panel.getByText('Se importaron 2 filas.')).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: /Descargar Informe de buenas/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Informe de buenas.xlsx');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(tray(page)).toBeFocused();
});

test('a reference that nobody is called is asked about once; what changes is shown before', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/catalogs?catalogo=sedes');
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Importar/ });
  const doubtful = file(
    'dudas.csv',
    'Clave;Nombre;Entidad\nCENTRAL;Sede del centro;\nNTE;Sede norte;Chihuaha\nNTE2;Sede norte 2;CHIHUAHA\n',
  );
  await dialog.getByLabel('Archivo', { exact: true }).setInputFiles(doubtful);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  const asked = dialog.getByRole('group', { name: /«Chihuaha». ¿Quiso decir…\?/ });
  await expect(asked).toContainText('En 2 filas');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await asked.getByLabel('Chihuahua (CH)').check();
  await dialog.getByRole('button', { name: 'Usar mis respuestas y revisar otra vez' }).click();
  await expect(dialog.getByText('2 nuevas · 1 cambia', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/antes .* después Sede del centro/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a short list that the filters show is downloaded at once', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/catalogs?catalogo=areas');
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar la lista' });
  await dialog.getByLabel(/CSV/).check();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Descargar otra vez' })).toBeVisible();
});
