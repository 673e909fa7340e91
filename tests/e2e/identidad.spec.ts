import { TOTP } from 'otpauth';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  newPerson,
  PASSWORD,
  type Page,
  type Person,
  signIn,
  test,
} from './server.ts';

const UNVERIFIED = 'Debe verificar su correo para poder ingresar.';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const accept = (page: Page) => page.getByRole('checkbox', { name: /^He leído y acepto/ });

const fillRegistration = async (page: Page, person: Person) => {
  // The sign-in screen, which has a field of the same name, stays until this one is there.
  await expect(field(page, 'CURP')).toBeVisible();
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await field(page, 'CURP').fill(person.curp);
  await field(page, 'Nombre o nombres').fill(person.nombre);
  await field(page, 'Primer apellido').fill(person.apellidoPaterno);
  await field(page, 'Segundo apellido').fill(person.apellidoMaterno);
  await accept(page).check();
};

// biome-ignore lint/suspicious/noExplicitAny: an answer of the server
type Result = { result: any };

/** The callables that the page called, in order, with what was sent. */
const recordCalls = (page: Page) => {
  const calls: { name: string; data: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const name = /\/us-central1\/(\w+)$/.exec(request.url())?.[1];
    if (name && !name.endsWith('Sesion')) calls.push({ name, data: request.postDataJSON().data });
  });
  return calls;
};

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

const tokenCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'token');

test('from registration to home and out again', async ({ page, portal }) => {
  const person = newPerson();
  const calls = recordCalls(page);

  // Somebody shared a link with them: all of it ends there.
  await page.goto('/rutas');
  await page.getByRole('link', { name: 'Crear una cuenta' }).click();
  await fillRegistration(page, { ...person, curp: person.curp.toLowerCase() });
  await expect(page.getByText('Confirme que es correcto')).toBeVisible();
  await expect(page.getByText('Mujer')).toBeVisible();
  await expect(page.getByText('Ciudad de México')).toBeVisible();
  await expect(page.getByText(/de enero de 1980/)).toBeVisible();

  await page.getByRole('button', { name: 'Crear mi cuenta' }).dblclick();
  await expect(heading(page, 'Revise su correo')).toBeVisible();
  expect(calls.map(({ name }) => name)).toEqual([
    'createCuenta',
    'updateCuenta',
    'sendVerification',
    'setCurpUserNew',
    'signOut',
  ]);
  expect(calls[3]?.data.displayName).toBe('CARLA GÓMEZ MARTÍNEZ');
  // What says that this browser registered, so that its click on the link is enough (decision 0012).
  expect(await cookieNames(page)).toEqual(['__Secure-registro']);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();

  await page.getByRole('link', { name: 'Ir a ingresar' }).click();
  await expect(page.getByText('Revise su correo antes de ingresar')).toBeVisible();
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText(UNVERIFIED, { exact: true })).toBeVisible();
  expect(await cookieNames(page)).toEqual(['__Secure-registro']);
  await portal.mail(person.email, 'Verifique su correo');
  await page.getByRole('button', { name: 'Enviar de nuevo el correo de verificación' }).click();
  await expect(page.getByText('Le enviamos de nuevo el correo')).toBeVisible();

  const { links } = await portal.mail(person.email, 'Verifique su correo', 1);
  await page.goto(links[0] ?? '');
  await expect(heading(page, 'Su correo quedó verificado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ingresar' })).toHaveAttribute(
    'href',
    '/auth/login?volver=%2Frutas',
  );
  expect(calls.filter(({ name }) => name === 'verifyEmail')).toHaveLength(1);
  await page.reload();
  await expect(heading(page, 'El enlace ya no sirve')).toBeVisible();

  await signIn(page, person);
  await expect(heading(page, /, Carla$/)).toBeVisible();
  expect(await tokenCookie(page)).toMatchObject({ secure: true, sameSite: 'None', httpOnly: true });
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.reload();
  await expect(heading(page, /^Buen/)).toBeVisible();
  await page.goto('/auth/login');
  await expect(heading(page, /^Buen/)).toBeVisible();

  await page.getByRole('button', { name: /Su cuenta|Carla/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(heading(page, 'Ingresar')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Cerró su sesión' })).toBeVisible();
  // What stays tells a known browser from a stranger's guesses (decision 0009), and opens nothing.
  expect(await cookieNames(page)).toEqual(['__Secure-equipo']);
  await expect(page.locator('[data-screen="/"]')).toHaveCount(0);
  expect(await page.content()).not.toContain('Carla');
  await page.goBack();
  await expect(heading(page, 'Ingresar')).toBeVisible();
});

test('a forgotten password, end to end', async ({ page, portal }) => {
  const person = await portal.person();
  await page.goto('/auth/login');
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  await expect(page.getByRole('link', { name: 'Escriba su correo electrónico.' })).toBeVisible();
  await field(page, 'Correo electrónico').fill(person.email);
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  await expect(page.getByText('Si hay una cuenta con ese correo')).toBeVisible();

  const { links } = await portal.mail(person.email, 'Restablezca su contraseña');
  await page.goto(links[0] ?? '');
  await field(page, 'Contraseña nueva').fill('corta');
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
  await expect(page.getByRole('link', { name: /Use 12 caracteres/ })).toBeVisible();
  const password = 'otra frase larga y serena';
  await field(page, 'Contraseña nueva').fill(password);
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
  await expect(heading(page, 'Su contraseña cambió')).toBeVisible();
  expect(page.url()).not.toContain('oobCode');

  await page.goto(links[0] ?? '');
  await expect(heading(page, 'El enlace ya no sirve')).toBeVisible();
  await page.goto('/auth/login');
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('link', { name: /no son correctos/ })).toHaveAttribute(
    'href',
    '/auth/restablecer',
  );
  await expect(page.getByRole('heading', { name: 'No pudo ingresar' })).toBeVisible();
  await expect(field(page, 'Contraseña')).toHaveValue('');
  await signIn(page, { ...person, password });
});

