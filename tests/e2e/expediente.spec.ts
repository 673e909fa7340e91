import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { saveFactorRoles } from '../../src/features/identidad/factor/server/data.ts';
import { ADMIN, ESCOLAR, PERSONA, test } from './demo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  type Page,
  signIn,
} from './server.ts';

// The demonstration is shared with other files: no account keeps a second factor.
test.afterEach(async ({ demo }) => {
  demo.setNow(null);
  await demo.services.db.transaction().execute(async (trx) => {
    await saveFactorRoles(trx, []);
    await trx
      .updateTable('cuentas')
      .set({ totp_sellado: null, totp_desde: null, totp_paso: null })
      .execute();
  });
});

const totp = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/[^A-Z2-7]/g, '')) });

const openExpediente = async (page: Page) => {
  await page.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Perfil' })).toBeVisible();
};

/** Activates the second factor on the screen; gives its secret. */
const activate = async (page: Page, password: string): Promise<string> => {
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('link', { name: 'Escriba su contraseña actual.' })).toBeVisible();
  await field(page, 'Contraseña actual').fill(password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { name: /aplicación de autenticación/ })).toBeFocused();
  const secret = page.getByText(/^([A-Z2-7]{4}[ -]){7}[A-Z2-7]{4}$/);
  await expect(secret).toBeVisible();
  await field(page, 'Código de seis cifras').fill('12');
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(page.getByRole('link', { name: /seis cifras que muestra/ })).toBeVisible();
  const text = (await secret.textContent()) ?? '';
  await field(page, 'Código de seis cifras').fill(totp(text).generate());
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: 'Guarde sus códigos de recuperación' }),
  ).toBeFocused();
  await expect(page.getByText('Es la única vez que se muestran')).toBeVisible();
  return text;
};

