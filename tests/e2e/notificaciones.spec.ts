/** What happened to somebody: the bell, live; the list; by which way avisos come; and an Admin's own words in a letter. */
import { ADMIN, PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, field, signIn } from './server.ts';

test('the bell counts what happens while one looks, leads there, and the list says it all', async ({
  page,
  demo,
}) => {
  const { db, notificaciones } = demo.services;
  const { uid } = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', PERSONA.email)
    .executeTakeFirstOrThrow();
  await signIn(page, PERSONA, demo.url);
  const bellOf = (tab: typeof page) => tab.getByRole('button', { name: /^Notificaciones/ });
  const bell = bellOf(page);
  // Of the tabs of a browser one hears the server, and tells the others.
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs.slice(1)) await tab.goto(demo.url);
  /** Those of the account that nobody read: other journeys of this server also tell it things, some of them late. */
  const sinLeer = (about: string) =>
    db
      .selectFrom('notificaciones')
      .select(({ fn }) => fn.countAll<string>().as('cuantas'))
      .where('uid', '=', uid)
      .where('leida_en', 'is', null)
      .where(({ eb, or }) => or([eb('titulo', 'like', about), eb('enlace', 'like', about)]))
      .executeTakeFirstOrThrow()
      .then(({ cuantas }) => Number(cuantas));
  /** The bell says what the database has, of which so many are of one title or address. */
  const expectUnread = async (about: string, ones: number) => {
    await expect.poll(() => sinLeer(about)).toBe(ones);
    await expect(async () => {
      const all = await sinLeer('%');
      for (const tab of tabs) {
        await expect(bellOf(tab)).toHaveText(`Notificaciones${all} sin leer`, { timeout: 1_000 });
      }
    }).toPass();
  };
  const ACEPTADA = 'Su inscripción fue aceptada';
  await expectUnread(ACEPTADA, 0);
  await db.transaction().execute((trx) =>
    notificaciones.notify(trx, {
      ...{ to: PERSONA.email, uid, clase: 'pedidos', enlace: '/matricula' },
      subject: ACEPTADA,
      paragraphs: ['Tiene lugar.'],
      reason: 'Recibe este mensaje porque envió una inscripción.',
    }),
  );
  await expectUnread(ACEPTADA, 1);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(
    panel.getByRole('listitem').filter({ hasText: 'Sin leer: Su inscripción' }),
  ).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('link', { name: ACEPTADA }).click();
  await expect(page).toHaveURL(`${demo.url}/matricula`);
  await expect(panel).toBeHidden();
  await expectUnread(ACEPTADA, 0);
  for (const tab of tabs.splice(1)) await tab.close();

  // The place of another is opened by its own way.
  // Only the list's own address: journeys of this server may have left conversations unread.
  expect(await sinLeer('/support')).toBe(1);
  await page.getByRole('link', { name: 'Soporte' }).first().click();
  await expectUnread('/support', 0);

  await bell.click();
  await panel.getByRole('link', { name: 'Ver todas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Marcar todas como leídas' }).click();
  await expect(bell).toHaveText('Notificaciones');
  await page.getByLabel('Solo sin leer').check();
  await expect(page.getByText('Todo está leído')).toBeVisible();

  await page.getByRole('link', { name: 'Elegir mis avisos' }).click();
  await page.getByRole('button', { name: 'Cambiar mis avisos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Por dónde recibe sus avisos' });
  await dialog.getByLabel('Documentos revisados').selectOption('En un resumen semanal');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Se guardó por dónde recibe sus avisos.')).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Documentos revisados' }),
  ).toContainText('En un resumen semanal');
});

test('an Admin writes the text of a letter, sees how it reads, and what it said before', async ({
  page,
  demo,
}) => {
  await signIn(page, ADMIN, demo.url);
  await page.goto(`${demo.url}/correos?ver=textos`);
  const row = page.getByRole('listitem').filter({ hasText: 'Soporte: respuesta por leer' });
  await row.getByRole('button', { name: /^Cambiar/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Soporte: respuesta por leer' });
  await field(page, 'Asunto').fill('Respuesta para {nombre}');
  await dialog.getByRole('button', { name: 'Guardar texto' }).click();
  await expect(dialog).toContainText('«{nombre}» no es un campo de esta carta.');
  await field(page, 'Asunto').fill('Hay una respuesta en su conversación {folio}');
  await expect(dialog.getByRole('region', { name: 'Vista previa con ejemplos' })).toContainText(
    'Hay una respuesta en su conversación 7K3M-Q2XF',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Guardar texto' }).click();
  await expect(row).toContainText('Modificado');
  await row.getByRole('button', { name: /^Versiones/ }).click();
  await expect(page.getByRole('dialog', { name: /^Versiones/ })).toContainText('Versión 1');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
