import { makeCard, makeNegative } from '../cards/index.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  newPerson,
  PASSWORD,
  type Page,
  signInByHand,
  test,
} from './server.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const accept = (page: Page) => page.getByRole('checkbox', { name: /^He leído y acepto/ });
const send = (page: Page) => page.getByRole('button', { name: 'Crear mi cuenta' });

const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer,
});

const openReader = async (page: Page) => {
  await page.getByRole('button', { name: 'Leer la CURP de una identificación' }).click();
  await expect(page.getByRole('button', { name: 'Elegir una foto' })).toBeFocused();
};

const choose = (page: Page, photo: ReturnType<typeof file>) =>
  page.locator('input[type=file]:not([capture])').setInputFiles(photo);

/** Accessible in light and dark, and nothing sticks out at 320 px. */
const check = async (page: Page) => {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
};

const objects = (page: Page) =>
  page.evaluate<{ made: number; revoked: number }>('globalThis.objectUrls');

/** Counts the object URLs that the page makes and lets go. */
const countObjectUrls = (page: Page) =>
  page.addInitScript(`
    const counts = (globalThis.objectUrls = { made: 0, revoked: 0 });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (given) => (counts.made++, createObjectURL.call(URL, given));
    URL.revokeObjectURL = (given) => (counts.revoked++, revokeObjectURL.call(URL, given));
  `);

test('the CURP is read from a photo, confirmed, and registered', async ({ page, portal }) => {
  test.slow();
  const { curp, image, person: owner } = await makeCard(7, 0, 'clean');
  const person = { ...newPerson(), nombre: 'Rocío', apellidoPaterno: 'Estrada' };
  await countObjectUrls(page);
  await page.goto('/auth/register');
  await openReader(page);
  await check(page);

  // The reading is held back, so that what is seen meanwhile can be looked at.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/getTextFromImage', async (route) => {
    await held;
    await route.continue();
  });
  await choose(page, file('credencial.jpg', image as Buffer));
  await expect(page.getByText('Leyendo la CURP…').first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await check(page);
  // Typing goes on meanwhile, and keeps the focus.
  await field(page, 'Nombre o nombres').fill(person.nombre);
  await field(page, 'Correo electrónico').fill(person.email);
  letGo();
  const read = field(page, 'La CURP que leímos');
  await expect(read).toHaveValue(curp ?? '');
  await expect(field(page, 'Correo electrónico')).toBeFocused();
  await expect(page.getByRole('img', { name: 'Foto de su identificación' })).toBeVisible();
  await expect(field(page, 'CURP')).toHaveValue('');
  await expect(page.getByRole('definition')).toHaveText([
    owner.nombre,
    owner.paterno,
    owner.materno,
  ]);
  await expect(page.getByRole('checkbox', { name: /^Copiar también/ })).toBeChecked();
  await check(page);
  await read.fill('x');
  await expect(page.getByRole('button', { name: 'Usar la CURP corregida' })).toBeVisible();
  await read.fill(curp ?? '');
  await read.press('Enter');
  await expect(field(page, 'CURP')).toBeFocused();
  await expect(field(page, 'CURP')).toHaveValue(curp ?? '');
  await expect(page.getByText('21 de agosto de 1957')).toBeVisible();
  // The names of the card, where nothing was typed.
  await expect(field(page, 'Nombre o nombres')).toHaveValue(person.nombre);
  await expect(field(page, 'Primer apellido')).toHaveValue(owner.paterno);
  await expect(field(page, 'Segundo apellido')).toHaveValue(owner.materno);
  const { made, revoked } = await objects(page);
  expect(made).toBeGreaterThan(0);
  expect(revoked).toBe(made);

  await field(page, 'Contraseña').fill(PASSWORD);
  await field(page, 'Nombre o nombres').fill(person.nombre);
  await field(page, 'Primer apellido').fill(person.apellidoPaterno);
  await field(page, 'Segundo apellido').fill('Orozco');
  await accept(page).check();
  await send(page).click();
  await expect(heading(page, 'Revise su correo')).toBeVisible();
  // The upload ticket went with the photo.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Secure-registro']);
  await portal.mail(person.email, 'Verifique su correo');
});