test('a reset answers the same for an unknown address, and when it fails', async ({ page }) => {
  await page.goto('/auth/restablecer');
  await field(page, 'Correo electrónico').fill('nadie@correo.example');
  await page.route('**/sendPasswordReset', (route) => route.abort());
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  await expect(page.getByText('Si hay una cuenta con ese correo')).toBeVisible();
  await expect(page.getByRole('alert').filter({ visible: true, hasText: /./ })).toHaveCount(0);
});

test('a wrong CURP is explained and names that differ are told, and let go on', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/auth/register');
  const curp = field(page, 'CURP');
  await curp.fill(person.curp.replace(/^(.{6})../, '$113'));
  await expect(page.getByText(/La fecha de nacimiento de la CURP no existe/)).toBeVisible();
  await curp.fill(person.curp.slice(0, 17));
  await curp.press('Tab');
  await expect(page.getByText(/exactamente 18 caracteres.*Escribió 17/)).toBeVisible();
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Revise lo siguiente' })).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByRole('link', { name: /exactamente 18/ }).click();
  await expect(curp).toBeFocused();

  await fillRegistration(page, { ...person, apellidoPaterno: 'Pérez' });
  await field(page, 'Segundo apellido').press('Enter');
  await expect(page.getByText('Revise su primer apellido')).toBeVisible();
  await expect(field(page, 'Primer apellido')).toHaveValue('Pérez');
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(heading(page, 'Revise su correo')).toBeVisible();
});

test('a registration that fails half-way keeps what was typed and can go on', async ({
  page,
  portal,
}) => {
  const person = newPerson();
  const calls = recordCalls(page);
  await page.goto('/auth/register');
  await fillRegistration(page, person);
  await page.route('**/setCurpUserNew', (route) => route.abort());
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(page.getByText(/quedó a medias al registrar su CURP/)).toBeVisible();
  await expect.poll(() => calls.at(-1)?.name).toBe('signOut');
  await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD);
  // The connection goes altogether: not even the sign-out arrives.
  await page.route('**/us-central1/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(page.getByText(/No se pudo crear su cuenta\. No hay conexión/)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
  await expect(heading(page, 'Revise su correo')).toBeVisible();
  const { links } = await portal.mail(person.email, 'Verifique su correo', 1);
  await page.goto(links[0] ?? '');
  await expect(heading(page, 'Su correo quedó verificado')).toBeVisible();
  await signIn(page, person);
});

test('an expired session is renewed over the screen', async ({ page, portal }) => {
  const person = await portal.person();
  await signIn(page, person);
  await page.context().clearCookies();
  // What another tab says when somebody signs in there: this one asks who it is.
  await page.evaluate(
    "new BroadcastChannel('portal-session').postMessage({ type: 'signedIn', uid: '?' })",
  );
  await expect(page.getByRole('dialog', { name: 'Ingrese de nuevo' })).toBeVisible();
  await expect(heading(page, /^Buen/)).toBeHidden();
  await expectAccessible(page);
  await expect(field(page, 'Correo electrónico')).toHaveValue(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(page, /^Buen/)).toBeVisible();
});

test('the second factor is asked for once the password is right', async ({ page, portal }) => {
  const person = await portal.person();
  const call = portal.visitor();
  await call('signIn', { email: person.email, password: person.password });
  const started = (
    (await (await call('startFactor', { password: person.password })).json()) as Result
  ).result;
  const codigo = new TOTP({ secret: started.secreto.replaceAll('-', '') }).generate();
  const { codigos } = (
    (await (await call('confirmFactor', { boleto: started.boleto, codigo })).json()) as Result
  ).result;

  await page.goto('/auth/login');
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  const code = field(page, 'Código de seis cifras');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /El código no es correcto/ })).toBeVisible();
  await expect(field(page, 'Contraseña')).toHaveValue(person.password);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(field(page, 'Código de recuperación')).toBeFocused();
  await page.keyboard.type(codigos[0]);
  await page.keyboard.press('Enter');
  await expect(heading(page, /^Buen/)).toBeVisible();
});

