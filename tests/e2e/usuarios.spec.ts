import type { Locator } from '@playwright/test';
import { ADMIN, ESCOLAR, PERSONA, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStanding,
  field,
  type Page,
  signIn,
} from './server.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');
const count = (page: Page) => page.getByRole('status').filter({ hasText: /cuentas?$/ });

/** What has the focus in a row, when something else lies over it; else null. */
const COVERED = `(() => {
  const on = document.activeElement;
  if (!on?.closest('tbody')) return null;
  const { left, right, top, bottom } = on.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const seen = at && (on.contains(at) || on.closest('td, th').contains(at));
  return seen ? null : on.textContent || on.parentElement.textContent;
})()`;

/** Of a list by cursor: what is in sight, and of about how many when that is known. */
const FIRST = /^50 de \d+ cuentas/;

const openUsers = async (page: Page) => {
  await signIn(page, ADMIN);
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
};

/** Does something to the one account that the search finds. */
const act = async (page: Page, email: string, action: string) => {
  await field(page, 'Buscar por nombre, correo o CURP').fill(email);
  await expect(count(page)).toHaveText('1 cuenta');
  await expect(rows(page).first()).toContainText(email);
  await page.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('an Admin finds accounts: search, filters, order and pages stay in the address', async ({
  page,
}) => {
  await openUsers(page);
  await expect(count(page)).toHaveText(FIRST);
  await expect(rows(page)).toHaveCount(50);
  // The rows move under their head; the head and the pager stay where they are.
  const pane = page.getByRole('region', { name: 'Cuentas del portal' });
  const scrolled = () => pane.evaluate(({ scrollTop }) => scrollTop);
  const heightOf = async (place: Locator) => (await place.boundingBox())?.y;
  const fixed = async () => [
    await heightOf(page.getByRole('columnheader', { name: 'Nombre' })),
    await heightOf(page.getByRole('button', { name: 'Página siguiente' })),
  ];
  await expectStanding(page);
  const before = await fixed();
  await rows(page).last().scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(500);
  expect(await fixed()).toEqual(before);
  // The place is found again on return.
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(rows(page).last()).toBeInViewport();
  // Another page is read from its head, and is said.
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(count(page)).toHaveText(/^13 (de \d+ )?cuentas/);
  await expect(rows(page)).toHaveCount(13);
  await expect.poll(scrolled).toBe(0);
  expect(await fixed()).toEqual(before);
  expect(page.url()).toContain('tras=');

  const email = page.getByRole('columnheader', { name: 'Correo' });
  await expect(email).toHaveAttribute('aria-sort', 'none');
  await email.getByRole('button').click();
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('admin@demo.example');
  expect(page.url()).not.toContain('tras');

  await field(page, 'Estado').selectOption('Sin verificar');
  await expect(count(page)).toHaveText('7 cuentas');
  await page.reload();
  await expect(count(page)).toHaveText('7 cuentas');
  await expect(field(page, 'Estado')).toHaveValue('sinVerificar');
  await expect(email).toHaveAttribute('aria-sort', 'ascending');

  // Through the menu it is found as it was left; Back leaves it.
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(count(page)).toHaveText('7 cuentas');
  await expect(page).toHaveURL(/estado=sinVerificar/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();
  await page.goForward();

  await field(page, 'Buscar por nombre, correo o CURP').fill('zzzz');
  await expect(page.getByRole('heading', { name: 'Ninguna cuenta coincide' })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar búsqueda y filtros' }).click();
  await expect(count(page)).toHaveText(FIRST);
  // Whoever pressed what is gone goes on from the line over the rows.
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
  await expect(field(page, 'Buscar por nombre, correo o CURP')).toHaveValue('');

  // What one needs every day is saved under a name, and the list opens like that.
  await field(page, 'Estado').selectOption('Sin verificar');
  await expect(count(page)).toHaveText('7 cuentas');
  await page.getByRole('button', { name: 'Vista', exact: true }).click();
  await page.getByRole('button', { name: 'Guardar esta vista' }).click();
  await field(page, 'Nombre de la vista').fill('Por verificar');
  await field(page, 'Abrir siempre esta lista así').check();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const view = page.getByRole('button', { name: 'Vista: Por verificar' });
  await expect(view).toBeFocused();
  await page.goto('/users');
  await expect(count(page)).toHaveText('7 cuentas');
  await view.click();
  await page.getByRole('radio', { name: 'Lista inicial' }).press('Space');
  await expect(count(page)).toHaveText(FIRST);
  await page.getByRole('radio', { name: 'Por verificar' }).press('Space');
  await expect(count(page)).toHaveText('7 cuentas');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cambiar o borrar «Por verificar»' }).press('Enter');
  await page.getByRole('button', { name: 'Borrar esta vista' }).press('Enter');
  await expect(page.getByText('Se borró la vista «Por verificar».')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vista', exact: true })).toBeFocused();

  // From an account that is no more it begins again; all that there are is counted when somebody chooses it.
  await page.goto('/users?tras=no-existe&orden=otra&filas=25');
  await expect(rows(page)).toHaveCount(25);
  await rows(page).first().getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Acciones con lo seleccionado' });
  await bar.getByRole('button', { name: 'Seleccionar todas las cuentas', exact: true }).click();
  await expect(bar).toContainText('63 cuentas seleccionadas');
});

test('who is searched for is never in an address, and is found again by reloading and going back', async ({
  page,
  demo,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url(), request.headers().referer ?? '');
  });
  const personal = /buscar|persona5|%40|@demo/;
  await openUsers(page);
  const search = field(page, 'Buscar por nombre, correo o CURP');
  await search.fill('persona5@demo.example');
  await expect(count(page)).toHaveText('1 cuenta');
  await field(page, 'Estado').selectOption('Activa');
  await expect(page).toHaveURL(/estado=activa/);
  await expect(count(page)).toHaveText('1 cuenta');
  expect(page.url()).not.toMatch(personal);
  // Opening what was found forgets nothing of it.
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/cuenta=/);
  await expect(search).toHaveValue('persona5@demo.example');
  expect(page.url()).not.toMatch(personal);
  await page.goBack();
  await expect(page).not.toHaveURL(/cuenta=/);
  await expect(count(page)).toHaveText('1 cuenta');
  await page.reload();
  await expect(count(page)).toHaveText('1 cuenta');
  await expect(search).toHaveValue('persona5@demo.example');
  await expect(field(page, 'Estado')).toHaveValue('activa');

  // Away by an address of its own, and back: the browser has the entry, nobody else.
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('persona5@demo.example');
  await expect(count(page)).toHaveText('1 cuenta');
  // Through the menu it is found as it was left.
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();
  await page.getByRole('link', { name: 'Usuarios' }).click();
  await expect(search).toHaveValue('persona5@demo.example');
  await page.getByRole('link', { name: 'Inicio' }).click();
  await page.goBack();
  await expect(count(page)).toHaveText('1 cuenta');
  expect(page.url()).not.toMatch(personal);
  expect(asked.filter((text) => personal.test(text))).toEqual([]);

  // What somebody's address says anyway works, and goes from it.
  await page.goto('/users?buscar=persona6%40demo.example&estado=activa');
  await expect(search).toHaveValue('persona6@demo.example');
  await expect(count(page)).toHaveText('1 cuenta');
  await expect(page).toHaveURL(/\/users\?estado=activa$/);
  await search.fill('');
  await expect(count(page)).not.toHaveText('1 cuenta');
  await page.reload();
  await expect(search).toHaveValue('');

  // The portal's own links name accounts by their id, which is nobody's datum: that may be shared.
  const { uid } = await demo.services.db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', 'persona5@demo.example')
    .executeTakeFirstOrThrow();
  await page.goto(`/users?buscar=${uid}`);
  await expect(rows(page).first()).toContainText('persona5@demo.example');
  await page.goto('/auditoria');
  await field(page, 'Quién o qué').fill('SABC560626MDFLRN93');
  await expect(
    page.getByText('Todavía no hay').or(page.getByText(/anotaci/).first()),
  ).toBeVisible();
  expect(page.url()).not.toContain('SABC');
});

test('a name with a slip finds who is called almost so, and says that it is not the same', async ({
  page,
}) => {
  await openUsers(page);
  await field(page, 'Buscar por nombre, correo o CURP').fill('gonzales estrda');
  await expect(
    page.getByText(/Ninguna cuenta coincide con «gonzales estrda»\. Se muestra/),
  ).toBeVisible();
  await expect(rows(page).first()).toContainText(/Gonz[aá]lez/);
  // What the filters let through is nobody: only rows of one's own choice are offered.
  await rows(page).first().getByRole('checkbox').check();
  await expect(page.getByText('1 cuenta seleccionada')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Seleccionar las/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('the history is read page after page, by keyboard, and by its address', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.evaluate(async () => {
    const call = async (name: string, data: object) => {
      const answer = await fetch(`/us-central1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      });
      return ((await answer.json()) as { result: { filas: { id: string }[] } }).result;
    };
    const { filas } = await call('listItemsCatalogo', { catalogo: 'sedes', porPagina: 1 });
    for (let i = 0; i < 60; i++)
      await call('setActivoItemCatalogo', { id: filas[0]!.id, activo: i % 2 === 1 });
  });
  await page.goto('/auditoria?filas=25');
  const shown = page.getByRole('status').filter({ hasText: /anotaciones$/ });
  await expect(shown).toHaveText(/^25 de [\d,]+ anotaciones$/);
  const first = (await rows(page).first().textContent()) ?? '';
  const next = page.getByRole('button', { name: 'Página siguiente' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filas=25&tras=\d+$/);
  await expect(rows(page).first()).not.toHaveText(first);
  await expect(next).toBeFocused();
  const second = (await rows(page).first().textContent()) ?? '';
  await page.reload();
  await expect(rows(page).first()).toHaveText(second);
  await page.getByRole('button', { name: 'Página anterior' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/antes=\d+$/);
  await page.getByRole('button', { name: 'Primera página' }).click();
  await expect(page).toHaveURL(/filas=25$/);
  await expect(rows(page)).toHaveCount(25);
  await expectAccessible(page);
});

test('an Admin changes a role, and not their own', async ({ page, demo }) => {
  await openUsers(page);
  await act(page, 'persona5@demo.example', 'Cambiar rol');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('persona5@demo.example');
  await expect(dialog).toContainText('se cierran las sesiones');
  await dialog.getByRole('radio', { name: /^Escolar/ }).check();
  await dialog.getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(page.getByText(/tiene ahora el rol Escolar/)).toBeVisible();
  await expect(rows(page).first()).toContainText('Escolar');
  const { role } = await demo.services.db
    .selectFrom('cuentas')
    .select('role')
    .where('email', '=', 'persona5@demo.example')
    .executeTakeFirstOrThrow();
  expect(role).toBe('Escolar');

  // Nobody changes what they may themselves: it says who does.
  await act(page, ADMIN.email, 'Cambiar rol, persona o estado');
  await expect(dialog).toContainText('los cambia otra persona con el rol Admin');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Entendido' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Acciones de/ })).toBeFocused();
});

test('an account opens beside the list: by keyboard, by its address, and as a page on a phone', async ({
  page,
}) => {
  await openUsers(page);
  const panelOf = (name: string) => page.getByRole('region', { name, exact: true });
  const opener = (name: string) => page.getByRole('link', { name, exact: true });
  const names = await rows(page).getByRole('rowheader').allTextContents();
  const [first = '', second = ''] = names.slice(3);
  await opener(first).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeFocused();
  await expect(page).toHaveURL(/\/users\?cuenta=[\w-]+$/);
  // The one after it, and the one before.
  await page.keyboard.press('ArrowDown');
  await expect(panelOf(second)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(panelOf(first).getByText('Sin sesiones abiertas')).toBeVisible();
  await expect(panelOf(first).getByRole('heading', { name: 'Historial' })).toBeVisible();
  await expectAccessible(page);
  // Its address is its own; Back leaves it, Esc as well, and its row has the focus again.
  await page.reload();
  await expect(panelOf(first)).toBeVisible();
  await page.goBack();
  await expect(panelOf(first)).toHaveCount(0);
  await expect(opener(first)).toBeVisible();
  await opener(first).click();
  await panelOf(first).getByRole('button', { name: 'Ver la cuenta siguiente' }).click();
  await expect(panelOf(second)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener(second)).toBeFocused();

  // What is done there is seen there, in its state and in its history.
  await page.keyboard.press('Enter');
  await panelOf(second).getByRole('button', { name: 'Deshabilitar cuenta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Deshabilitar cuenta' }).click();
  await expect(dialog).toBeHidden();
  await expect(panelOf(second).getByText('Deshabilitada').first()).toBeVisible();
  await expect(panelOf(second).getByRole('list', { name: 'Historial' })).toContainText(
    'Claudia Ortega Flores',
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await panelOf(second).getByRole('button', { name: 'Habilitar cuenta' }).click();
  await dialog.getByRole('button', { name: 'Habilitar cuenta' }).click();
  await expect(panelOf(second).getByText('Deshabilitada')).toHaveCount(0);
  await panelOf(second).getByRole('button', { name: 'Usuarios' }).click();
  await expect(opener(second)).toBeFocused();
  await expect(opener(second)).toBeInViewport();
  // From further down the list it begins at its name all the same, below the bar.
  await opener(second).evaluate((row) => row.scrollIntoView({ block: 'start' }));
  await opener(second).click();
  const name = panelOf(second).getByRole('heading', { level: 2 });
  await expect(name).toBeFocused();
  await expect.poll(async () => (await name.boundingBox())!.y).toBeGreaterThan(64);
});

test('an Admin disables and enables an account, and sends its mails', async ({ page }) => {
  await openUsers(page);
  const dialog = page.getByRole('dialog');
  await act(page, 'persona6@demo.example', 'Deshabilitar cuenta');
  await expect(dialog).toContainText('no podrá volver a ingresar');
  await dialog.getByRole('button', { name: 'Deshabilitar cuenta' }).click();
  await expect(rows(page).first()).toContainText('Deshabilitada');
  await act(page, 'persona6@demo.example', 'Habilitar cuenta');
  await dialog.getByRole('button', { name: 'Habilitar cuenta' }).click();
  await expect(rows(page).first()).toContainText('Activa');

  await act(page, 'persona6@demo.example', 'Cerrar sus sesiones');
  await dialog.getByRole('button', { name: 'Cerrar sus sesiones' }).click();
  await expect(page.getByText(/no tenía sesiones abiertas/)).toBeVisible();

  await act(page, 'persona1@demo.example', 'Reenviar verificación');
  await expect(page.getByText(/Se envió a persona1@demo.example/)).toBeVisible();

  await act(page, 'persona6@demo.example', 'Cambiar persona vinculada');
  await dialog.getByRole('button', { name: 'Vincular' }).click();
  await expect(dialog.getByRole('link', { name: /Escriba la CURP/ })).toBeVisible();
  await field(page, 'CURP o clave').fill('SABC560626MDFLRN93');
  await dialog.getByRole('button', { name: 'Vincular' }).click();
  await expect(dialog.getByRole('link', { name: /No hay una persona con esa CURP/ })).toBeVisible();
});

test('many accounts are disabled at once, by keyboard: all but one’s own', async ({ page }) => {
  await openUsers(page);
  await page.goto('/users?filas=25&orden=email&buscar=demo.example');
  const chosen = (name: RegExp) => page.getByRole('checkbox', { name });
  await chosen(/^Seleccionar Claudia/).focus();
  await expectStanding(page);
  const place = await rows(page).nth(5).boundingBox();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Acciones con lo seleccionado' });
  await expect(bar).toContainText('1 cuenta seleccionada');
  // Not one pixel: the second press is where the second row was.
  expect(await rows(page).nth(5).boundingBox()).toEqual(place);
  // With shift from row to row, and from the last one chosen to the one that is pressed.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('3 cuentas seleccionadas');
  await rows(page)
    .nth(5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('6 cuentas seleccionadas');
  await rows(page).nth(3).getByRole('checkbox').click();
  await rows(page)
    .nth(5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 cuentas seleccionadas');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Más' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Deshabilitar' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Deshabilitar 3 cuentas' });
  await expect(dialog).toContainText(/Claudia Ortega Flores, .+ y .+/);
  await dialog.getByRole('button', { name: 'Deshabilitar', exact: true }).click();
  await expect(dialog).toContainText('Se deshabilitaron 2 cuentas.');
  await expect(dialog).toContainText('Claudia Ortega Flores: Es su propia cuenta.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
  await expect(rows(page).nth(1)).toContainText('Deshabilitada');
  await expect(rows(page).nth(2)).toContainText('Deshabilitada');

  // As cards: everything that the filters show.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/users?filas=25&estado=deshabilitada&buscar=demo.example');
  await chosen(/^Seleccionar (?!toda)/)
    .first()
    .check();
  await bar.getByRole('button', { name: 'Acciones' }).click();
  await page.getByRole('menuitem', { name: /^Seleccionar las .* filtradas$/ }).click();
  await expectNoSidewaysScroll(page);
  await bar.getByRole('button', { name: 'Acciones' }).click();
  await page.getByRole('menuitem', { name: 'Habilitar', exact: true }).click();
  const enable = page.getByRole('dialog', { name: /^Habilitar/ });
  await enable.getByRole('button', { name: 'Habilitar' }).click();
  await expect(enable).toContainText('Se habilitaron');
  await enable.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByRole('heading', { name: 'Ninguna cuenta coincide' })).toBeVisible();
});

test('the menu of a row and the rows work from the keyboard', async ({ page }) => {
  await openUsers(page);
  const button = page.getByRole('button', { name: /^Acciones de/ }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Deshabilitar cuenta' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Acciones de/ }).nth(1)).toBeFocused();
  // Backwards through the rows, wide and as cards: what has the focus is never under what stays.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page
      .getByRole('button', { name: /^Acciones de/ })
      .nth(24)
      .focus();
    const covered: string[] = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Shift+Tab');
      const seen = await page.evaluate<string | null>(COVERED);
      if (seen !== null) covered.push(seen);
    }
    expect(covered).toEqual([]);
  }
});

test('columns and density are kept by the browser', async ({ page }) => {
  await openUsers(page);
  await expect(page.getByRole('columnheader', { name: 'Segundo factor' })).toBeVisible();
  const view = page.getByRole('button', { name: 'Vista' });
  await view.click();
  // It ends where its button does, however wide its texts have made it.
  const rightOf = async (one: Locator) => {
    const { x, width } = (await one.boundingBox())!;
    return x + width;
  };
  expect(await rightOf(page.locator(':popover-open'))).toBeCloseTo(await rightOf(view), 0);
  await page.getByRole('checkbox', { name: 'Segundo factor' }).uncheck();
  await page.getByRole('checkbox', { name: 'CURP o clave' }).check();
  await page.getByRole('radio', { name: 'Cómodas' }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'CURP o clave' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Segundo factor' })).toHaveCount(0);
  expect((await rows(page).first().boundingBox())?.height).toBeGreaterThan(48);
});

test('nobody else sees the users', async ({ page, browser, baseURL }) => {
  for (const account of [ESCOLAR, PERSONA]) {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const other = await context.newPage();
    await signIn(other, account);
    await expect(other.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
    await other.goto('/users');
    await expect(other.getByRole('heading', { level: 1, name: 'No tiene permiso' })).toBeVisible();
    await context.close();
  }
  await page.goto('/users?estado=activa');
  await expect(page).toHaveURL(/\/auth\/login\?volver=/);
});

test('the users are accessible, also as cards on a phone', async ({ page }) => {
  test.slow();
  await openUsers(page);
  await field(page, 'Buscar por nombre, correo o CURP').fill('persona1');
  await expect(count(page)).toHaveText('11 cuentas');
  const actions = page.getByRole('button', { name: /^Acciones de/ }).first();
  const menu = page.getByRole('menu');
  await actions.click();
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  // Scrolling, as axe does, closes it, sooner or later.
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Deshabilitar cuenta' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expect(rows(page).first()).toContainText('@demo.example');
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await field(page, 'Ordenar por').selectOption('Correo, descendente');
  await expect(page).toHaveURL(/orden=-email/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vista' }).click();
  await expect(page.getByRole('button', { name: 'Volver a las columnas iniciales' })).toBeVisible();
  await expectAccessible(page);
});
