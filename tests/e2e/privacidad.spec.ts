import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { ESCOLAR, PERSONA, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signIn,
} from './server.ts';

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { name, level });

test('the privacy notice says all that it must, its version and where to go', async ({ page }) => {
  await page.goto('/privacy/aviso');
  await expect(heading(page, 'Aviso de privacidad')).toBeVisible();
  const text = page.getByRole('article');
  for (const said of [
    'es responsable del tratamiento',
    'Domicilio: Avenida de la Judicatura 100',
    'en cualquier caso, a los 60 días',
    'Son sensibles los datos relativos a una discapacidad',
    'No hay finalidades que requieran su consentimiento',
    'No se realizan transferencias que requieran su consentimiento',
    'Domicilio de la Unidad de Transparencia: Avenida de la Judicatura 102',
    'Contacto de la Unidad de Transparencia: transparencia@',
    '20 días hábiles',
    'podrá negarse sin consecuencia alguna',
    'Cuando sean de fondo, se le pedirá que los lea y acepte al ingresar',
    `Versión ${VERSIONES.aviso}. Última actualización: `,
  ]) {
    await expect(text).toContainText(said);
  }
});

test('who has not accepted the texts in force reads and accepts them before anything else', async ({
  page,
  browser,
  demo,
}) => {
  const { db } = demo.services;
  const { uid } = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', PERSONA.email)
    .executeTakeFirstOrThrow();
  // Somebody who is in already, when a text of substance is published.
  const inUse = await browser.newContext({ baseURL: demo.url });
  const other = await inUse.newPage();
  await signIn(other, PERSONA);
  await expect(heading(other, 'Antes de empezar')).toHaveCount(0);
  await db.deleteFrom('aceptaciones').where('uid', '=', uid).execute();
  // Whatever asks the portal next finds out: the link, or what home still had to ask by itself.
  await other.evaluate('document.querySelector(\'a[href="/matricula"]\')?.click()');
  await expect(heading(other, 'Antes de empezar')).toBeVisible();
  await expect(other.locator(':focus')).toContainText('Antes de empezar');
  await inUse.close();

  await page.goto('/auth/login?volver=%2Fmatricula');
  await field(page, 'Correo electrónico').fill(PERSONA.email);
  await field(page, 'Contraseña').fill(PERSONA.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(page, 'Antes de empezar')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  // No address gets past it; the texts themselves are open.
  await page.goto('/');
  await expect(heading(page, 'Antes de empezar')).toBeVisible();
  await page.goto('/privacy/terminos');
  await expect(heading(page, 'Términos de uso')).toBeVisible();
  await page.getByRole('link', { name: 'Volver a mi portal' }).click();
  await page.getByText('Leer el aviso de privacidad').click();
  await expect(heading(page, '1. Quién es responsable de sus datos', 3)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: /acepto los términos/ }).check();
  await page.getByRole('button', { name: 'Aceptar y continuar' }).click();
  const missing = page.getByRole('link', { name: /Lea el aviso de privacidad y marque/ });
  await missing.click();
  await expect(page.getByRole('checkbox', { name: /acepto el aviso/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Aceptar y continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Inscripciones abiertas' })).toBeVisible();
  await expect(heading(page, 'Antes de empezar')).toHaveCount(0);
  const rows = await db
    .selectFrom('aceptaciones')
    .select('documento')
    .where('uid', '=', uid)
    .execute();
  expect(rows.map(({ documento }) => documento).sort()).toEqual(['aviso', 'terminos']);
});

test('who accepted an earlier notice reads what changed, and is asked for that text only', async ({
  page,
  demo,
}) => {
  const { db } = demo.services;
  await db
    .updateTable('aceptaciones')
    .set({ version: '2026-11' })
    .where('uid', 'in', (cuentas) =>
      cuentas.selectFrom('cuentas').select('uid').where('email', '=', ESCOLAR.email),
    )
    .execute();
  await page.goto('/auth/login');
  await field(page, 'Correo electrónico').fill(ESCOLAR.email);
  await field(page, 'Contraseña').fill(ESCOLAR.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(page, 'Hay cambios que debe conocer')).toBeVisible();
  await expect(
    page.getByText('Desde su última visita cambió el aviso de privacidad.'),
  ).toBeVisible();
  await expect(page.getByText('Se agregan los domicilios de la institución')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Leí y acepto el aviso de privacidad' }).check();
  await page.getByRole('button', { name: 'Aceptar y continuar' }).click();
  await expect(heading(page, 'Hay cambios que debe conocer')).toHaveCount(0);
});
