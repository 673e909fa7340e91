import { readFile } from 'node:fs/promises';
import type { Definicion } from '../../src/features/plantillas/contract.ts';
import { DEFINICION } from '../factories/plantillas.ts';
import { type Escuela, type Oferta, test } from './escuela.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Mail,
  type Page,
  signIn,
} from './server.ts';

const DIA = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DIA);

/** A title of three lines. */
const LARGO =
  'Interpretación y argumentación jurídica con perspectiva de género, interculturalidad y derechos de la niñez en la función jurisdiccional';

const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole('heading', { level, name });

/** Signs in as somebody new and opens the form of an offer. */
const openForm = async (page: Page, escuela: Escuela, oferta: Oferta) => {
  const person = await escuela.person();
  await signIn(page, person);
  await page.goto(oferta.path);
  await expect(heading(page, 'Llene el formulario', 2)).toBeVisible();
  return person;
};

/** With an address in one piece, wider than any screen. */
const MOTIVOS = `Quiero actualizarme: https://escuela.example/${'programa-'.repeat(25)}`;

const fill = async (page: Page) => {
  await page.getByLabel('Otro', { exact: true }).check();
  await page.getByLabel('Diga cuál').fill('Defensoría pública');
  await page.getByLabel('Años de servicio').fill('12');
  await page.getByLabel('Día').fill('1');
  await page.getByLabel('Mes').fill('agosto');
  await page.getByLabel('Año', { exact: true }).fill('2014');
  await page.getByLabel('Amparo').check();
  await page.getByLabel('Motivos').fill(MOTIVOS);
  await page.getByLabel('Acepto el compromiso').check();
};

const saved = (page: Page) =>
  page.getByText(/^Guardado a las \d\d:\d\d\sh$/).filter({ visible: true });
const review = (page: Page) => page.getByRole('button', { name: 'Revisar y enviar' });
const send = (page: Page) => page.getByRole('button', { name: 'Enviar inscripción' });
const registered = (page: Page) => heading(page, 'Su inscripción está registrada');

/** What was sent to submitInscripcion. */
const recordSubmits = (page: Page) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/submitInscripcion')) sent.push(request.postDataJSON().data);
  });
  return sent;
};

const expectNarrow = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
};
const expectGood = async (page: Page) => {
  await expectNarrow(page);
  await expectAccessible(page);
};

// Each makes what it needs: side by side, so that no lane is left with all of them at the end.
test.describe.configure({ mode: 'parallel' });
test.afterEach(({ escuela }) => escuela.setNow(null));