test('signing out ends the session also after a quarter of an hour of reading', async ({
  page,
  portal,
}) => {
  const person = await portal.person();
  await signIn(page, person);
  const cookies = await page.context().cookies();
  // What its time does: the other cookie still renews the session.
  await page.context().clearCookies({ name: 'token' });
  await page.getByRole('button', { name: /Su cuenta|Carla/ }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(heading(page, 'Ingresar')).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Secure-equipo']);
  await page.context().addCookies(cookies);
  await page.goto('/matricula');
  await expect(heading(page, 'Ingresar')).toBeVisible();
});

test('signing in returns only to a page of this site', async ({ page, portal }) => {
  const person = await portal.person();
  await page.goto(`/auth/login?volver=${encodeURIComponent('//malo.example/x')}`);
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(page, /^Buen/)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('registration with the keyboard alone', async ({ page }) => {
  const person = newPerson();
  await page.goto('/auth/register');
  await expect(heading(page, 'Crear una cuenta')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Ir al contenido')).toBeFocused();
  await page.keyboard.press('Enter');
  const write = async (label: string, text: string) => {
    await page.keyboard.press('Tab');
    await expect(field(page, label)).toBeFocused();
    await page.keyboard.type(text);
  };
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('link', { name: 'Ingrese con su correo y contraseña' }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Regístrese sin CURP' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Leer la CURP/ })).toBeFocused();
  await write('CURP', person.curp);
  await write('Nombre o nombres', person.nombre);
  await write('Primer apellido', person.apellidoPaterno);
  await write('Segundo apellido', person.apellidoMaterno);
  await write('Correo electrónico', person.email);
  await write('Contraseña', person.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Ocultar/ })).toBeFocused();
  await page.keyboard.press('Tab');
  // The whole notice, from the simplified one.
  await expect(page.getByRole('link', { name: /^\/privacy\/aviso/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press('Space');
  for (const name of [/^aviso de privacidad/, /^términos de uso/]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name }).first()).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Crear mi cuenta' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Revise su correo')).toBeVisible();
});

test.describe('every screen, accessible and at 320 px', () => {
  test.slow();

  const check = async (page: Page) => {
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  test('sign-in', async ({ page, portal }) => {
    await page.goto('/auth/login?showBanner');
    await expect(heading(page, 'Ingresar')).toBeVisible();
    await check(page);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('link', { name: 'Escriba su contraseña.' })).toBeVisible();
    await check(page);

    const person = newPerson();
    await portal.visitor()('createCuenta', {
      email: person.email,
      password: person.password,
      acepta: VERSIONES,
    });
    await field(page, 'Correo electrónico').fill(person.email);
    await field(page, 'Contraseña').fill(person.password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByText(UNVERIFIED)).toBeVisible();
    await check(page);
  });

  test('registration', async ({ page }) => {
    const person = newPerson();
    await page.goto('/auth/register');
    await expect(heading(page, 'Crear una cuenta')).toBeVisible();
    await field(page, 'CURP').fill(person.curp.replace(/^(.{6})../, '$113'));
    await check(page);
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click();
    await expect(page.getByRole('heading', { name: 'Revise lo siguiente' })).toBeVisible();
    await check(page);
    await fillRegistration(page, { ...person, nombre: 'Zoila' });
    await field(page, 'Nombre o nombres').focus();
    await field(page, 'Primer apellido').focus();
    await expect(page.getByText('Revise su nombre', { exact: true })).toBeVisible();
    await check(page);
    const button = page.getByRole('button', { name: 'Crear mi cuenta' });
    await button.click();
    await button.click();
    await expect(heading(page, 'Revise su correo')).toBeVisible();
    await check(page);
  });

  test('reset, links of mails and home', async ({ page, portal }) => {
    await page.goto('/auth/restablecer');
    await expect(heading(page, 'Restablecer la contraseña')).toBeVisible();
    await check(page);
    const person = await portal.person();
    await field(page, 'Correo electrónico').fill(person.email);
    await page.getByRole('button', { name: 'Enviar el enlace' }).click();
    await expect(heading(page, 'Revise su correo')).toBeVisible();
    await check(page);
    const { links } = await portal.mail(person.email, 'Restablezca su contraseña');
    await page.goto(links[0] ?? '');
    await expect(heading(page, 'Elija una contraseña nueva')).toBeVisible();
    await check(page);
    await page.goto('/auth/accion?mode=verifyEmail&oobCode=no-es');
    await expect(heading(page, 'El enlace ya no sirve')).toBeVisible();
    await check(page);
    await page.goto('/auth/accion');
    await expect(heading(page, 'El enlace no está completo')).toBeVisible();
    await check(page);
    await signIn(page, person);
    await check(page);
  });
});
