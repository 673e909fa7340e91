/** A conversation with the school, live in two browsers: a person's telephone and a desk of Control Escolar. */
import type { Browser } from '@playwright/test';
import { ADMIN, type Demo, ESCOLAR, PERSONA, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signIn,
} from './server.ts';

const enter = async (
  browser: Browser,
  demo: Demo,
  who: typeof PERSONA,
  [width, height]: [number, number],
): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, who);
  await page.goto('/support');
  return page;
};

const log = (page: Page) => page.getByRole('region', { name: 'Mensajes', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const say = async (page: Page, texto: string) => {
  await field(page, 'Mensaje').fill(texto);
  await button(page, 'Enviar').click();
  await expect(log(page).getByText(texto)).toBeVisible();
};

test('asked on a telephone, answered at a desk: live, with a file, a note, and to its end', async ({
  browser,
  demo,
}) => {
  const persona = await enter(browser, demo, PERSONA, [360, 740]);
  const escolar = await enter(browser, demo, ESCOLAR, [1280, 800]);
  const ASUNTO = 'No encuentro mi constancia';

  await button(persona, 'Nueva conversación').click();
  await field(persona, 'Asunto').fill(ASUNTO);
  await field(persona, 'Mensaje').fill(
    'Terminé el curso. Vea https://www.enfj.mx y javascript:alert(1)',
  );
  await button(persona, 'Enviar').click();
  await expect(persona.getByRole('heading', { name: ASUNTO })).toBeVisible();
  await expect(persona.getByText(/^Lugar en la fila: \d/)).toBeVisible();
  await expect(log(persona).getByRole('link')).toHaveCount(1);

  // It comes to the inbox by itself; the box is not there before it is taken.
  await escolar.getByRole('button', { name: new RegExp(ASUNTO) }).click();
  await expect(escolar.getByText('Tome la conversación para responder.')).toBeVisible();
  await button(escolar, 'Tomar').click();
  await expect(persona.getByText(/^Atiende Guadalupe/)).toBeVisible();

  await field(escolar, 'Mensaje').pressSequentially('Hola');
  await expect(persona.getByText(/está escribiendo…$/)).toBeVisible();
  // A canned answer is filled with what the conversation says.
  await field(escolar, 'Mensaje').fill('');
  await escolar.getByLabel('Respuesta frecuente').selectOption({ label: 'Cierre' });
  await expect(field(escolar, 'Mensaje')).toHaveValue(/sus órdenes, José Luis Vázquez Lara\./);
  await field(escolar, 'Mensaje').fill('');
  await escolar.getByLabel('Respuesta frecuente').selectOption({ label: 'Documento ilegible' });
  await expect(escolar.getByText('Complete «{tramite}» antes de enviar.')).toBeVisible();
  await say(escolar, '¿En qué fecha concluyó el curso?');
  await expect(log(persona).getByText('¿En qué fecha concluyó el curso?')).toBeVisible();
  await expect(persona.getByRole('log', { name: 'Mensajes nuevos' })).toHaveText(
    'Guadalupe Luna Sánchez: ¿En qué fecha concluyó el curso?',
  );

  await persona.locator('input[type=file]').setInputFiles({
    name: 'captura de pantalla.png',
    mimeType: 'image/png',
    buffer: await escolar.screenshot(),
  });
  await expect(persona.getByRole('button', { name: /^Quitar captura/ })).toBeVisible();
  await say(persona, 'El 14 de noviembre.');
  await expect(log(escolar).getByText('El 14 de noviembre.')).toBeVisible();
  const file = log(escolar).getByRole('link', { name: /captura de pantalla/ });
  const got = await escolar.request.get((await file.getAttribute('href')) ?? '');
  expect(got.headers()['content-type']).toBe('image/png');

  await button(escolar, 'Nota interna').click();
  await field(escolar, 'Nota interna').fill('Revisar con archivo.');
  await button(escolar, 'Guardar nota').click();
  await expect(log(escolar).getByText('Revisar con archivo.')).toBeVisible();
  await say(escolar, 'La constancia ya está en su expediente.');
  await expect(log(persona).getByText('ya está en su expediente')).toBeVisible();
  expect(await persona.content()).not.toContain('Revisar con archivo');

  for (const page of [persona, escolar]) {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }

  await button(escolar, 'Resolver').click();
  await persona.getByLabel('En parte').check();
  await button(persona, 'Enviar valoración').click();
  await expect(persona.getByText('¿Se resolvió su asunto?')).toHaveCount(0);
  await button(persona, 'Reabrir').click();
  await say(persona, 'Falta mi segundo nombre.');
  // What one did not see is shown before one's answer goes.
  await expect(log(escolar).getByText('Falta mi segundo nombre.')).toBeVisible();

  // Answering takes it again; then a colleague goes on.
  await say(escolar, 'Lo corregimos.');
  await button(escolar, 'Pasar a…').click();
  // The list of colleagues comes a moment after the dialog.
  const colega = escolar.getByLabel('Personal').locator('option:not([value=""])').first();
  await expect(colega).toBeAttached();
  await escolar.getByLabel('Personal').selectOption((await colega.getAttribute('value')) ?? '');
  await button(escolar, 'Pasar').click();
  await expect(escolar.getByText('Tome la conversación para responder.')).toBeVisible();
  await button(persona, 'Ya no hace falta').click();
  await expect(persona.getByText('La conversación está resuelta.')).toBeVisible();
  await persona.context().close();
  await escolar.context().close();
});

test('what is written without a connection waits, outlives the tab and is sent once', async ({
  browser,
  demo,
}) => {
  const page = await enter(browser, demo, PERSONA, [360, 740]);
  await page.getByRole('button', { name: /Nombre en mi constancia/ }).click();
  await expect(field(page, 'Mensaje')).toBeVisible();
  // A server that cannot answer now is waited for, too.
  await page.route(
    '**/sendMensaje',
    (route) =>
      route.fulfill({
        ...{ status: 503, contentType: 'application/json' },
        body: JSON.stringify({ error: { status: 'UNAVAILABLE', message: 'Hay mucha gente.' } }),
      }),
    { times: 1 },
  );
  await field(page, 'Mensaje').fill('Lo pensé.');
  await button(page, 'Enviar').click();
  await expect(page.getByText('Sin enviar: espera la conexión.')).toBeVisible();
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(page.getByText('Sin enviar: espera la conexión.')).toHaveCount(0);
  await expect(log(page).getByRole('listitem').filter({ hasText: 'Lo pensé.' })).toHaveCount(1);

  await page.context().setOffline(true);
  for (const texto of ['Que se sustituya.', 'Gracias.']) {
    await field(page, 'Mensaje').fill(texto);
    await button(page, 'Enviar').click();
  }
  await expect(page.getByText('Sin enviar: espera la conexión.')).toHaveCount(2);
  // What is kept on the device is written a moment later.
  await page.waitForTimeout(1_500);
  await page.context().setOffline(false);
  const address = page.url();
  await page.close();
  const again = await page.context().newPage();
  await again.goto(address);
  const messages = log(again).getByRole('listitem');
  await expect(messages.filter({ hasText: 'Gracias.' })).toHaveCount(1);
  await expect(again.getByText('Sin enviar: espera la conexión.')).toHaveCount(0);
  await expect(messages.filter({ hasText: 'Que se sustituya.' })).toHaveCount(1);
  await again.context().close();
});

test('what waited for more than a day asks before it is sent, also in a tab that stayed open', async ({
  browser,
  demo,
}) => {
  const page = await enter(browser, demo, PERSONA, [360, 740]);
  await page.getByRole('button', { name: /Nombre en mi constancia/ }).click();
  await expect(field(page, 'Mensaje')).toBeVisible();
  await page.context().setOffline(true);
  const texto = 'Paso mañana por ella.';
  await field(page, 'Mensaje').fill(texto);
  await button(page, 'Enviar').click();
  await expect(page.getByText('Sin enviar: espera la conexión.')).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await page.context().setOffline(false);
  const ASKS = 'Lo escribió hace más de un día. ¿Enviarlo?';
  await expect(page.getByText(ASKS)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  // What is kept on the device is written a moment later.
  await page.waitForTimeout(1_500);
  const address = page.url();
  await page.close();
  const again = await page.context().newPage();
  await again.goto(address);
  await expect(again.getByText(ASKS)).toBeVisible();
  const mine = log(again).getByRole('listitem').filter({ hasText: texto });
  await mine.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(again.getByText(ASKS)).toHaveCount(0);
  await expect(mine).toHaveCount(1);
  await expect(mine.getByText('Usted')).toBeVisible();
  await again.context().close();
});

test('a desk attends with the keyboard alone: J, K, T, R, N', async ({ browser, demo }) => {
  const page = await enter(browser, demo, ESCOLAR, [1280, 800]);
  const rows = page.getByRole('list', { name: 'En espera' }).getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  const open = () => new URL(page.url()).searchParams.get('conversacion');
  const press = (key: string) => page.keyboard.press(key);
  await press('j');
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toBeFocused();
  const first = open();
  const title = (await heading.textContent()) ?? '';
  await press('j');
  await expect(heading).not.toHaveText(title);
  await expect(heading).toBeFocused();
  await press('k');
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  await expect(page.getByText('Tome la conversación para responder.')).toBeVisible();
  await press('t');
  await expect(field(page, 'Mensaje')).toBeVisible();
  await expect(page).toHaveURL(/ver=mias/);

  await press('r');
  await expect(field(page, 'Mensaje')).toBeFocused();
  // Where one writes, keys are letters.
  await page.keyboard.type('jk trn');
  await expect(field(page, 'Mensaje')).toHaveValue('jk trn');
  expect(open()).toBe(first);
  await field(page, 'Mensaje').fill('');
  await page.keyboard.type('Buenos días, lo reviso.');
  await press('Control+Enter');
  await expect(log(page).getByText('Buenos días, lo reviso.')).toBeVisible();

  await page.keyboard.press('Shift+Tab');
  await press('n');
  await expect(field(page, 'Nota interna')).toBeFocused();
  await page.keyboard.type('Cotejar la adscripción.');
  await press('Tab');
  await press('Tab');
  await expect(button(page, 'Guardar nota')).toBeFocused();
  await press('Enter');
  await expect(log(page).getByText('Cotejar la adscripción.')).toBeVisible();
  await expect(field(page, 'Mensaje')).toBeFocused();
  await expectAccessible(page);
  await page.context().close();
});

test('every state, and the configuration, by whoever administers and whoever attends', async ({
  browser,
  demo,
}) => {
  const persona = await enter(browser, demo, PERSONA, [320, 640]);
  for (const [asunto, tells] of [
    ['Fecha del curso de amparo', 'La conversación está resuelta.'],
    ['Acceso a los materiales', 'La conversación está cerrada. Para algo más, abra otra.'],
  ] as const) {
    await persona.getByRole('button', { name: new RegExp(asunto) }).click();
    await expect(persona.getByText(tells)).toBeVisible();
    await expectNoSidewaysScroll(persona);
    await expectAccessible(persona);
    await button(persona, 'Volver a la lista').click();
  }
  await field(persona, 'Buscar en mis conversaciones').fill('materiales');
  await expect(persona.getByRole('button', { name: /Fecha del curso/ })).toHaveCount(0);
  await expect(persona.getByRole('button', { name: /Acceso a los/ })).toBeVisible();
  await expectAccessible(persona);
  await persona.context().close();

  const admin = await enter(browser, demo, ADMIN, [1280, 800]);
  await button(admin, 'Todas').click();
  await expect(admin.getByRole('button', { name: /Acceso a los materiales/ })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Configuración', exact: true }).click();
  await field(admin, 'Sábado').fill('9 a 14');
  await button(admin, 'Guardar horario').click();
  await expect(admin.getByText(/Escriba horas como 9:00 a 14:00/).first()).toBeVisible();
  await field(admin, 'Sábado').fill('10:00 a 13:00');
  await button(admin, 'Guardar horario').click();
  await expect(admin.getByText(/^Último cambio/)).toBeVisible();
  await expect(field(admin, 'Sábado')).toHaveValue('10:00 a 13:00');
  await expectAccessible(admin);
  await admin.context().close();

  const escolar = await enter(browser, demo, ESCOLAR, [360, 740]);
  await escolar.goto('/support?configuracion=1');
  await expect(escolar.getByText('10:00 a 13:00')).toBeVisible();
  await expect(button(escolar, 'Guardar horario')).toHaveCount(0);
  await expectNoSidewaysScroll(escolar);
  await expectAccessible(escolar);
  await escolar.context().close();
});