test('from the offer to the acuse and the matrícula', async ({ page, browser, escuela }) => {
  test.setTimeout(120_000);
  const { curso } = await escuela.offer({ curso: { nombre: LARGO, tipo: 'DIPLOMADO' } });
  const person = await escuela.person();
  const submits = recordSubmits(page);

  await signIn(page, person);
  const oferta = page.getByRole('article', { name: curso.nombre });
  await expect(oferta).toContainText('Inscripciones hasta el');
  await expect(oferta).toContainText('Quedan 30 lugares');
  await expectGood(page);
  await oferta.getByRole('link', { name: 'Inscribirme' }).click();

  await expect(heading(page, curso.nombre)).toBeVisible();
  await expect(page.getByText('Cumple 1 de 1 requisito')).toBeVisible();
  await expect(
    page.getByText('María de los Ángeles Guadalupe Fernández de Lara Íñigo').last(),
  ).toBeVisible();
  await expect(page.getByLabel('Correo de contacto')).toHaveValue(person.email);
  await expectGood(page);

  // What is missing is said at once, with links, and nothing typed is lost.
  await page.getByLabel('Años de servicio').fill('doce');
  await review(page).click();
  const summary = page.getByRole('alert', { name: 'Revise lo siguiente' });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(summary.getByRole('link')).toHaveText([
    'Elija una opción en «Perfil».',
    'Escriba «Años de servicio» solo con números, por ejemplo 12 o 1,250.',
    'Elija al menos 1 opción en «Materias de interés».',
    'Para continuar, lea y marque «Acepto el compromiso de asistencia».',
  ]);
  await summary.getByRole('link', { name: /Años de servicio/ }).click();
  await expect(page.getByLabel('Años de servicio')).toBeFocused();
  await expect(page.getByLabel('Años de servicio')).toHaveValue('doce');
  await expectAccessible(page);

  await fill(page);
  const apoyo = page.getByRole('group', { name: /^Datos sensibles/ });
  await apoyo.getByRole('checkbox', { name: /Necesito algún apoyo/ }).check();
  await apoyo.getByLabel('Describa el apoyo').fill('Rampa en el aula');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Describa el apoyo')).toHaveValue('Rampa en el aula');
  await expect(page.getByLabel('Diga cuál')).toHaveValue('Defensoría pública');
  await expect(page.getByLabel('Mes')).toHaveValue('08');
  await expect(page.getByLabel('Amparo')).toBeChecked();
  await expect(page.getByText('No falta ninguna respuesta.')).toBeVisible();
  await expectNarrow(page);

  await review(page).click();
  await expect(heading(page, 'Revise sus respuestas', 2)).toBeFocused();
  await expect(page.getByText('1 de agosto de 2014')).toBeVisible();
  await expect(page.getByText('No aparece en su acuse')).toHaveCount(2);
  await expectGood(page);
  await page.getByRole('button', { name: 'Cambiar Diga cuál' }).click();
  await expect(page.getByLabel('Diga cuál')).toBeFocused();
  await page.getByLabel('Diga cuál').fill('Defensoría pública federal');
  await review(page).click();
  await page.goBack();
  await expect(heading(page, 'Llene el formulario', 2)).toBeVisible();
  await page.goForward();
  await expect(page.getByText('Defensoría pública federal')).toBeVisible();

  await send(page).dblclick();
  await expect(registered(page)).toBeVisible();
  expect(submits).toHaveLength(1);
  const ficha = page.getByRole('article', { name: curso.nombre });
  const folio = (await ficha.getByText(/^AC\d\d-/).textContent()) ?? '';
  await expect(ficha).toContainText('Inscrita');
  await expect(page.getByText(`Le enviamos el acuse a ${person.email}`)).toBeVisible();
  await expectGood(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`acuse-${folio}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF');

  // Coming back shows what was sent, not the form.
  await page.reload();
  await expect(registered(page)).toBeVisible();
  await expect(page.getByText(/^La envió el/)).toBeVisible();

  await page.getByRole('link', { name: 'Matrícula' }).first().click();
  await expect(heading(page, 'Matrícula')).toBeVisible();
  const row = page.getByRole('article', { name: curso.nombre });
  await expect(row).toContainText(folio);
  await expect(row).toContainText('Inscrita');
  await expectGood(page);
  const acuse = (await row.getByRole('link', { name: 'Ver acuse' }).getAttribute('href')) ?? '';

  await page.getByRole('link', { name: 'Inicio' }).first().click();
  const home = (name: string) =>
    page.getByRole('region', { name }).getByRole('article', { name: curso.nombre });
  await expect(home('Inscripciones abiertas')).toContainText('Inscrita');
  await expect(home('Inscripciones abiertas')).toContainText('Quedan 29 lugares');
  await expect(home('Pendiente de usted')).toContainText('Comienza en');

  const outside = await browser.newContext({ baseURL: escuela.url });
  const stranger = await outside.newPage();
  await stranger.goto(acuse);
  await expect(heading(stranger, 'Acuse de inscripción')).toBeVisible();
  const paper = stranger.getByRole('article', { name: curso.nombre });
  await expect(paper).toContainText(folio);
  await expect(paper).toContainText('Defensoría pública federal');
  await expect(paper).toContainText('Inscripción general, versión 1');
  await expect(paper).toContainText('«Me comprometo a asistir al 80 % de las sesiones.»');
  await expect(paper).not.toContainText(/apoyo|Rampa/);
  await expectGood(stranger);
  const href = await stranger.getByRole('link', { name: /Abrir PDF/ }).getAttribute('href');
  const pdf = await stranger.request.get(href ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 4).toString()).toBe('%PDF');

  // The folio alone, typed by hand, tells nothing of the person.
  await stranger.goto('/acuse');
  await expectGood(stranger);
  await stranger.getByRole('button', { name: 'Consultar' }).click();
  const wrong = stranger.getByRole('alert', { name: 'Revise lo siguiente' });
  await expect(wrong).toContainText('Escriba el folio del acuse.');
  await stranger.getByLabel('Folio del acuse').fill('ac26 0000');
  await stranger.keyboard.press('Enter');
  await expect(wrong).toContainText('lleva 17 letras y números; escribió 8');
  await stranger.getByLabel('Folio del acuse').fill(folio.toLowerCase().replaceAll('-', ' '));
  await stranger.keyboard.press('Enter');
  await expect(stranger.getByRole('heading', { name: 'Este acuse existe' })).toBeVisible();
  await expect(stranger.getByText('Fernández')).toHaveCount(0);
  await expect(stranger.getByRole('link', { name: /PDF/ })).toHaveCount(0);
  await expectGood(stranger);
  await stranger.goto('/acuse?folio=AC26-0000-0000-0000-0');
  await expect(stranger.getByText('No encontramos un acuse con ese folio')).toBeVisible();
  await outside.close();
});

test('with the keyboard alone', async ({ page, escuela }) => {
  const breve: Definicion = {
    secciones: [
      DEFINICION.secciones[0]!,
      {
        clave: 'fin',
        titulo: 'Compromiso',
        // A word without an end, as an address is.
        texto: `https://escuela.example/${'compromiso'.repeat(12)}`,
        campos: DEFINICION.secciones[1]!.campos.slice(-1),
      },
    ],
    reglas: DEFINICION.reglas,
  };
  const oferta = await escuela.offer({ definicion: breve });
  await openForm(page, escuela, oferta);
  await expectNarrow(page);
  const tabTo = async (name: string) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(
        '(document.activeElement.labels?.[0] ?? document.activeElement).textContent',
      );
      if (String(focused).includes(name)) return;
    }
    throw new Error(`«${name}» cannot be reached with Tab`);
  };
  await tabTo('Acepto el compromiso');
  await page.keyboard.press('Space');
  await tabTo('Revisar y enviar');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Revise sus respuestas', 2)).toBeFocused();
  // Too many people at that moment: it is sent again by itself, with the same key, and nobody loses their place.
  const submits = recordSubmits(page);
  await page.route(
    '**/submitInscripcion',
    (route) =>
      route.fulfill({
        status: 503,
        json: { error: { status: 'UNAVAILABLE', message: 'Hay mucha gente.' } },
      }),
    { times: 1 },
  );
  await tabTo('Enviar inscripción');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hay mucha gente: su envío espera su turno')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Esperando turno…', exact: true })).toBeFocused();
  await expectAccessible(page);
  await expect(registered(page)).toBeVisible({ timeout: 60_000 });
  expect(submits).toHaveLength(2);
  expect(submits[1]).toEqual(submits[0]);
});

