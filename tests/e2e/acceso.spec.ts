/** Changing one's own password and email, from the account menu to the last mail. */
import { Secret, TOTP } from 'otpauth';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signInByHand,
  test,
} from './server.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const openPreferencias = async (page: Page) => {
  await page.getByRole('button', { name: /Cuenta de/ }).click();
  await page.getByRole('link', { name: 'Preferencias y seguridad' }).click();
  await expect(page.getByRole('heading', { name: 'Contraseña', exact: true })).toBeVisible();
};

test('a person changes password and email; other sessions end, and every mail says so', async ({
  page,
  browser,
  portal,
}) => {
  test.slow();
  const person = await portal.person();
  const context = await browser.newContext({ baseURL: portal.url });
  const elsewhere = await context.newPage();
  await signInByHand(elsewhere, person);

  // The terms tell people to change it, and lead there.
  await page.goto('/privacy/terminos');
  await page.getByRole('link', { name: 'cámbiela' }).click();
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL(/\/person\/[A-Z0-9]{18}\?ver=preferencias$/);
  const other = page.getByRole('button', { name: /^Cerrar la sesión de Chrome.*, desde el / });
  await expect(other).toHaveCount(1);

  const dialog = page.getByRole('dialog');
  const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const password = 'otra frase larga y serena';
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await expect(field(page, 'Contraseña actual')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Contraseña actual').fill('no es esta, seguro');
  await field(page, 'Contraseña nueva').fill('corta');
  await send('Cambiar la contraseña');
  await expect(dialog.getByRole('link', { name: /Use 12 caracteres/ })).toBeVisible();
  await field(page, 'Contraseña nueva').fill(password);
  await send('Cambiar la contraseña');
  await expect(dialog.getByRole('link', { name: /actual no es correcta/ })).toBeVisible();
  // What was typed stays: only what is wrong is typed again.
  await expect(field(page, 'Contraseña nueva')).toHaveValue(password);
  await field(page, 'Contraseña actual').fill(password);
  await send('Cambiar la contraseña');
  await expect(dialog.getByRole('link', { name: /Es la misma contraseña/ })).toBeVisible();
  await field(page, 'Contraseña actual').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Su contraseña cambió', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar la contraseña' })).toBeFocused();
  await expect(other).toHaveCount(0);
  const changed = await portal.mail(person.email, 'Su contraseña cambió');
  expect(changed.text).toContain('Desde: Chrome en Linux');
  await elsewhere.goto('/matricula');
  await expect(heading(elsewhere, 'Ingresar')).toBeVisible();

  const email = person.email.replace('@', '.nueva@');
  await page.getByRole('button', { name: 'Cambiar el correo' }).click();
  await expect(field(page, 'Contraseña actual')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Contraseña actual').fill(password);
  await field(page, 'Correo nuevo').fill(person.email.toUpperCase());
  await send('Enviar el mensaje');
  await expect(dialog.getByRole('link', { name: /Ese ya es el correo/ })).toBeVisible();
  await field(page, 'Correo nuevo').fill(email);
  await send('Enviar el mensaje');
  await expect(page.getByText('Falta un paso para cambiar su correo')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar el correo' })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const asked = await portal.mail(person.email, 'Se pidió cambiar el correo de su cuenta');
  expect(asked.text).toContain(email);

  // Cancelled, and asked for again.
  await page.getByRole('button', { name: 'Cancelar el cambio' }).click();
  await expect(page.getByText('Falta un paso para cambiar su correo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cambiar el correo' })).toBeFocused();
  const cancelled = await portal.mail(email, 'Confirme su nuevo correo');
  await page.getByRole('button', { name: 'Cambiar el correo' }).click();
  await field(page, 'Contraseña actual').fill(password);
  await field(page, 'Correo nuevo').fill(email);
  await send('Enviar el mensaje');
  const { links } = await portal.mail(email, 'Confirme su nuevo correo', 1);
  await page.goto(cancelled.links[0] ?? '');
  await expect(heading(page, 'El enlace ya no sirve')).toBeVisible();
  await expectAccessible(page);

  // Opened where nobody is signed in, it asks who one is; with the old address, which still counts.
  await elsewhere.goto(links[0] ?? '');
  await expect(heading(elsewhere, 'Confirme su nuevo correo')).toBeVisible();
  await expectAccessible(elsewhere);
  await field(elsewhere, 'Correo electrónico').fill(person.email);
  await field(elsewhere, 'Contraseña').fill(password);
  await elsewhere.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(elsewhere, 'Su correo cambió')).toBeVisible();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('link', { name: 'Ir a mis preferencias' }).click();
  await expect(elsewhere.getByText(`Su correo es ${email}.`)).toBeVisible();
  for (const to of [person.email, email]) {
    expect((await portal.mail(to, 'El correo de su cuenta cambió')).text).toContain(email);
  }

  // The session that asked is over, as every other one.
  await page.goto('/matricula');
  await expect(heading(page, 'Ingresar')).toBeVisible();
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('link', { name: /no son correctos/ })).toBeVisible();
  await signInByHand(page, { email, password });
  await context.close();
});

test('with a second factor, the code is asked too; it moves to another telephone', async ({
  page,
  portal,
}) => {
  test.slow();
  const person = await portal.person();
  await signInByHand(page, person);
  await openPreferencias(page);
  const dialog = page.getByRole('dialog');
  const begin = async () => {
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    const secret = page.getByText(/^([A-Z2-7]{4}[ -]){7}[A-Z2-7]{4}$/);
    await expect(secret).toBeVisible();
    const text = ((await secret.textContent()) ?? '').replace(/[^A-Z2-7]/g, '');
    await field(page, 'Código de seis cifras').fill(
      new TOTP({ secret: Secret.fromBase32(text) }).generate(),
    );
    await page.getByRole('button', { name: 'Activar', exact: true }).click();
    const first = page.getByRole('list').getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(first).toHaveCount(10);
    const codigos = await first.allTextContents();
    await page.getByRole('checkbox', { name: 'Ya guardé mis códigos' }).check();
    await page.getByRole('button', { name: 'Terminar' }).click();
    return codigos;
  };
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
  await field(page, 'Contraseña actual').fill(person.password);
  const [one = '', two = ''] = await begin();
  await portal.mail(person.email, 'Su cuenta tiene segundo factor');

  const password = 'una frase distinta y larga';
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await field(page, 'Contraseña actual').fill(person.password);
  await field(page, 'Contraseña nueva').fill(password);
  await expect(field(page, 'Código de seis cifras')).toHaveAttribute('inputmode', 'numeric');
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(field(page, 'Código de recuperación')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(one);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Su contraseña cambió', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Pasarlo a otro teléfono' }).click();
  await expect(field(page, 'Contraseña actual')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Contraseña actual').fill(password);
  await dialog.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await field(page, 'Código de recuperación').fill(one);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('link', { name: /no es correcto o ya se usó/ })).toBeVisible();
  await field(page, 'Contraseña actual').fill(password);
  await field(page, 'Código de recuperación').fill(two);
  const fresh = await begin();
  expect(fresh).not.toContain(two);
  await portal.mail(person.email, 'Su segundo factor cambió');
  await expect(page.getByText('Le quedan 10 códigos de recuperación')).toBeVisible();
});
