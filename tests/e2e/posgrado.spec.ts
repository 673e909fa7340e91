/** Graduate programmes: a pre-application, the result of an application and its review, the desk of a call, and scoring. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { DEMO_PASSWORD } from '../../src/features/identidad/server/seed.ts';
import { ADMIN, type Demo, PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn } from './server.ts';

const PHONE = { width: 360, height: 780 };
const DESK = { width: 1280, height: 800 };

/** The call of the demonstration whose results are published. */
const conResultados = async ({ services }: Demo) => {
  const { rows } = await sql<{ id: string; edicion: string }>`
    select c.id, c.edicion_id as edicion from convocatorias c
    join rankings r on r.convocatoria_id = c.id where r.estado = 'publicado'`.execute(services.db);
  return rows[0]!;
};

/** The call of the demonstration whose interviews are under way. */
const conEntrevistas = async ({ services }: Demo) => {
  const { rows } = await sql<{ id: string; edicion: string }>`
    select c.id, c.edicion_id as edicion from convocatorias c
    join convocatoria_etapas t on t.convocatoria_id = c.id where t.tipo = 'entrevista'`.execute(
    services.db,
  );
  return rows[0]!;
};

/** Somebody with an account whose application to that call is in that state. */
const enEstado = async ({ services }: Demo, convocatoriaId: string, estado: string) => {
  const { rows } = await sql<{ email: string }>`
    select c.email from solicitudes s join cuentas c on c.persona_id = s.persona_id
    where s.convocatoria_id = ${convocatoriaId} and s.estado = ${estado} and c.email_verified
    order by s.folio`.execute(services.db);
  return { email: rows[0]!.email, password: DEMO_PASSWORD };
};

test('a person sends a pre-application at 360 px, and its acuse opens', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, PERSONA);
  await page.goto('/presolicitudPosgrado');
  await page.getByRole('link', { name: 'Ver la convocatoria' }).click();
  for (const documento of [/^Acta de nacimiento/, /^Cédula profesional/, /^Currículum vitae/]) {
    await page.getByRole('combobox', { name: documento }).selectOption({ index: 1 });
  }
  await page.getByLabel('Horas semanales disponibles').fill('20');
  await page.getByLabel('Acepto la declaración').check();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByText('Revisar y enviar', { exact: true }).click();
  await page.getByRole('button', { name: 'Enviar presolicitud' }).click();
  await expect(page.getByText('Siguientes pasos')).toBeVisible();
  await expect(page.getByText('Presolicitud enviada', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Ver en línea/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Acuse');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, ['light']);
});

test('a valid pre-application becomes an application at 360 px: nothing typed is lost', async ({
  page,
  demo,
}) => {
  const { db } = demo.services;
  // Another person of the demonstration, whose pre-application to the open call is still to be reviewed.
  const { rows } = await sql<{ id: string; convocatoria: string; email: string }>`
    select p.id, p.convocatoria_id as convocatoria, c.email from presolicitudes p
    join cuentas c on c.persona_id = p.persona_id join convocatorias v on v.id = p.convocatoria_id
    where p.estado = 'enviada' and c.email <> ${PERSONA.email} and c.email_verified
      and v.solicitud_abre <= now() and v.solicitud_cierra > now()
    order by p.creado_en desc, p.id limit 1`.execute(db);
  const { id, convocatoria, email } = rows[0]!;
  await sql`update presolicitudes set estado = 'valida' where id = ${id}`.execute(db);
  await page.setViewportSize(PHONE);
  await signIn(page, { email, password: DEMO_PASSWORD });
  await page.goto('/solicitudPosgrado');
  await page.getByRole('link', { name: /^Iniciar la solicitud/ }).click();
  await expect(page).toHaveURL(new RegExp(`convocatoria=${convocatoria}`));
  const texto =
    'Aporta a mi trabajo en el juzgado y a la justicia que las personas esperan. '.repeat(2);
  const exposicion = page
    .getByLabel('Exposición de motivos', { exact: false })
    .and(page.locator('textarea'));
  await exposicion.fill(texto);
  // At once: what is typed is not saved yet.
  await page.getByRole('button', { name: 'Agregar personas recomendantes' }).click();
  await expect(page.getByRole('button', { name: 'Agregar recomendante' })).toBeVisible();
  await expect(exposicion).toHaveValue(texto.trim());
  await page.reload();
  await expect(exposicion).toHaveValue(texto.trim());
  await expectAccessible(page, ['light']);
});

