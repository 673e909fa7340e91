import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { makeCard } from '../cards/index.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { ADMIN, ESCOLAR, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  PASSWORD,
  type Page,
  signIn,
} from './server.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

const check = async (page: Page) => {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
};

test('whoever staff imported registers, waits, shows who they are and gets their file', async ({
  page,
  demo,
  browser,
}) => {
  test.slow();
  const curp = makeCurp();
  await makePersona(demo.services.db, { clave: curp, curp });
  const email = 'importada@correo.example';
  const call = async (name: string, data: unknown) => {
    const response = await page.request.post(`${demo.url}/us-central1/${name}`, {
      headers: { origin: demo.url },
      data: { data },
    });
    expect(response.ok(), name).toBe(true);
  };
  await call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
  const names = { nombre: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'Ruiz' };
  await call('updateCuenta', names);
  await call('sendVerification', null);
  await call('setCurpUserNew', { email, curp, displayName: 'ANA PÉREZ RUIZ' });
  await call('signOut', null);

  // The mail is opened on another device: it asks for the password, and says what comes next.
  const phone = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  let link = '';
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${demo.url}/dev/mail.json`)).json()) as {
        to: string;
        links: string[];
      }[];
      link = mails.find((mail) => mail.to === email)?.links[0] ?? '';
      return link;
    })
    .toContain('verifyEmail');
  const path = link.slice(new URL(link).origin.length);
  await phone.goto(demo.url + path);
  await expect(heading(phone, 'Verifique su correo')).toBeVisible();
  await check(phone);
  await field(phone, 'Contraseña').fill('no es esta frase');
  await phone.getByRole('button', { name: 'Verificar mi correo' }).click();
  await expect(phone.getByRole('link', { name: /^Esa no es la contraseña/ })).toBeVisible();
  await field(phone, 'Contraseña').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Verificar mi correo' }).click();
  await expect(heading(phone, 'Su correo quedó verificado')).toBeVisible();
  await expect(phone.getByText(/Control Escolar confirmará que es usted/)).toBeVisible();

  await signIn(page, { email, password: PASSWORD });
  await page.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await expect(page.getByText('Control Escolar está por confirmar su expediente')).toBeVisible();
  await check(page);
  const photo = page.locator('input[type=file]');
  await photo.setInputFiles({
    name: 'identificacion.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('MZ no es una foto'),
  });
  await expect(page.getByText(/no es una foto JPG, PNG o WebP/)).toBeVisible();
  const { image } = await makeCard(7, 0, 'clean');
  await photo.setInputFiles({
    name: 'identificacion.jpg',
    mimeType: 'image/jpeg',
    buffer: image as Buffer,
  });
  await page.getByRole('button', { name: 'Enviar identificación' }).click();
  await expect(page.getByText('Ya tenemos la foto de su identificación')).toBeVisible();

  const staff = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  await staff.goto(demo.url);
  await signInAt(staff, demo.url, ESCOLAR);
  await staff.getByRole('link', { name: 'Expedientes por confirmar' }).click();
  await expect(heading(staff, 'Expedientes por confirmar')).toBeVisible();
  await check(staff);
  await staff.getByRole('link', { name: 'Ana Pérez Ruiz' }).click();
  // The photo beside the data, and what is decided by keys alone.
  await expect(staff.getByRole('heading', { name: 'Ana Pérez Ruiz' })).toBeFocused();
  await expect(staff.getByRole('region', { name: /Identificación que envió/ })).toBeVisible();
  await check(staff);
  await staff.keyboard.press('c');
  await expect(staff.getByRole('dialog')).toContainText('¿El expediente es de Ana Pérez Ruiz?');
  await staff.getByRole('button', { name: 'Darle el expediente' }).press('Enter');
  await expect(staff.getByText(/el expediente ya es de Ana Pérez Ruiz/)).toBeVisible();
  await staff.getByRole('link', { name: 'Lista' }).click();
  await expect(heading(staff, 'Expedientes por confirmar')).toBeVisible();
  await expect(staff.getByRole('link', { name: 'Ana Pérez Ruiz' })).toHaveCount(0);

  await page.reload();
  await signIn(page, { email, password: PASSWORD });
  await page.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await expect(page.getByText(curp).first()).toBeVisible();
});

const signInAt = async (page: Page, url: string, who: typeof ADMIN) => {
  await page.goto(`${url}/auth/login`);
  await field(page, 'Correo electrónico').fill(who.email);
  await field(page, 'Contraseña').fill(who.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(page, /^Buen/)).toBeVisible();
};

test('a file that has an account is taken from it by an Admin who says so', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/vinculaciones');
  await page.getByRole('link', { name: 'María Guadalupe Vázquez Xicoténcatl' }).click();
  await expect(page.getByText('El expediente ya es de otra cuenta')).toBeVisible();
  await page.getByRole('button', { name: 'Es su expediente' }).click();
  await page.getByRole('button', { name: 'Darle el expediente' }).click();
  await expect(page.getByText(/^Marque que la otra cuenta pierde/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: /No se puede confirmar/ }).click();
  await page.getByRole('radio', { name: /^El expediente ya lo usa otra cuenta/ }).check();
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  await expect(page.getByText(/no confirmado, María Guadalupe/)).toBeVisible();
});
