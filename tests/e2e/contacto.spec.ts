import { PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from './server.ts';

test('a person sees where their notices go, and changes or ends it', async ({ page, demo }) => {
  await signIn(page, PERSONA);
  const mails = async () =>
    (await (await page.request.get(`${demo.url}/dev/mail.json`)).json()) as {
      to: string;
      subject: string;
      links: string[];
    }[];
  const confirm = async (to: string) => {
    await expect.poll(async () => (await mails()).some((mail) => mail.to === to)).toBe(true);
    const { links } = (await mails()).find((mail) => mail.to === to)!;
    const { pathname, search } = new URL(links[0]!);
    await page.goto(pathname + search);
    await expect(
      page.getByRole('heading', { name: 'Su correo de contacto quedó confirmado' }),
    ).toBeVisible();
  };
  const [viejo, nuevo] = ['contacto.viejo@correo.example', 'contacto.nuevo@correo.example'];
  await page.evaluate(
    (email) =>
      fetch('/us-central1/requestCorreoContacto', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { email } }),
      }),
    viejo,
  );
  await confirm(viejo);
  await page.goto('/preferencias');
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  await expect(row(viejo)).toContainText('Confirmado');
  await expectAccessible(page);

  await page.getByRole('button', { name: `Cambiar ${viejo} por otro` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Correo de contacto nuevo').fill(PERSONA.email);
  await dialog.getByRole('button', { name: 'Cambiar el correo' }).click();
  await expect(dialog).toContainText('Es el correo de su cuenta');
  await expectAccessible(page);
  await dialog.getByLabel('Correo de contacto nuevo').fill(nuevo);
  await dialog.getByRole('button', { name: 'Cambiar el correo' }).click();
  await expect(row(nuevo)).toContainText('Por confirmar');
  await expect(row(viejo)).toHaveCount(0);
  await confirm(nuevo);

  await page.clock.install();
  await page.goto('/preferencias');
  await expect(row(nuevo)).toContainText('Confirmado');
  await page.getByRole('button', { name: `Quitar ${nuevo}` }).click();
  // What was done is said for 5000 ms, the specification's time: the page's stands still meanwhile.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
  await dialog.getByRole('button', { name: 'Quitar el correo' }).click();
  const said = page.getByText(`Los avisos ya no llegan a ${nuevo}.`);
  await expect(said).toBeVisible();
  // The clock goes on in leaps, in which nothing is drawn: what the dialog leaves behind stands by then.
  await expect(dialog).toHaveCount(0);
  await expect(row(nuevo)).toHaveCount(0);
  await page.clock.runFor(4_500);
  await expect(said).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(said).toBeHidden();
  await page.clock.resume();
  await expect(page.getByText('Puede agregar otro')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  await expect
    .poll(async () => (await mails()).map(({ to, subject }) => `${to}: ${subject}`))
    .toContain(`${nuevo}: Ya no se enviarán avisos a este correo`);
});