test('a request for review is decided on the desk, and its person reads why', async ({
  page,
  browser,
  demo,
}) => {
  test.slow();
  const { id, edicion } = await conResultados(demo);
  const { rows } = await sql<{ folio: string; email: string }>`
    select i.folio, c.email from inconformidades i join cuentas c on c.persona_id = i.persona_id
    where i.convocatoria_id = ${id} and i.estado = 'enEstudio'`.execute(demo.services.db);
  const { folio, email } = rows[0]!;
  const razones =
    'Se revisó el dictamen completo: el comentario corresponde al proyecto y a la rúbrica publicada.';

  await page.setViewportSize(DESK);
  await signIn(page, ADMIN);
  await page.goto(`/convocatorias/${edicion}?seccion=inconformidades`);
  await expect(page.getByRole('tab', { name: 'Inconformidades', selected: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: folio })).toContainText('En estudio');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Texto separado por comas/).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(folio);

  await page.getByRole('link', { name: folio }).click();
  await page.getByRole('button', { name: 'Asignar a otra persona…' }).click();
  await expect(dialog.getByLabel('Persona a cargo')).toBeVisible();
  await expectAccessible(page, ['light']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resolver…' }).press('Enter');
  // Nothing is granted without what follows from it.
  await dialog.getByLabel('Fundada', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Resolver', exact: true }).click();
  await expect(dialog.getByText('Elija la consecuencia.').first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, ['light']);
  await page.setViewportSize(DESK);
  await dialog.getByLabel('Infundada').check();
  await dialog.getByLabel('Razones').fill(razones);
  await dialog.getByRole('button', { name: 'Resolver', exact: true }).click();
  await expect(page.getByText(razones)).toBeVisible();
  await expectAccessible(page, ['light']);

  const phone = await browser.newContext({ baseURL: demo.url, viewport: PHONE });
  const suya = await phone.newPage();
  await signIn(suya, { email, password: DEMO_PASSWORD });
  await suya.goto(`/solicitudPosgrado?convocatoria=${id}`);
  await expect(suya.getByRole('heading', { name: 'Resultado', exact: true })).toBeVisible();
  await suya.getByText('Dictamen 1').click();
  await expect(suya.getByText('El planteamiento es claro').first()).toBeVisible();
  await expect(suya.getByText(razones)).toBeVisible();
  await expectNoSidewaysScroll(suya);
  await expectAccessible(suya);
  await phone.close();
});

test('whoever was admitted confirms the seat at 360 px', async ({ page, demo }) => {
  const { id } = await conResultados(demo);
  await page.setViewportSize(PHONE);
  await signIn(page, await enEstado(demo, id, 'admitida'));
  await page.goto(`/solicitudPosgrado?convocatoria=${id}`);
  await expect(page.getByText(/^Confirme su lugar a más tardar/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar mi lugar' }).click();
  await expect(page.getByText('Su lugar está confirmado')).toBeVisible();
});

test('every tab of the desk of a call is accessible, wide and narrow', async ({ page, demo }) => {
  test.slow();
  const { edicion } = await conResultados(demo);
  const entrevistas = await conEntrevistas(demo);
  await signIn(page, ADMIN);
  await page.setViewportSize(DESK);
  await page.goto(`/convocatorias/${entrevistas.edicion}?seccion=examenes`);
  await expect(page.getByRole('heading', { name: 'Horarios', exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'No se presentó' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, ['light']);
  await page.setViewportSize(DESK);
  await page.goto(`/convocatorias/${edicion}`);
  await expect(page.getByRole('tab').first()).toBeVisible();
  for (const tab of await page.getByRole('tab').all()) {
    await page.setViewportSize(DESK);
    await tab.click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, ['light']);
  }
});

test('an applicant chooses the slot of the interview at 360 px, and the panel sees it', async ({
  page,
  browser,
  demo,
}) => {
  test.slow();
  const { id } = await conEntrevistas(demo);
  const { rows } = await sql<{ email: string; folio: string }>`
    select c.email, s.folio from solicitudes s join cuentas c on c.persona_id = s.persona_id
    where s.convocatoria_id = ${id} and c.email_verified
      and not exists (select from horarios h where h.solicitud_id = s.id)`.execute(
    demo.services.db,
  );
  const { email, folio } = rows[0]!;
  await page.setViewportSize(PHONE);
  await signIn(page, { email, password: DEMO_PASSWORD });
  await page.goto(`/solicitudPosgrado?convocatoria=${id}`);
  await page.getByRole('button', { name: 'Elegir horario' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reservar' }).click();
  await expect(dialog.getByText('Elija uno de los horarios disponibles.').first()).toBeVisible();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Reservar' }).press('Enter');
  await expect(page.getByText(/^Puede cambiarlo una vez, hasta el/)).toBeVisible();
  const ics = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Agregar a mi calendario' }).click();
  expect(readFileSync(await (await ics).path(), 'utf8')).toContain('BEGIN:VEVENT');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const panel = await browser.newContext({ baseURL: demo.url, viewport: PHONE });
  const suya = await panel.newPage();
  await signIn(suya, PERSONA);
  await suya.goto('/dictamenes');
  await expect(suya.getByText('Entrevistas de sus paneles')).toBeVisible();
  // They scored its project too: the interviews come last.
  const suyo = suya.getByText(folio.replaceAll(/(.{4})(?=.)/g, '$1-')).last();
  await expect(suya.getByRole('listitem').filter({ has: suyo }).last()).toContainText('Entrevista');
  await expectNoSidewaysScroll(suya);
  await expectAccessible(suya);
  await panel.close();
});

test('a score that could not be saved is there when the screen is opened again', async ({
  page,
}) => {
  const comentario = 'El método responde a la pregunta que se plantea y cabe en los dos años.';
  await signIn(page, PERSONA);
  await page.goto('/dictamenes');
  await page
    .getByRole('link', { name: /^(Comenzar|Continuar)$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'No tengo impedimento' }).click();
  const campo = page.getByLabel(/^Comentario/).first();
  await expect(campo).toBeVisible();
  await expectAccessible(page);
  await page.route('**/saveDictamenPropio', (route) => route.abort());
  await campo.fill(comentario);
  await expect(page.getByText(/^Sin conexión/).first()).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Encontramos lo que había escrito')).toBeVisible();
  await expect(page.getByLabel(/^Comentario/).first()).toHaveValue(comentario);
});