test('a page explains why one cannot enrol', async ({ page, escuela }) => {
  const closed = await escuela.offer({
    edicion: { inscripcion_abre: inDays(-9), inscripcion_cierra: inDays(-1) },
  });
  const full = await escuela.offer({ edicion: { cupo: 5, ocupados: 5 } });
  const cancelled = await escuela.offer({ edicion: { cancelada_en: inDays(-1) } });
  const withdrawn = await escuela.offer();
  await escuela.archive(withdrawn);
  await signIn(page, await escuela.person());
  for (const [oferta, title] of [
    [closed, 'La inscripción ya cerró'],
    [full, 'Ya no hay lugares en esta edición'],
    [cancelled, 'Esta edición se canceló'],
    [withdrawn, 'Por ahora esta edición no tiene formulario'],
  ] as const) {
    await page.goto(oferta.path);
    await expect(heading(page, title, 2)).toBeVisible();
    const requisitos = page.getByRole('list', { name: 'Requisitos de la inscripción' });
    // Nobody enrols in what was cancelled: its requirements would promise that they might.
    await expect(requisitos).toHaveCount(oferta === cancelled ? 0 : 1);
    await expect(review(page)).toHaveCount(0);
    await expectGood(page);
  }

  await page.goto(closed.path.replace('/curso/', '/taller/'));
  await expect(heading(page, 'Página no encontrada')).toBeVisible();
  await page.goto('/inscripcion/1/2/curso/3');
  await expect(heading(page, 'Página no encontrada')).toBeVisible();

  await page.goto('/matricula');
  await expect(heading(page, 'Su matrícula está vacía', 2)).toBeVisible();
  await expectGood(page);
});

