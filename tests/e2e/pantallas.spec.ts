/** Every address of the portal, as everybody: what each sees is accessible, wide and narrow, in light and in dark. */

import type { Locator } from '@playwright/test';
import { validacionPagePath, validacionPath } from '../../src/features/credenciales/routes.ts';
import { TIPOS } from '../../src/features/credenciales/rules.ts';
import { foldServer } from '../../src/platform/server/feature.ts';
import { returningTo } from '../../src/platform/shared/volver.ts';
import { SERVER_FEATURES } from '../../src/server-features.ts';
import { ADMIN, type Demo, ESCOLAR, PERSONA, test } from './demo.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, signIn } from './server.ts';

const ACCOUNTS = { visitante: null, persona: PERSONA, Escolar: ESCOLAR, Admin: ADMIN } as const;
type Who = keyof typeof ACCOUNTS;

/** `abre` is who gets the screen; everybody else is told, or asked to sign in. `de` makes the address of a pattern. */
type Pantalla = { abre: readonly Who[]; de?: (demo: Demo, page: Page) => Promise<string> };

/** Where anybody gets the same: looked at once. */
const DE_TODOS: Pantalla = { abre: ['visitante'] };
const CON_SESION: Pantalla = { abre: ['persona', 'Escolar', 'Admin'] };
const DE_PERSONAL: Pantalla = { abre: ['Escolar', 'Admin'] };
const DE_ADMIN: Pantalla = { abre: ['Admin'] };

const first = async (demo: Demo, sql: string): Promise<string> =>
  ((await demo.services.database.execute(sql)).rows[0] as unknown as { v: string }).v;

/** One's own file, by the address of one of its parts. */
const ownFile =
  (parte: string) =>
  async (demo: Demo, page: Page): Promise<string> => {
    const who = await page.evaluate(
      async () =>
        (
          (await (
            await fetch('/us-central1/getSesion', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{"data":null}',
            })
          ).json()) as { result: { uid: string } }
        ).result.uid,
    );
    return `/${parte}/${await first(
      demo,
      `select p.clave as v from cuentas c join personas p on p.id = c.persona_id where c.uid = '${who}'`,
    )}`;
  };

const PLANTILLA =
  "select plantilla_id::text as v from plantilla_versiones where estado = 'borrador' limit 1";
const VERSION = (estado: string) =>
  `select plantilla_id || '/versiones/' || id as v from plantilla_versiones where estado = '${estado}' limit 1`;

const PROGRAMA = `select e.curso_id::text as v from presolicitudes p
  join convocatorias c on c.id = p.convocatoria_id join ediciones e on e.id = c.edicion_id limit 1`;