const finish = async (page: Page) => {
  await page.getByRole('button', { name: 'Terminar' }).click();
  await expect(page.getByRole('link', { name: /márquelo aquí/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Ya guardé mis códigos' }).check();
  await page.getByRole('button', { name: 'Terminar' }).click();
};

test("a person's own file: what the CURP says, and its parts in the address", async ({ page }) => {
  test.slow();
  await signIn(page, PERSONA);
  await openExpediente(page);
  await expect(page.getByRole('heading', { name: 'Lo que dice su CURP' })).toBeVisible();
  await expect(page.getByText(/^Nacimiento: /)).toBeVisible();
  await page.getByRole('tab', { name: 'Perfil' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Preferencias' })).toBeFocused();
  await expect(page).toHaveURL(/ver=preferencias/);
  await page.reload();
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test("another's file is refused to a person and shown to staff", async ({
  page,
  browser,
  demo,
}) => {
  await signIn(page, PERSONA);
  await page.goto('/person/SABC560626MDFLRN93');
  await expect(page.getByText('Solo puede consultar su propio expediente.')).toBeVisible();

  const context = await browser.newContext({ baseURL: demo.url });
  const staff = await context.newPage();
  await signIn(staff, ESCOLAR);
  const { clave, id } = await demo.services.db
    .selectFrom('personas')
    .innerJoin('cuentas', 'cuentas.persona_id', 'personas.id')
    .select(['personas.clave', 'personas.id'])
    .where('cuentas.email', '=', PERSONA.email)
    .executeTakeFirstOrThrow();
  await staff.goto(`/person/${clave}`);
  await expect(staff.getByRole('heading', { name: 'Lo que dice la CURP' })).toBeVisible();
  await expect(staff.getByRole('tab', { name: 'Contactos' })).toBeVisible();
  await expect(staff.getByRole('tab', { name: 'Preferencias' })).toHaveCount(0);
  await expect(staff.getByRole('button', { name: /foto/ })).toHaveCount(0);
  const reads = await demo.services.db
    .selectFrom('historial')
    .select('id')
    .where('accion', '=', 'persona.leer')
    .where('entidad_id', '=', id)
    .execute();
  expect(reads).toHaveLength(1);

  // What they answered apart is asked for with a reason, which they read.
  await staff.getByRole('button', { name: 'Consultar', exact: true }).click();
  const dialog = staff.getByRole('dialog', { name: 'Consultar datos sensibles' });
  await dialog.getByRole('button', { name: 'Consultar y dejar anotado' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Escriba para qué necesita consultarlos.');
  await dialog.getByLabel('Para qué los consulta').fill('Reservar un asiento en el aula');
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Consultar y dejar anotado' }).click();
  await expect(staff.getByText('No respondió nada de manera reservada')).toBeFocused();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Ocultar' }).click();
  await expect(staff.getByRole('button', { name: 'Consultar', exact: true })).toBeFocused();
  await page.goto(`/person/${clave}?ver=preferencias`);
  const event = page.getByRole('listitem').filter({ hasText: 'las respuestas sensibles' });
  await expect(event).toContainText('Reservar un asiento en el aula');

  await staff.goto('/person/SABC560626MDFLRN93');
  await expect(
    staff.getByRole('heading', { name: 'No hay un expediente con esa CURP o clave' }),
  ).toBeVisible();
  await context.close();
});

test('home leads to what the file lacks; what is typed outlives a reload, and two windows are joined', async ({
  page,
}) => {
  test.slow();
  await signIn(page, PERSONA);
  const falta = page.getByRole('link', { name: 'Completar', exact: true });
  await falta.click();
  // The very field, of the very study.
  const dialog = page.getByRole('dialog', { name: 'Editar un estudio' });
  const cedula = dialog.getByLabel('Cédula profesional');
  await expect(cedula).toBeFocused();
  await expect(page).toHaveURL(/\?ver=academicos$/);
  await cedula.fill('12');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('link', { name: /cédula profesional lleva/ })).toBeVisible();
  await cedula.fill('12 345 678');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  const editar = page.getByRole('button', { name: /^Editar Licenciatura/ });
  await editar.click();
  await expect(dialog.getByText('Recuperamos lo que había escrito')).toBeVisible();
  await expect(cedula).toHaveValue('12 345 678');

  // Meanwhile, in another window, something else of the same study.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: /^Editar Licenciatura/ }).click();
  const there = other.getByRole('dialog', { name: 'Editar un estudio' });
  await there.getByLabel('Promedio').fill('9.75');
  await there.getByLabel('Cédula profesional').fill('');
  await there.getByRole('button', { name: 'Guardar' }).click();
  await expect(there).toBeHidden();
  await other.close();

  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const conflict = page.getByRole('dialog', { name: 'Lo cambió usted en otra ventana' });
  await expect(conflict.getByText('Promedio: 9.75')).toBeVisible();
  await conflict.getByRole('button', { name: 'Reunir los cambios' }).click();
  await expect(dialog.getByLabel('Promedio')).toHaveValue('9.75');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  const estudio = page.getByRole('listitem').filter({ hasText: 'Licenciatura en Derecho' });
  await expect(estudio).toContainText('12345678');
  await expect(estudio).toContainText('9.75');
  await expect(page.getByText('En esta parte falta')).toHaveCount(0);
});

/** The longest name of all. */
const LARGO =
  'Segundo Tribunal Colegiado de Circuito en Materia Administrativa, Especializado en Competencia Económica, Radiodifusión y Telecomunicaciones, con residencia en la Ciudad de México y Jurisdicción en toda la República';

test('an órgano is looked for among hundreds by keyboard alone, and an old entry is taken away', async ({
  page,
}) => {
  await signIn(page, PERSONA);
  await page.goto('/preferencias');
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await page.getByRole('tab', { name: 'Perfil' }).click();
  await page.getByRole('button', { name: 'Agregar una adscripción' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Agregar una adscripción' });
  const busque = dialog.getByLabel('Busque por nombre, ciudad o circuito');
  await expect(busque).toBeFocused();
  const says = dialog.getByRole('status').filter({ visible: true });
  // A search that fails says so, and how to go on.
  await page.route(
    '**/listItemsCatalogo',
    (route) =>
      route.fulfill({
        status: 500,
        json: { error: { status: 'INTERNAL', message: 'Algo falló en el portal.' } },
      }),
    { times: 1 },
  );
  await busque.fill('mexicali');
  await expect(says.first()).toHaveText('No se pudo buscar. Algo falló en el portal.');
  await dialog.getByRole('button', { name: 'Buscar de nuevo' }).press('Enter');
  await expect(says.first()).toHaveText(/^\d+ órganos/);
  // Copied whole, from wherever it is written so.
  const largo = dialog.getByRole('button', { name: new RegExp(`^${LARGO}`) });
  await busque.fill(LARGO);
  await expect(largo).toBeVisible();
  // A search keeps the six longest words (issue 33): few are left, and the one that was meant among them.
  await expect(says.first()).toHaveText(/^\d órganos?\.$/);
  // What is shown is of the words before: Enter chooses nothing that these did not find.
  await busque.fill('zzzz');
  await busque.press('Enter');
  await expect(says.first()).toHaveText(/^No hay órganos/);
  await busque.fill('');
  await busque.pressSequentially('segundo colegiado apelacion penal primer circuito');
  const found = dialog.getByRole('button', {
    name: /^Segundo Tribunal Colegiado de Apelación en Materia Penal/,
  });
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await found.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Elegir otro/ })).toBeFocused();
  await expect(dialog.getByLabel('Institución')).toHaveCount(0);
  await dialog.getByLabel('Categoría o cargo').selectOption({ index: 1 });
  const day = async (group: string, [d, m, y]: readonly [string, string, string]) => {
    const fields = dialog.getByRole('group', { name: group });
    await fields.getByLabel('Día').fill(d);
    await fields.getByLabel('Mes').fill(m);
    await fields.getByLabel('Año').fill(y);
  };
  await day('Desde', ['1', 'marzo', '2009']);
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(dialog.getByRole('link', { name: /Ya tiene una adscripción actual/ })).toBeVisible();
  await day('Hasta', ['31', '12', '2009']);
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter');
  const fila = page.getByRole('listitem').filter({ hasText: 'Segundo Tribunal Colegiado' });
  await expect(fila).toContainText('Primer Circuito');
  await expect(fila).toContainText('31 de diciembre de 2009');
  await fila.getByRole('button', { name: /^Quitar/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).press('Enter');
  await expect(fila).toHaveCount(0);
});

test('a photo is framed and kept; it can be changed and taken off', async ({ page }) => {
  await signIn(page, PERSONA);
  await openExpediente(page);
  await page.getByRole('button', { name: 'Poner una foto' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Guardar foto' }).click();
  await expect(dialog.getByRole('link', { name: 'Elija una imagen.' })).toBeVisible();
  await page.getByLabel('Imagen').setInputFiles({
    name: 'notas.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not an image'),
  });
  await expect(dialog.getByText(/No se pudo leer esa imagen/)).toBeVisible();
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#7a5a12' },
  })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Imagen').setInputFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer });
  const zoom = dialog.getByRole('slider', { name: 'Acercar' });
  await zoom.press('ArrowRight');
  await dialog.getByRole('slider', { name: 'Mover a los lados' }).press('End');
  // The connection is lost on the way: it says so, and goes on by itself when it is back.
  let cuts = 0;
  await page.route('**/v0/b/*/o**', (route) => {
    const cut = route.request().headers()['x-goog-upload-command']?.startsWith('upload');
    return cut && cuts++ === 0 ? route.abort('connectionreset') : route.continue();
  });
  await dialog.getByRole('button', { name: 'Guardar foto' }).click();
  await expect(dialog.getByRole('progressbar', { name: /Enviando la foto/ })).toBeVisible();
  await expect(dialog.getByText(/Se perdió la conexión/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancelar el envío' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Se guardó su foto.')).toBeVisible();
  const photo = page.getByRole('img', { name: 'Su foto' });
  await expect(photo).toBeVisible();
  expect(await photo.getAttribute('src')).toMatch(/^\/v0\/b\/.*users%2F/);
  expect(
    await photo.evaluate<number, { naturalWidth: number }>((image) => image.naturalWidth),
  ).toBe(512);
  await page.reload();
  await expect(photo).toBeVisible();
  await page.getByRole('button', { name: 'Quitar', exact: true }).click();
  await expect(photo).toBeHidden();
});

test('sessions elsewhere are seen and closed', async ({ page, browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.url });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, PERSONA);
  await signIn(page, PERSONA);
  await openExpediente(page);
  await page.getByRole('tab', { name: 'Preferencias' }).click();
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
  await expect(page.getByText('No tiene sesiones abiertas en otros equipos.')).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Ingrese de nuevo' })).toBeVisible();
  await context.close();
});

test('a second factor is activated, asked for and taken off', async ({ page, demo }) => {
  test.slow();
  await signIn(page, PERSONA);
  await openExpediente(page);
  await page.getByRole('tab', { name: 'Preferencias' }).click();
  const secret = await activate(page, PERSONA.password);
  await expectAccessible(page);
  await finish(page);
  await expect(page.getByText('Le quedan 10 códigos de recuperación')).toBeVisible();

  await page.getByRole('button', { name: 'Desactivar' }).click();
  await field(page, 'Contraseña actual').fill('no es esta');
  await field(page, 'Código de seis cifras').fill('123456');
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByRole('link', { name: /contraseña actual no es correcta/ })).toBeVisible();
  await field(page, 'Contraseña actual').fill(PERSONA.password);
  // The code that activated it was spent.
  demo.setNow(new Date(Date.now() + 60_000));
  await field(page, 'Código de seis cifras').fill(
    totp(secret).generate({ timestamp: Date.now() + 60_000 }),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText(/quedó desactivado/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activar el segundo factor' })).toBeVisible();
});

test('a role that demands a second factor gets nothing else before it', async ({
  page,
  browser,
  demo,
}) => {
  test.slow();
  const inUse = await browser.newContext({ baseURL: demo.url });
  const colleague = await inUse.newPage();
  await signIn(colleague, ESCOLAR);

  await signIn(page, ADMIN);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Segundo factor obligatorio' }).click();
  await page.getByRole('checkbox', { name: /^Escolar/ }).check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('button', { name: 'Segundo factor: Escolar' })).toBeVisible();

  const context = await browser.newContext({ baseURL: demo.url });
  const staff = await context.newPage();
  await staff.goto('/auth/login');
  await field(staff, 'Correo electrónico').fill(ESCOLAR.email);
  await field(staff, 'Contraseña').fill(ESCOLAR.password);
  await staff.getByRole('button', { name: 'Ingresar' }).click();
  const demand = staff.getByRole('heading', { level: 1, name: 'Active su segundo factor' });
  await expect(demand).toBeVisible();
  await staff.goto('/matricula');
  await expect(demand).toBeVisible();
  // Who was already in finds out with the next thing that is refused.
  await colleague.getByRole('link', { name: 'Mi expediente', exact: true }).click();
  await expect(
    colleague.getByRole('heading', { level: 1, name: 'Active su segundo factor' }),
  ).toBeVisible();
  await inUse.close();
  await expect(staff.getByRole('link', { name: 'Inicio' })).toHaveCount(0);
  await expectAccessible(staff);
  await activate(staff, ESCOLAR.password);
  await finish(staff);
  await expect(staff.getByRole('link', { name: 'Inicio' })).toBeVisible();
  await expect(demand).toBeHidden();
  await context.close();
});

test('staff give a person their CURP, and the file that had it takes theirs in', async ({
  page,
  demo,
  browser,
}) => {
  test.slow();
  const { db } = demo.services;
  const [assigned, merged] = await db
    .selectFrom('personas')
    .selectAll()
    .where('curp', 'is', null)
    .orderBy('clave')
    .execute();
  await signIn(page, ESCOLAR);
  const dialog = page.getByRole('dialog');
  const motivo = async () => {
    await dialog.getByRole('button', { name: 'Revisar qué cambia' }).press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Qué sigue a la persona' })).toBeVisible();
    await field(page, 'Motivo').fill('Presentó su constancia en ventanilla');
  };

  await page.goto(`/person/${assigned!.clave}`);
  await page.getByRole('button', { name: 'Asignar CURP' }).press('Enter');
  await field(page, 'CURP').fill(`${assigned!.curp_declarada!.slice(0, 17)}X`);
  await dialog.getByRole('button', { name: 'Revisar qué cambia' }).press('Enter');
  await expect(dialog.getByRole('link', { name: /La CURP termina con un número/ })).toBeVisible();
  await field(page, 'CURP').fill(assigned!.curp_declarada!.toLowerCase());
  await motivo();
  await dialog.getByRole('button', { name: 'Asignar la CURP' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/person/${assigned!.curp_declarada}$`));
  await expect(page.getByText('Se asignó la CURP')).toBeVisible();

  await page.goto(`/person/${merged!.clave}`);
  await page.getByRole('button', { name: 'Asignar CURP' }).click();
  await motivo();
  await dialog.getByRole('radio', { name: /^Nombre o nombres: .* que se fusiona$/ }).check();
  await expectAccessible(page);
  // Somebody changed it while this one was reading.
  await db.updateTable('personas').set({ nombre: 'OTRO' }).where('id', '=', merged!.id).execute();
  await dialog.getByRole('button', { name: 'Proponer la fusión' }).click();
  await expect(dialog.getByText('Algo cambió desde el ensayo')).toBeVisible();
  await dialog.getByRole('button', { name: 'Revisar de nuevo' }).press('Enter');
  await expect(dialog.getByText('OTRO')).toBeVisible();
  await field(page, 'Motivo').fill('Presentó su constancia en ventanilla');
  await dialog.getByRole('button', { name: 'Proponer la fusión' }).click();
  // It waits for somebody else: whoever proposed it can only take it back.
  await expect(page.getByText('La propuso usted')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Fusionar los expedientes' })).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const other = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  await other.goto(demo.url);
  await signIn(other, ADMIN);
  await other.goto(`${demo.url}/fusiones`);
  await expect(
    other.getByRole('heading', { level: 1, name: 'Fusiones por confirmar' }),
  ).toBeVisible();
  await expectAccessible(other);
  await other.goto(page.url());
  await expect(other.getByText('Presentó su constancia en ventanilla')).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Fusionar los expedientes' }).press('Enter');
  const asked = other.getByRole('dialog');
  await expect(asked.getByText('se pueden separar durante 30 días')).toBeVisible();
  await asked.getByRole('button', { name: 'Fusionar los expedientes' }).press('Enter');
  await expect(other.getByText('La clave anterior lleva a él')).toBeVisible();
  await expect(other).toHaveURL(new RegExp(`/person/${merged!.curp_declarada}$`));

  await page.goto(`/person/${merged!.clave}`);
  await expect(page).toHaveURL(new RegExp(`/person/${merged!.curp_declarada}$`));
  await expect(page.getByText('Este expediente cambió de clave')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

/** How many texts the device keeps. Whoever opens the database first makes it: that is the portal's. */
const KEPT = `indexedDB.databases().then((known) =>
  known.some(({ name }) => name === 'portal-sin-guardar')
    ? new Promise((count) => {
        indexedDB.open('portal-sin-guardar').onsuccess = ({ target: { result: database } }) => {
          database.transaction('textos').objectStore('textos').count().onsuccess = ({ target }) => {
            database.close();
            count(target.result);
          };
        };
      })
    : 0)`;

/** What is half written in the page is on the device. */
const keptOnDevice = (page: Page) =>
  expect.poll(() => page.evaluate<number>(KEPT)).toBeGreaterThan(0);

test('staff look at the data that disagree with a CURP and say what they found', async ({
  page,
  demo,
}) => {
  const { clave } = await demo.services.db
    .selectFrom('personas')
    .select('clave')
    .where('nombre', '=', 'Quetzalli')
    .executeTakeFirstOrThrow();
  await signIn(page, ESCOLAR);
  await page.goto(`/person/${clave}`);
  await page.getByRole('button', { name: 'Marcar como revisado' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar la nota' }).click();
  await expect(page.getByRole('link', { name: /Escriba qué documento revisó/ })).toBeVisible();
  await field(page, 'Qué se encontró').fill('Su acta dice lo mismo que el expediente.');
  await keptOnDevice(page);

  // The tab is closed over the half-written note.
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`/person/${clave}`);
  await again.getByRole('button', { name: 'Marcar como revisado' }).click();
  const dialog = again.getByRole('dialog', { name: 'Marcar como revisado' });
  await expect(dialog.getByText('Aquí está lo que había escrito')).toBeVisible();
  await dialog.getByRole('button', { name: 'Guardar la nota' }).click();
  await expect(again.getByText(/^Se revisó el .*: Su acta dice lo mismo/)).toBeVisible();

  // Saved, or discarded, nothing of it is left.
  const change = again.getByRole('button', { name: 'Cambiar la nota' });
  for (const note of ['Otra cosa', '']) {
    await change.click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('Aquí está lo que había escrito')).toHaveCount(0);
    await field(again, 'Qué se encontró').fill(note);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog).toBeHidden();
  }
});