test('a photo that cannot be read explains itself and never blocks', async ({ page }) => {
  test.slow();
  const person = newPerson();
  await page.goto('/auth/register');
  await openReader(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('Sesion')) calls.push(pathname);
  });
  const heic = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1');
  await choose(page, file('IMG_0001.HEIC', heic, 'image/heic'));
  await expect(page.getByText(/^Las fotos HEIC no se pueden leer aquí/)).toBeVisible();
  await choose(page, file('acta.jpg', Buffer.from('%PDF-1.7')));
  await expect(page.getByText(/no es una foto JPG, PNG o WebP/)).toBeVisible();
  const dropped = await page.evaluateHandle(`
    const moved = new DataTransfer();
    moved.items.add(new File(['GIF89a'], 'credencial.gif', { type: 'image/gif' }));
    moved;
  `);
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await openReader(page);
  await expect(page.getByText(/no es una foto JPG, PNG o WebP/)).toHaveCount(0);
  const place = page.getByText('o arrástrela hasta aquí');
  await place.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText(/no es una foto JPG, PNG o WebP/)).toBeVisible();
  const large = Buffer.alloc(10_485_761);
  large.set([0xff, 0xd8, 0xff]);
  await choose(page, file('grande.jpg', large));
  await expect(page.getByText(/pesa 11 MB y puede pesar 10/)).toBeVisible();
  await check(page);
  // Nothing of that travelled.
  expect(calls).toEqual([]);

  const { image } = await makeNegative(7, 0);
  await choose(page, file('sin-curp.jpg', image as Buffer));
  await expect(page.getByText('No se encontró el CURP', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'No se encontró' })).toBeFocused();
  await check(page);

  await page.route('**/createBoletoIne', (route) => route.abort());
  await choose(page, file('sin-curp.jpg', image as Buffer));
  await expect(page.getByText(/^No hay conexión/)).toBeVisible();
  await page.unrouteAll();
  await page.route('**/v0/b/**', () => {});
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await expect(page.getByText('Enviando la foto: 0 %')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('button', { name: 'Elegir una foto' })).toBeFocused();
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: /^Leer la CURP/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.curp);
  await expect(page.getByText('Confirme que es correcto')).toBeVisible();
});

test('without CURP: a key of its own, and sign-in', async ({ page, portal }) => {
  test.slow();
  const person = newPerson();
  const called: string[] = [];
  let sent: unknown;
  page.on('request', (request) => {
    const name = /\/us-central1\/(\w+)$/.exec(request.url())?.[1];
    if (name && !name.endsWith('Sesion')) called.push(name);
    if (name === 'setCurpUserTransaction') sent = request.postDataJSON().data;
  });
  await page.goto('/auth/register');
  await page.getByRole('link', { name: 'Regístrese sin CURP' }).click();
  await expect(heading(page, 'Crear una cuenta sin CURP')).toBeVisible();
  await check(page);
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(PASSWORD);
  await field(page, 'Nombre o nombres').fill('Ngozi');
  await field(page, 'Primer apellido').fill("O'Connor");
  await send(page).click();
  await expect(page.getByRole('link', { name: /^Lea el aviso de privacidad/ })).toBeVisible();
  expect(called).toEqual([]);
  await check(page);

  // Reading the texts opens another tab; what was typed stays here.
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^términos de uso \(se abre/ }).click();
  const terms = await opened;
  await expect(heading(terms, /^Términos/)).toBeVisible();
  await terms.close();
  await accept(page).check();
  await send(page).click();
  await expect(heading(page, 'Revise su correo')).toBeVisible();
  expect(called).toEqual([
    'createCuenta',
    'updateCuenta',
    'sendVerification',
    'setCurpUserTransaction',
    'signOut',
  ]);
  expect(sent).toEqual({
    email: person.email,
    curp: '',
    displayName: "NGOZI O'CONNOR",
    persona: { nombre: 'Ngozi', apellidoPaterno: "O'Connor", apellidoMaterno: '' },
  });
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['__Secure-registro']);

  const { links } = await portal.mail(person.email, 'Verifique su correo');
  await page.goto(links[0] ?? '');
  await expect(heading(page, 'Su correo quedó verificado')).toBeVisible();
  await check(page);
  await signInByHand(page, { ...person, password: PASSWORD });
  const answer = page.waitForResponse(/\/getSesion$/);
  await page.reload();
  const { result } = await (await answer).json();
  expect(result.clave).toMatch(/^SC\d{9}$/);
});

test('acceptance is asked for with CURP too', async ({ page }) => {
  const person = newPerson();
  await page.goto('/auth/register');
  await field(page, 'Correo electrónico').fill(person.email);
  await field(page, 'Contraseña').fill(person.password);
  await field(page, 'CURP').fill(person.curp);
  await field(page, 'Nombre o nombres').fill(person.nombre);
  await field(page, 'Primer apellido').fill(person.apellidoPaterno);
  await field(page, 'Segundo apellido').fill(person.apellidoMaterno);
  await send(page).click();
  const problem = page.getByRole('link', { name: /^Lea el aviso de privacidad/ });
  await problem.click();
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press('Space');
  const created = page.waitForRequest(/\/createCuenta$/);
  await send(page).click();
  expect((await created).postDataJSON().data.acepta).toEqual({
    aviso: expect.any(String),
    terminos: expect.any(String),
  });
  await expect(heading(page, 'Revise su correo')).toBeVisible();
});

test('the password changed: its screen', async ({ page, portal }) => {
  const person = await portal.person();
  await portal.visitor()('sendPasswordReset', { email: person.email });
  const { links } = await portal.mail(person.email, 'Restablezca su contraseña');
  await page.goto(links[0] ?? '');
  await field(page, 'Contraseña nueva').fill('otra frase larga y serena');
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
  await expect(heading(page, 'Su contraseña cambió')).toBeVisible();
  await check(page);
});
