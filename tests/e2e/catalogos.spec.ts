import { ADMIN, ESCOLAR, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signIn,
} from './server.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

const open = async (page: Page, catalogo: string, titulo: string) => {
  await page.goto(`/catalogs?catalogo=${catalogo}`);
  await expect(heading(page, titulo)).toBeVisible();
};

const act = async (page: Page, nombre: string, action: string) => {
  await page.getByRole('button', { name: `Acciones de ${nombre}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('the tree opens with the keyboard, and a search finds órganos as one types', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.getByRole('link', { name: 'Catálogos' }).click();
  await page.getByRole('link', { name: /^Órganos/ }).click();
  await expect(heading(page, 'Órganos jurisdiccionales')).toBeVisible();
  // The arrows of a tree: into a branch, on to the next, and back to what it hangs from.
  const circuito = page.getByRole('button', { name: /^Segundo Circuito/ });
  const toluca = page.getByRole('button', { name: /^Toluca/ });
  await page.getByRole('button', { name: /^Primer Circuito/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(circuito).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(toluca).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(circuito).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(circuito).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await toluca.focus();
  await page.keyboard.press('Enter');
  const organo = page.getByRole('link', { name: /residencia en Toluca$/ }).first();
  await expect(organo).toBeVisible();
  await expectAccessible(page);
  // An órgano opens beside the tree, which stays open, and by its address.
  await organo.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /residencia en Toluca$/ });
  await expect(panel.getByRole('heading', { name: 'Historial' })).toBeVisible();
  await expect(panel).toContainText('Segundo Circuito › Toluca');
  await expect(panel).toContainText('Nada lo usa todavía.');
  await expectAccessible(page);
  // ↓ goes to the next of those that the tree shows.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: /, 2 de \d+$/ })).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(organo).toBeFocused();

  // Found from anywhere in the portal, and open in its catalog.
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Qué busca' }).fill('chihuahua');
  await expect(page.getByRole('link', { name: /^Chihuahua/ }).first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await field(page, 'Buscar órganos').fill('decimo tribunal mexico');
  await expect(page.getByText('10 órganos', { exact: true })).toBeVisible();
  await expect(page.getByText('Primer Circuito › Ciudad de México').first()).toBeVisible();
  // The list shows what the tree was asked for, and the branches are open on return.
  await page.getByRole('button', { name: 'Lista', exact: true }).click();
  await expect(rows(page)).toHaveCount(10);
  await field(page, 'Buscar órganos').fill('');
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Árbol', exact: true }).click();
  await expect(toluca).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Lista', exact: true }).click();
  await expect(rows(page)).toHaveCount(50);
  await expectAccessible(page);
  // Ordinals are in the order of their numbers, and a laptop shows eleven rows.
  await page.setViewportSize({ width: 1280, height: 800 });
  await field(page, 'Buscar órganos').fill('tribunal colegiado civil primer circuito');
  // Of one look: until what was searched is there it is another list.
  const order = async () => {
    const names = await rows(page).getByRole('rowheader').allTextContents();
    const [segundo = -1, octavo = -1, decimo = -1] = ['Segundo', 'Octavo', 'Décimo'].map(
      (ordinal) =>
        names.indexOf(`${ordinal} Tribunal Colegiado en Materia Civil del Primer Circuito`),
    );
    return { rises: 0 <= segundo && segundo < octavo && octavo < decimo, far: decimo > 8 };
  };
  await expect.poll(order).toEqual({ rises: true, far: true });
  await field(page, 'Buscar órganos').fill('');
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).nth(10)).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('an item is added, put in order, deactivated; in use it is not deleted', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page, 'modalidades', 'Modalidades');
  // Also where the browser does not close it: a press that it does not know of.
  const others = page.getByRole('button', { name: 'Cambiar de catálogo' });
  await others.click();
  await page.getByRole('link', { name: /^Sedes/ }).dispatchEvent('pointerdown');
  await expect(page.getByRole('link', { name: /^Sedes/ })).toBeVisible();
  await heading(page, 'Modalidades').dispatchEvent('pointerdown');
  await expect(page.getByRole('link', { name: /^Sedes/ })).toBeHidden();
  // By a link of the portal, so that Back is within it.
  await others.click();
  await page.getByRole('link', { name: /^Sedes/ }).click();
  await expect(heading(page, 'Sedes')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar sede' }).click();
  const dialog = page.getByRole('dialog');
  // It begins at its first field; untouched it closes at once.
  await expect(dialog.getByLabel('Clave')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Agregar sede' }).click();
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Escriba un dato en «Clave».');
  await dialog.getByLabel('Clave').fill('EXT_OAX');
  await dialog.getByLabel('Nombre').fill('Extensión Oaxaca');
  await dialog.getByLabel('Entidad').selectOption({ label: 'Oaxaca' });
  // Esc, a press beside it and Back ask before they discard what was written.
  const discard = page.getByRole('alertdialog', { name: '¿Descartar lo escrito?' });
  const address = page.url();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 300),
    () => page.goBack(),
  ]) {
    await leave();
    await discard.getByRole('button', { name: 'Seguir escribiendo' }).click();
    await expect(discard).toBeHidden();
  }
  expect(page.url()).toBe(address);
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Extensión Oaxaca');
  // The session ends over it: the same person finds it as it was.
  await page.context().clearCookies();
  await page.evaluate(
    "new BroadcastChannel('portal-session').postMessage({ type: 'signedIn', uid: '?' })",
  );
  const cover = page.getByRole('dialog', { name: 'Ingrese de nuevo' });
  await cover.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password);
  await cover.getByRole('button', { name: 'Ingresar' }).click();
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Extensión Oaxaca');
  await page.keyboard.press('Escape');
  await expect(discard).toBeVisible();
  await expectAccessible(page);
  await discard.getByRole('button', { name: 'Seguir escribiendo' }).click();
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page).last()).toContainText('Extensión Oaxaca');

  // With the arrow keys the handle goes with its item.
  await page.getByRole('button', { name: 'Cambiar el orden' }).click();
  await dialog.getByRole('button', { name: 'Mover Extensión Oaxaca' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('status')).toHaveText('Extensión Oaxaca: lugar 6 de 8');
  await expect(dialog.getByRole('button', { name: 'Mover Extensión Oaxaca' })).toBeFocused();
  // By its handle, wherever it is let go: in the first half of another it goes before it.
  const handle = dialog.getByRole('button', { name: 'Mover Extensión Oaxaca' });
  const items = dialog.getByRole('listitem');
  await handle.dragTo(items.nth(2), { targetPosition: { x: 120, y: 4 } });
  await expect(items.nth(2)).toContainText('Extensión Oaxaca');
  await handle.dragTo(items.nth(1), { targetPosition: { x: 120, y: 36 } });
  await expect(items.nth(2)).toContainText('Extensión Oaxaca');
  // So quickly that nothing is drawn on the way.
  const from = (await handle.boundingBox())!;
  const to = (await items.first().boundingBox())!;
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y + 10);
  await Promise.all([page.mouse.move(to.x + 120, to.y + 4), page.mouse.up()]);
  await expect(dialog.getByRole('listitem').first()).toContainText('Extensión Oaxaca');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(rows(page).first()).toContainText('Extensión Oaxaca');

  await act(page, 'Aula virtual', 'Borrar');
  await expect(dialog).toContainText(/\d+ ediciones/);
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByRole('button', { name: 'Acciones de Aula virtual' })).toBeHidden();
  await act(page, 'Extensión Oaxaca', 'Borrar');
  await dialog.getByRole('button', { name: 'Borrar' }).click();
  await expect(page.getByText('Se borró «Extensión Oaxaca».')).toBeVisible();

  // All at once; what an initial filter hides is within reach.
  await open(page, 'modalidades', 'Modalidades');
  await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
  await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await expect(dialog).toContainText(/Se desactivaron \d+ modalidades/);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByRole('heading', { name: 'Ninguna modalidad coincide' })).toBeVisible();
  await page.getByRole('button', { name: 'Quitar los filtros' }).click();
  await expect(rows(page).first()).toContainText('Inactivo');
});

test('two people edit one item: the second sees what changed and joins both', async ({
  page,
  browser,
  demo,
}) => {
  const other = await (await browser.newContext({ baseURL: demo.url })).newPage();
  for (const who of [page, other]) {
    await signIn(who, ADMIN);
    await open(who, 'firmantes', 'Firmantes');
    await act(who, 'Leonor Arriaga Montes', 'Editar');
    await expect(field(who, 'Clave')).toBeFocused();
  }
  await field(other, 'Cargo').fill('Dirección');
  await field(other, 'Tratamiento').fill('Mtra.');
  await other.getByRole('button', { name: 'Guardar' }).click();
  const saved = other.getByRole('region', { name: 'Leonor Arriaga Montes' });
  await expect(saved).toContainText('Dirección');
  await expect(saved.getByRole('list', { name: 'Historial' })).toContainText('Claudia Ortega');

  await field(page, 'Nombre').fill('Leonor Arriaga de Montes');
  await field(page, 'Cargo').fill('Rectoría');
  // Another record would take its place: it is asked first.
  await rows(page).nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click();
  await expect(field(page, 'Cargo')).toHaveValue('Rectoría');
  await page.getByRole('button', { name: 'Guardar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toContainText('Otra persona lo cambió');
  await expect(dialog).toContainText('Tratamiento: Mtra.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click();
  await expect(page.getByRole('button', { name: 'Seguir escribiendo' })).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: /^Lo que guardó/ }).check();
  await dialog.getByRole('button', { name: 'Reunir los cambios' }).click();
  await expect(field(page, 'Nombre')).toHaveValue('Leonor Arriaga de Montes');
  await expect(field(page, 'Cargo')).toHaveValue('Dirección');
  await expect(field(page, 'Tratamiento')).toHaveValue('Mtra.');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(rows(page).first()).toContainText('Leonor Arriaga de Montes');
  await other.context().close();
});

test('on a phone: the list of catalogs, then one; nobody but an Admin', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, ADMIN);
  await page.goto('/catalogs');
  await expect(page.getByRole('link', { name: /^Entidades federativas/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /^Días inhábiles/ }).click();
  await expect(heading(page, 'Días inhábiles')).toBeVisible();
  await expect(page.getByText('16 de septiembre de 2026')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Cambiar de catálogo' }).click();
  await page.getByRole('link', { name: /^Sedes/ }).click();
  await expect(heading(page, 'Sedes')).toBeFocused();
  // An item is a page, and through the menu the catalog is found again.
  await page.getByRole('link', { name: 'Sede central' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sede central' })).toBeFocused();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sedes' }).click();
  await expect(page.getByRole('link', { name: 'Sede central' })).toBeFocused();

  await page.context().clearCookies();
  await signIn(page, ESCOLAR);
  await page.goto('/catalogs');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Catálogos');
});