test('the form appears when the window opens, also without a connection, and goes when it closes', async ({
  page,
  context,
  escuela,
}) => {
  const HOUR = 3_600_000;
  const WAIT = HOUR / 6;
  const now = Date.now();
  // By the server's clock: this computer's is three hours ahead.
  await page.clock.install({ time: now + 3 * HOUR });
  await signIn(page, await escuela.person());
  const oferta = await escuela.offer({
    edicion: {
      inscripcion_abre: new Date(now + WAIT),
      inscripcion_cierra: new Date(now + 2 * WAIT),
    },
  });
  /** Time goes on, here and there. */
  const wait = async (waits: number) => {
    escuela.setNow(new Date(now + waits * WAIT + 1_000));
    await page.clock.fastForward(WAIT);
  };
  await page.goto(oferta.path);
  await expect(heading(page, 'La inscripción todavía no abre', 2)).toBeVisible();
  // What the form needs came while one waited: at that instant nobody asks the server for anything.
  await expect(page.getByText('para esta inscripción')).toBeAttached();
  await expect(page.getByText('para esta inscripción')).toBeHidden();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await context.setOffline(true);
  await wait(1);
  await expect(heading(page, 'Llene el formulario', 2)).toBeVisible();
  await expect(page.getByText('La inscripción abrió: ya puede llenar')).toHaveRole('status');
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await page.getByLabel('Motivos').fill('Lo que alcancé a escribir');
  await wait(2);
  await expect(heading(page, 'La inscripción ya cerró', 2)).toBeVisible();
  await expect(page.getByText('se conserva como borrador')).toBeVisible();
  await page.getByText('Ver lo que había escrito').click();
  await expect(page.getByText('Lo que alcancé a escribir')).toBeVisible();
});

