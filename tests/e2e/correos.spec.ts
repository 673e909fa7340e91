import { readEnv } from '../../src/platform/server/env.ts';
import { composeMail } from '../../src/platform/server/mail/compose.ts';
import { type SmtpServer, startSmtpServer } from '../smtp.ts';
import { violationsIn } from './axe.ts';
import { ADMIN, type Demo, ESCOLAR, startDemo } from './demo.ts';
import { test } from './focus.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signIn,
} from './server.ts';

let smtp: SmtpServer;
let demo: Awaited<ReturnType<typeof startDemo>>;
let exists = false;

test.beforeAll(async () => {
  smtp = await startSmtpServer({
    rcpt: (to) => (exists || !to.startsWith('no.') ? undefined : [550, '5.1.1 No such user here']),
  });
  demo = await startDemo({ SMTP_URL: smtp.url });
  // Those of the demonstration have their own story.
  await demo.services.db.deleteFrom('correos').execute();
});
test.afterAll(async () => {
  await demo?.stop();
  await smtp?.stop();
});

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

const write = ({ services }: Demo, to: string, subject: string) =>
  services.db.transaction().execute((trx) =>
    services.notificaciones.notify(trx, {
      to,
      clase: 'codigos',
      subject,
      paragraphs: ['Hola.'],
      reason: 'Recibe este mensaje porque sí.',
    }),
  );

test('what could not be delivered is seen, and sent again once the address is right', async ({
  page,
}) => {
  await write(demo, 'ana@correo.example', 'Aviso que sale');
  await write(demo, 'no.existe@correo.example', 'Aviso que no sale');
  await signIn(page, ADMIN, demo.url);
  const entry = page.getByRole('link', { name: 'Correos' });
  await expect(entry).toContainText('1 por atender');
  await entry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Correos' })).toBeVisible();
  const failed = rows(page).filter({ hasText: 'Aviso que no sale' });
  await expect(failed).toContainText('Sin entregar');
  await expect(failed).toContainText('La dirección no acepta correo.');
  await expect(failed).toContainText('550 5.1.1 No such user here');
  await expect(rows(page).filter({ hasText: 'Aviso que sale' })).toContainText('Enviado');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  exists = true;
  await page.getByRole('button', { name: 'Enviar de nuevo 1 sin entregar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar de nuevo 1 correo' });
  await dialog.getByRole('button', { name: 'Enviar de nuevo' }).click();
  await expect(dialog).toContainText('Se intenta de nuevo con 1 correo.');
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(failed).toContainText('Enviado');
  expect(smtp.received.map(({ to }) => to)).toContain('no.existe@correo.example');
});

test('while the mail server takes nothing the screen says since when and why, and tries at once', async ({
  page,
}) => {
  const { port } = smtp;
  await smtp.stop();
  await write(demo, 'eva@correo.example', 'Aviso que espera');
  await signIn(page, ADMIN, demo.url);
  await page.getByRole('link', { name: 'Correos' }).click();
  await expect(page.getByText('El servidor de correo no acepta mensajes')).toBeVisible();
  await expect(page.getByText('El servidor de correo rechazó la conexión.')).toBeVisible();
  await expect(page.getByText(/Espera 1 correo, desde el/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);

  smtp = await startSmtpServer({ port });
  await page.getByRole('button', { name: 'Intentar ahora' }).click();
  await expect(page.getByText('El servidor de correo no acepta mensajes')).toBeHidden();
  await expect(field(page, 'Buscar por dirección o asunto')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Aviso que espera' })).toContainText('Enviado');
});

test('it is not for Escolar', async ({ page }) => {
  await signIn(page, ESCOLAR, demo.url);
  await expect(page.getByRole('link', { name: 'Correos' })).toHaveCount(0);
  await page.goto(`${demo.url}/correos`);
  await expect(page.getByText(/no tiene permiso/i).first()).toBeVisible();
});

test('a mail reads in any program: narrow, light and dark, with whatever long words it has', async ({
  page,
}) => {
  const long = `https://portal.example/${'muy-largo-'.repeat(12)}fin`;
  const { html } = composeMail(
    'Su inscripción a Electroencefalografistas desoxirribonucleicos',
    {
      name: 'María de los Ángeles Guadalupe',
      paragraphs: [`Vea ${long} y luego ${'supercalifragilistico'.repeat(4)}.`],
      ficha: {
        kind: 'Acuse de inscripción',
        title: 'Juicio de amparo',
        folio: 'Q7K2-M9TX-4RWD-81HC',
        fields: [{ label: 'Sede', value: long }],
      },
      action: { label: 'Consultar y descargar su acuse', url: long },
      notes: ['Consérvelo.'],
      reason: 'Recibe este mensaje porque se inscribió en el portal.',
    },
    readEnv({ DEMO: '1' }),
    { writtenAt: new Date(), now: new Date() },
  );
  await page.setContent(html);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Mail programs show it inside a page of their own, which has the landmarks.
    const violations = await violationsIn(page, { without: ['landmark-one-main', 'region'] });
    expect(
      violations.map(({ id, html }) => `${id}: ${html}`),
      colorScheme,
    ).toEqual([]);
  }
  for (const width of [320, 700]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(page);
  }
});