const PANTALLAS: Readonly<Record<string, Pantalla>> = {
  '/': CON_SESION,
  '/auth/login': DE_TODOS,
  '/auth/register': DE_TODOS,
  '/auth/registerNoCurp': DE_TODOS,
  '/auth/restablecer': DE_TODOS,
  '/auth/accion': DE_TODOS,
  '/privacy/aviso': DE_TODOS,
  '/privacy/terminos': DE_TODOS,
  '/acuse': {
    abre: ['visitante'],
    de: async (demo) =>
      `/acuse?folio=${await first(demo, 'select folio as v from acuses order by folio limit 1')}`,
  },
  '/validar': DE_TODOS,
  '/credencial/:id': {
    abre: ['visitante'],
    de: async (demo) =>
      `/credencial/${await first(demo, "select id::text as v from documentos_emitidos where tipo = 'credencial' limit 1")}`,
  },
  '/certificates': DE_PERSONAL,
  '/credentials': DE_PERSONAL,
  '/recognitions': DE_PERSONAL,
  '/certifications': DE_PERSONAL,
  '/degrees': DE_PERSONAL,
  '/disenos': DE_PERSONAL,
  '/disenos/:versionId': {
    ...DE_PERSONAL,
    // A draft, which whoever administers writes and the rest of the staff look at.
    de: async (demo) =>
      `/disenos/${await first(demo, "select id::text as v from diseno_versiones where estado = 'borrador' limit 1")}`,
  },
  ...Object.fromEntries(
    TIPOS.map((tipo) => [
      validacionPagePath(tipo),
      {
        abre: ['visitante'],
        de: async (demo: Demo) =>
          validacionPath(
            tipo,
            await first(
              demo,
              `select folio as v from documentos_emitidos where tipo = '${tipo}' and estado = 'sustituida' limit 1`,
            ),
          ),
      } satisfies Pantalla,
    ]),
  ),
  '/plantillas': DE_ADMIN,
  '/plantillas/crear': DE_ADMIN,
  '/plantillas/:id/ver': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, PLANTILLA)}/ver`,
  },
  '/plantillas/:id/inscritos': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, PLANTILLA)}/inscritos`,
  },
  '/plantillas/:id/editar': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, PLANTILLA)}/editar`,
  },
  '/plantillas/:plantillaId/versiones/:versionId': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, VERSION('publicada'))}`,
  },
  '/plantillas/:plantillaId/versiones/:versionId/editar': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, VERSION('borrador'))}/editar`,
  },
  '/plantillas/:plantillaId/versiones/:versionId/reglas': {
    ...DE_ADMIN,
    de: async (demo) => `/plantillas/${await first(demo, VERSION('borrador'))}/reglas`,
  },
  '/matricula': CON_SESION,
  '/oferta': CON_SESION,
  '/oferta/:edicionId': {
    ...CON_SESION,
    de: async (demo) =>
      `/oferta/${await first(demo, 'select id::text as v from ediciones where cancelada_en is null order by inscripcion_cierra desc limit 1')}`,
  },
  '/preferencias': CON_SESION,
  '/person/:curp': { ...CON_SESION, de: ownFile('person') },
  '/profile/:curp': { ...CON_SESION, de: ownFile('profile') },
  '/contact/:curp': { ...CON_SESION, de: ownFile('contact') },
  '/academics/:curp': { ...CON_SESION, de: ownFile('academics') },
  '/curso/:curp': { ...CON_SESION, de: ownFile('curso') },
  '/documents/:curp': { ...CON_SESION, de: ownFile('documents') },
  '/revision/documentos': DE_PERSONAL,
  '/correcciones': DE_PERSONAL,
  '/correcciones/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/correcciones/${await first(demo, "select id::text as v from correcciones where estado = 'pendiente' limit 1")}`,
  },
  '/inscripcion/:idCurso/:idPlantilla/:tipo/:edicionId': {
    ...CON_SESION,
    de: async (_demo, page) => {
      await page.goto('/');
      const offer = page.locator('a[href^="/inscripcion/"]').first();
      return (await offer.getAttribute('href'))!;
    },
  },
  '/rutas': CON_SESION,
  '/DetalleRuta/:idRuta': {
    ...CON_SESION,
    de: async (demo) =>
      `/DetalleRuta/${await first(demo, "select id::text as v from rutas where clave = 'RF-SEC'")}`,
  },
  '/rutas/editor': DE_ADMIN,
  '/rutas/editor/:idRuta': {
    ...DE_ADMIN,
    de: async (demo) =>
      `/rutas/editor/${await first(demo, "select id::text as v from rutas where clave = 'RF-SEC'")}`,
  },
  '/rutas/personas/:idRuta': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/rutas/personas/${await first(demo, "select id::text as v from rutas where clave = 'RF-SEC'")}`,
  },
  '/accesibilidad': DE_TODOS,
  '/ayuda': DE_TODOS,
  '/vinculaciones': DE_PERSONAL,
  '/revision/expedientes': DE_PERSONAL,
  '/mis-datos': CON_SESION,
  '/mis-datos/copias/:id': {
    ...CON_SESION,
    de: async (demo) =>
      `/mis-datos/copias/${await first(demo, 'select id::text as v from copias_datos limit 1')}`,
  },
  '/mis-datos/derechos/:id': {
    ...CON_SESION,
    de: async (demo) =>
      `/mis-datos/derechos/${await first(demo, "select id::text as v from tramites_arco where derecho = 'acceso' limit 1")}`,
  },
  '/derechos-arco': DE_PERSONAL,
  '/derechos-arco/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/derechos-arco/${await first(demo, "select id::text as v from tramites_arco where estado = 'recibida' limit 1")}`,
  },
  '/resultados': DE_PERSONAL,
  '/ediciones/:id/resultados': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/ediciones/${await first(demo, 'select i.edicion_id::text as v from inscripciones i join resultados r on r.inscripcion_id = i.id left join actas a on a.edicion_id = i.edicion_id where a.id is null limit 1')}/resultados`,
  },
  '/people': DE_PERSONAL,
  '/duplicados': DE_PERSONAL,
  '/duplicados/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/duplicados/${await first(demo, "select id::text as v from duplicados where estado = 'pendiente' limit 1")}`,
  },
  '/fusiones/hechas': DE_PERSONAL,
  '/fusiones/hechas/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/fusiones/hechas/${await first(demo, 'select id::text as v from fusiones_hechas limit 1')}`,
  },
  '/fusiones': DE_PERSONAL,
  '/fusiones/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/fusiones/${await first(demo, 'select id::text as v from fusiones limit 1')}`,
  },
  '/cursos': DE_PERSONAL,
  '/cursos/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/cursos/${await first(demo, 'select id::text as v from cursos order by clave limit 1')}`,
  },
  '/ediciones': DE_PERSONAL,
  '/ediciones/:id': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/ediciones/${await first(demo, 'select id::text as v from ediciones where cancelada_en is null order by id limit 1')}`,
  },
  '/presolicitudPosgrado': CON_SESION,
  '/solicitudPosgrado': CON_SESION,
  '/validarPresolicitud/:cursoId': {
    ...CON_SESION,
    de: async (demo) => `/validarPresolicitud/${await first(demo, PROGRAMA)}`,
  },
  '/validarPresolicitud/:cursoId/revision': {
    ...DE_PERSONAL,
    de: async (demo) => `/validarPresolicitud/${await first(demo, PROGRAMA)}/revision`,
  },
  '/dictamenes': CON_SESION,
  '/convocatorias': DE_PERSONAL,
  '/convocatorias/:edicionId': {
    ...DE_PERSONAL,
    de: async (demo) =>
      `/convocatorias/${await first(demo, "select edicion_id::text as v from convocatorias where estado = 'publicada' limit 1")}`,
  },
  '/resultadosPosgrado/:edicionId': {
    abre: ['visitante'],
    de: async (demo) =>
      `/resultadosPosgrado/${await first(demo, "select c.edicion_id::text as v from rankings r join convocatorias c on c.id = r.convocatoria_id where r.estado = 'publicado' limit 1")}`,
  },
  '/recomendacion/:clave': {
    abre: ['visitante'],
    de: async (demo) => {
      // The demonstration keeps only the digest of a key: one that the test knows takes its place.
      const clave = 'ABCDEFGHJKMNPQRSTVWXYZ0123';
      await demo.services.database.execute(
        `update recomendaciones set clave_hash = encode(sha256('${clave}'), 'hex')
          where id = (select id from recomendaciones where estado = 'invitada' order by id limit 1)`,
      );
      return `/recomendacion/${clave}`;
    },
  },
  '/support': CON_SESION,
  '/catalogs': DE_ADMIN,
  '/users': DE_ADMIN,
  '/correos': DE_ADMIN,
  '/notificaciones': CON_SESION,
  '/auditoria': DE_ADMIN,
  '/auditoria/:anotacion': {
    ...DE_ADMIN,
    de: async (demo) =>
      `/auditoria/${await first(demo, 'select max(id)::text as v from historial')}`,
  },
};

// They only look: side by side, so that the longest does not hold back the others.
test.describe.configure({ mode: 'parallel' });

test('the table above names every address', () => {
  expect(Object.keys(PANTALLAS).sort()).toEqual([...foldServer(SERVER_FEATURES).paths].sort());
});

/** Goes to an address as Back and Forward do, without starting the application again. */
const goInside = (page: Page, path: string) =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  );

/** In every document: steps back from `to` to `from`, once, as the address is that of the screen to come and the screen still the one that sends there. */
const steppingBack = (from: string, to: RegExp) => `(() => {
  const replace = history.replaceState.bind(history);
  let stepped = false;
  history.replaceState = (state, unused, url) => {
    replace(state, unused, url);
    if (stepped || !${to}.test(location.pathname)) return;
    stepped = true;
    queueMicrotask(() => {
      history.pushState(null, '', ${JSON.stringify(from)});
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      document.documentElement.dataset.stepped = '';
    });
  };
})()`;

test('a step back while one is sent on to another screen leaves no empty page', async ({
  page,
  context,
  demo,
}) => {
  await page.addInitScript(steppingBack('/', /^\/auth\/login$/));
  await page.goto('/');
  await expect(page.locator('html[data-stepped]')).toBeAttached();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Ingresar' }).filter({ visible: true }),
  ).toBeVisible();
  await expect(page).toHaveURL('/auth/login');

  await signIn(page, ADMIN);
  const admin = await context.newPage();
  const address = `/plantillas/${await first(demo, PLANTILLA)}/editar`;
  await admin.addInitScript(steppingBack(address, /^\/plantillas\/.*\/versiones\//));
  await admin.goto(address);
  await expect(admin.locator('html[data-stepped]')).toBeAttached();
  await expect(
    admin.getByRole('button', { name: 'Publicar…' }).filter({ visible: true }),
  ).toBeVisible();
});

test('a finger puts in order what goes by a handle, and scrolls from anywhere else', async ({
  browser,
  demo,
}) => {
  const phone = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await signIn(page, ADMIN);
  await page.goto(`/plantillas/${await first(demo, VERSION('borrador'))}/editar`);
  const finger = await phone.newCDPSession(page);
  type Point = { x: number; y: number };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  /** From the middle of something, so many pixels down, by steps. */
  const slide = async (from: Locator, pixels: number) => {
    const { x, y, width, height } = (await from.boundingBox())!;
    const [middle, start] = [x + width / 2, y + height / 2];
    await touch('touchStart', { x: middle, y: start });
    for (let n = 1; n <= 10; n++)
      await touch('touchMove', { x: middle, y: start + (pixels * n) / 10 });
    // The mark of where it goes is drawn with the frame.
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
  };
  const handles = page.locator('[data-campo]').getByRole('button', { name: /^Mover / });
  const namesOf = (all: Locator) =>
    all.evaluateAll((them) => them.map((one) => one.getAttribute('aria-label')));
  const order = () => namesOf(handles);
  await expect(handles.first()).toBeVisible();
  const [uno, dos, tres, ...rest] = await order();
  const top = () => page.evaluate<number>('scrollY');

  await handles.first().scrollIntoViewIfNeeded();
  await page.evaluate('scrollBy(0, 200)');
  const before = await top();
  const row = page.locator('[data-campo]').first();
  const { height } = (await row.boundingBox())!;
  await slide(handles.first(), height * 1.1);
  await expect(page.locator('[data-over="after"]')).toHaveCount(1);
  await touch('touchEnd');
  await expect.poll(order).toEqual([dos, uno, tres, ...rest]);
  await expect(handles.nth(1)).toBeFocused();
  expect(await top()).toBe(before);

  // Let go where no field goes, nothing has happened.
  await slide(handles.nth(1), -1_000);
  await touch('touchEnd');
  expect(await order()).toEqual([dos, uno, tres, ...rest]);
  await slide(row.getByRole('button').nth(1), -60);
  await touch('touchEnd');
  await expect.poll(top).not.toBe(before);

  // A section goes with its fields; by the keyboard, back.
  const sections = page.locator('[data-seccion]');
  const grips = sections.locator('> div:first-child').getByRole('button', { name: /^Mover / });
  const [one, second, ...others] = await namesOf(grips);
  await page.evaluate(`scrollBy(0, ${(await grips.nth(1).boundingBox())!.y - 560})`);
  await slide(grips.nth(1), -(await sections.first().boundingBox())!.height / 2 - 70);
  await expect(page.locator('[data-seccion][data-over="before"]')).toHaveCount(1);
  await touch('touchEnd');
  await expect.poll(() => namesOf(grips)).toEqual([second, one, ...others]);
  await expect(grips.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => namesOf(grips)).toEqual([one, second, ...others]);
  await expect(grips.nth(1)).toBeFocused();

  // Items of a catalog, in a dialog that is higher than the window: it goes on under the finger. Escape leaves all as it was.
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto('/catalogs?catalogo=sedes');
  await page.getByRole('button', { name: 'Cambiar el orden' }).click();
  const dialog = page.getByRole('dialog', { name: /^Orden de / });
  const items = dialog.getByRole('button', { name: /^Mover / });
  await expect(items.first()).toBeVisible();
  const [sede, ...sedes] = await namesOf(items);
  const end = await page.evaluate<number>(`${DIALOG}.scrollHeight`);
  await slide(items.first(), 390 - (await items.first().boundingBox())!.y);
  const beyond = () => page.evaluate<number>(`${DIALOG}.scrollTop + ${DIALOG}.clientHeight`);
  await expect.poll(beyond).toBeGreaterThanOrEqual(end);
  // At its end there is no more of it, however far the row is taken.
  expect(await page.evaluate<number>(`${DIALOG}.scrollHeight`)).toBe(end);
  await page.keyboard.press('Escape');
  await touch('touchEnd');
  await expect(dialog).toBeVisible();
  expect(await namesOf(items)).toEqual([sede, ...sedes]);
  await page.evaluate(`${DIALOG}.scrollTo(0, 10_000)`);
  await slide(items.nth(-2), 45);
  await touch('touchEnd');
  await expect
    .poll(() => namesOf(items))
    .toEqual([sede, ...sedes.slice(0, -2), sedes.at(-1), sedes.at(-2)]);
  await expect(items.last()).toBeFocused();

  // A course of a route, to the end of another stage.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(
    `/rutas/editor/${await first(demo, "select id::text as v from rutas where clave = 'RF-SPA'")}`,
  );
  await page.getByRole('button', { name: 'Comenzar una versión nueva' }).first().click();
  const stages = page.locator('[data-etapa]');
  const coursesOf = (stage: number) =>
    namesOf(stages.nth(stage).getByRole('button', { name: /^Mover / }));
  await expect(stages.first()).toBeVisible();
  // Its many acts go under its name, which they would squeeze to a letter a line.
  const name = page.getByRole('heading', { name: /^Borrador de la versión/ });
  expect((await name.boundingBox())!.height).toBeLessThan(64);
  const [stage, ...courses] = await coursesOf(0);
  const last = stages
    .first()
    .locator('[data-parte]')
    .last()
    .getByRole('button', { name: /^Mover / });
  const foot = stages.nth(1).getByRole('button', { name: /^Agregar cursos a/ });
  await page.evaluate(`scrollBy(0, ${(await foot.boundingBox())!.y - 560})`);
  await slide(last, (await foot.boundingBox())!.y - (await last.boundingBox())!.y);
  await expect(page.locator('[data-dentro][data-over]')).toHaveCount(1);
  await touch('touchEnd');
  await expect.poll(() => coursesOf(0)).toEqual([stage, ...courses.slice(0, -1)]);
  expect((await coursesOf(1)).at(-1)).toBe(courses.at(-1));
  await expect(
    page.getByRole('status').filter({ hasText: 'lugar 3 de 3 en la etapa 2' }),
  ).toBeAttached();
  await expect(page.getByRole('button', { name: courses.at(-1)! })).toBeFocused();
  await phone.close();
});

/** The one that is open, in the page. */
const DIALOG = "document.querySelector('dialog[open]')";

/** Whoever opens the most addresses does it in parts: no test is that long, and both lanes have their share. */
const PARTS: Readonly<Record<Who, number>> = { visitante: 1, persona: 1, Escolar: 1, Admin: 3 };

const TESTS = (Object.keys(ACCOUNTS) as Who[]).flatMap((who) =>
  Array.from({ length: PARTS[who] }, (_, part) => ({
    who,
    name: PARTS[who] === 1 ? `as ${who}` : `as ${who}, part ${part + 1} of ${PARTS[who]}`,
    addresses: Object.entries(PANTALLAS).filter((_one, index) => index % PARTS[who] === part),
  })),
);

for (const { who, name, addresses } of TESTS) {
  test(name, async ({ page, demo }) => {
    test.slow();
    const account = ACCOUNTS[who];
    if (account) await signIn(page, account);
    else await page.goto('/');
    // What a visitor is refused goes first: it is gone to within the application, which stands there until a public page does.
    const toLogin = addresses.filter(([, { abre }]) => !account && !abre.includes(who));
    for (const [pattern, { abre, de }] of [...new Set([...toLogin, ...addresses])]) {
      const open = abre.includes(who);
      if (!open && abre.includes('visitante')) continue;
      await test.step(pattern, async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        if (!open) {
          // Whoever may not is told before anything of it is asked for.
          const address = pattern.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
          if (who === 'visitante') {
            // The site answers there with the application, which asks to sign in and knows where to go afterwards.
            const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
            expect(answer.status()).toBe(200);
            expect(await answer.text()).toContain('<div id="root">');
            await goInside(page, address);
            await expect(page).toHaveURL(returningTo('/auth/login', address));
          } else {
            await goInside(page, address);
            await expect(
              page.getByText('No tiene permiso').filter({ visible: true }),
            ).toBeVisible();
          }
          return;
        }
        await page.goto(de ? await de(demo, page) : pattern);
        await expect(
          page.getByRole('heading', { level: 1 }).filter({ visible: true }),
        ).toBeVisible();
        // Who may least and who may most see it differently; whoever is between sees what the latter does.
        const looks =
          abre[0] === who ? abre.length === 1 || who !== 'Escolar' : abre.at(-1) === who;
        // The colours are alike for everybody: in the dark they are looked at once.
        if (looks)
          await expectAccessible(page, abre.at(-1) === who ? ['light', 'dark'] : ['light']);
        await page.setViewportSize({ width: 320, height: 740 });
        await expectNoSidewaysScroll(page);
        if (looks) await expectAccessible(page, ['light']);
      });
    }
  });
}