test('what is typed survives a lost connection and leaving the page', async ({
  page,
  context,
  escuela,
}) => {
  const oferta = await escuela.offer();
  await openForm(page, escuela, oferta);
  await page.getByLabel('Motivos').fill('Antes');
  await expect(saved(page)).toBeVisible();

  await context.setOffline(true);
  await page.getByLabel('Motivos').fill('Sin conexión');
  await expect(
    page.getByText(/^Sin conexión: lo que escribe sigue aquí/).filter({ visible: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();

  // Leaving at once does not wait for the pause after the last key; coming back finds the screen.
  await page.getByLabel('Motivos').fill('Justo antes de salir');
  const save = page.waitForRequest(/saveBorradorInscripcion$/);
  await page.getByRole('link', { name: 'Matrícula' }).first().click();
  expect((await save).postDataJSON().data.respuestas.motivos).toBe('Justo antes de salir');
  await expect(page.getByRole('article', { name: oferta.curso.nombre })).toContainText('Borrador');
  await page.goBack();
  await expect(page.getByLabel('Motivos')).toHaveValue('Justo antes de salir');
  await page.reload();
  await expect(page.getByLabel('Motivos')).toHaveValue('Justo antes de salir');

  // Without a connection and with the tab closed it stands on the device; on return it is found and saved.
  const address = page.url();
  await context.setOffline(true);
  await page.getByLabel('Motivos').fill('Con la pestaña cerrada');
  await expect(page.getByText(/^Sin conexión/).filter({ visible: true })).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByText('Encontramos lo que había escrito')).toBeVisible();
  await expect(again.getByLabel('Motivos')).toHaveValue('Con la pestaña cerrada');
  await expect(saved(again)).toBeVisible();
});

test('a lost answer and a new version lose nothing', async ({ page, escuela }) => {
  const oferta = await escuela.offer();
  await openForm(page, escuela, oferta);
  await fill(page);
  await review(page).click();

  // What the server refuses is said beside its field, where the summary, focused, leads.
  await page.route(
    '**/submitInscripcion',
    async (route) => {
      const sent = route.request().postDataJSON();
      sent.data.respuestas.motivos = 'a'.repeat(60_000);
      await route.continue({ postData: JSON.stringify(sent) });
    },
    { times: 1 },
  );
  await send(page).click();
  await expect(page.getByRole('alert', { name: 'Revise lo siguiente' })).toBeFocused();
  await expect(page.getByLabel('Motivos')).toHaveAccessibleDescription(/demasiado larga/);
  await expect(page.getByLabel('Motivos')).toHaveValue(MOTIVOS);
  await expect(page.getByLabel('Diga cuál')).toHaveValue('Defensoría pública');
  await review(page).click();

  // Another version is published while the review is on screen.
  const conNueva = (...campos: [clave: string, etiqueta: string][]): Definicion => ({
    ...DEFINICION,
    secciones: [
      ...DEFINICION.secciones,
      {
        clave: 'nueva',
        titulo: 'Sección nueva',
        campos: campos.map(([clave, etiqueta]) => ({
          ...{ clave, etiqueta, tipo: 'texto' as const, obligatorio: true },
        })),
      },
    ],
  });
  await escuela.publish(oferta, conNueva(['cargo', 'Cargo']));
  await send(page).click();
  await expect(page.getByText('El formulario cambió mientras lo llenaba').last()).toBeVisible();
  await expect(page.getByText('Se agregó el campo «Cargo».')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar con el formulario vigente' }).click();
  // One goes on where an answer is missing.
  await expect(page.getByLabel('Cargo')).toBeFocused();
  await expect(page.getByLabel('Diga cuál')).toHaveValue('Defensoría pública');

  // And another one while it is filled in: the draft that is saved tells of it, where one is writing, and nothing is lost.
  await escuela.publish(oferta, conNueva(['cargo', 'Cargo'], ['materia', 'Materia']));
  await page.getByLabel('Cargo').fill('Secretaria de estudio y cuenta');
  await page.getByRole('button', { name: 'Ver qué cambió' }).click();
  const cambio = page.getByRole('region', { name: 'El formulario cambió mientras lo llenaba' });
  await expect(cambio).toBeFocused();
  await expect(cambio.getByText('Se agregó el campo «Materia».')).toBeVisible();
  // It is not sent as it was: what the server would say is said already.
  await review(page).click();
  await expect(page.getByRole('alert', { name: 'No se pudo enviar' })).toBeFocused();
  await cambio.getByRole('button', { name: 'Continuar con el formulario vigente' }).click();
  await expect(page.getByLabel('Materia')).toBeFocused();
  await expect(page.getByLabel('Cargo')).toHaveValue('Secretaria de estudio y cuenta');
  await page.getByLabel('Materia').fill('Amparo');
  await review(page).click();

  // The server enrols and its answer never comes: the screen finds out by itself.
  await page.route(
    '**/submitInscripcion',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send(page).click();
  await expect(registered(page)).toBeVisible();
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(
    page.getByRole('article', { name: oferta.curso.nombre }).filter({ hasText: 'Inscrita' }),
  ).toBeVisible();
});

test('another contact address is confirmed by its mail, and then receives the acuse', async ({
  page,
  escuela,
}) => {
  const otra = 'contacto.nuevo@correo.example';
  /** The link of the newest such mail, once so many have come. */
  const link = async (subject: string, mails = 1) => {
    let found: Mail[] = [];
    await expect
      .poll(async () => {
        const all = (await (await fetch(`${escuela.url}/dev/mail.json`)).json()) as Mail[];
        found = all.filter((mail) => mail.to === otra && mail.subject === subject);
        return found.length;
      })
      .toBe(mails);
    return found[0]?.links[0] as string;
  };
  const oferta = await escuela.offer();
  const person = await openForm(page, escuela, oferta);
  await expect(page.getByRole('link', { name: 'su expediente' })).toHaveAttribute(
    'href',
    `/person/${person.curp}`,
  );
  await page.getByLabel('Correo de contacto').fill(otra);
  await fill(page);
  await review(page).click();
  await send(page).click();
  await expect(registered(page)).toBeVisible();
  // What is true today: the account's, until the other one is confirmed.
  await expect(page.getByText(`Le enviamos el acuse a ${person.email}.`)).toBeVisible();
  await expect(page.getByText('Falta confirmar su correo de contacto')).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: 'Enviar de nuevo el mensaje' }).click();
  await expect(page.getByText(`Se envió de nuevo el mensaje a ${otra}.`).first()).toBeVisible();

  await page.goto(await link('Confirme este correo para recibir avisos', 2));
  await expect(heading(page, 'Su correo de contacto quedó confirmado')).toBeVisible();
  await expectGood(page);
  expect(await link(`Su inscripción a ${oferta.curso.nombre}`)).toContain('/acuse?folio=');
  await page.goto(oferta.path);
  await expect(page.getByText(`Le enviamos el acuse a ${person.email} y a ${otra}.`)).toBeVisible();
  await expect(page.getByText('Falta confirmar su correo de contacto')).toHaveCount(0);
});
