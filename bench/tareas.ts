import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { makePdf } from '../tests/factories/documentos.ts';

/*
 * Ten main tasks, done as somebody who knows what they want does them, and what each costs: presses (clicks, or keys
 * that act), fields filled, views passed (addresses, dialogs and steps, the first one included) and the seconds that
 * the portal itself took (no reading or thinking in between). docs/measurements.md says what others ask for the same.
 *
 *   npm start    # demo data, not touched before: the tasks change it
 *   node_modules/.bin/node bench/tareas.ts --url http://localhost:3000
 */
const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:3000' }, only: { type: 'string' } },
});
const { url } = values;
const PASSWORD = 'Portal-Demo-2026';

type Cost = { presses: number; fields: number; views: number };

/** A hand that counts what it does. */
class Hand {
  readonly page: Page;
  readonly cost: Cost = { presses: 0, fields: 0, views: 1 };
  constructor(page: Page) {
    this.page = page;
  }
  /** A button or link; `view` when it leads to another one. */
  async press(what: Locator, { view = false } = {}) {
    await what.filter({ visible: true }).first().click();
    this.cost.presses += 1;
    if (view) this.cost.views += 1;
  }
  async key(name: string) {
    await this.page.keyboard.press(name);
    this.cost.presses += 1;
  }
  async fill(what: Locator, text: string) {
    await what.filter({ visible: true }).first().fill(text);
    this.cost.fields += 1;
  }
  /** The system's own dialog of files counts as one press. */
  async file(opener: Locator, name: string, buffer: Buffer, mimeType: string) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(opener);
    await (await chooser).setFiles({ name, mimeType, buffer });
    this.cost.presses += 1;
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', typeof name === 'string' ? { name, exact: true } : { name });
const seen = (what: Locator) => what.filter({ visible: true }).first().waitFor();

type Task = {
  readonly name: string;
  /** Whose; nobody's is a visitor's. */
  readonly as?: 'admin' | 'escolar' | 'persona';
  readonly from: string;
  readonly ready: (page: Page) => Locator;
  readonly run: (hand: Hand, page: Page) => Promise<void>;
};
const h1 = (page: Page) => page.getByRole('heading', { level: 1 });

const TASKS: readonly Task[] = [
  {
    name: '1. Ingresar',
    from: '/auth/login',
    ready: (page) => button(page, 'Ingresar'),
    run: async (hand, page) => {
      await hand.fill(page.getByLabel('Correo electrónico'), 'persona@demo.example');
      await hand.fill(page.getByLabel('Contraseña', { exact: true }), PASSWORD);
      await hand.press(button(page, 'Ingresar'), { view: true });
      await seen(page.getByRole('heading', { level: 1, name: /^Buen/ }));
    },
  },
  {
    name: '2. Inscribirse en un curso',
    as: 'persona',
    from: '/',
    ready: (page) => link(page, /^Inscribirme/),
    run: async (hand, page) => {
      const oferta = page.getByRole('article', { name: 'Juzgar con perspectiva de género' });
      await hand.press(oferta.getByRole('link', { name: /^Inscribirme/ }), { view: true });
      await seen(button(page, 'Revisar y enviar'));
      await hand.press(page.getByLabel('Acepto el compromiso de asistencia'));
      await hand.press(button(page, 'Revisar y enviar'), { view: true });
      await hand.press(button(page, 'Enviar inscripción'), { view: true });
      await seen(page.getByRole('heading', { name: 'Su inscripción está registrada' }));
    },
  },
  {
    name: '3. Volver a ver un acuse',
    as: 'persona',
    from: '/',
    ready: (page) => link(page, 'Matrícula'),
    run: async (hand, page) => {
      await hand.press(link(page, 'Matrícula'), { view: true });
      await hand.press(link(page, /acuse/i), { view: true });
      await seen(page.getByText(/Folio/));
    },
  },
  {
    name: '4. Enviar un documento',
    as: 'persona',
    from: '/',
    ready: (page) => link(page, 'Mi expediente'),
    run: async (hand, page) => {
      await hand.press(link(page, 'Mi expediente'), { view: true });
      await hand.press(page.getByRole('tab', { name: 'Documentos' }), { view: true });
      const place = page.getByRole('article').filter({ hasText: 'Pasaporte' });
      await hand.file(
        place.getByRole('button', { name: /^Enviar/ }),
        'pasaporte.pdf',
        await makePdf(1),
        'application/pdf',
      );
      await seen(place.getByText('Por revisar'));
    },
  },
  {
    name: '5. Validar un documento que espera',
    as: 'escolar',
    from: '/',
    ready: (page) => link(page, /Documentos por revisar|Revisión de documentos/),
    run: async (hand, page) => {
      await hand.press(link(page, /Documentos por revisar|Revisión de documentos/), { view: true });
      await seen(page.getByRole('heading', { level: 2 }));
      await page.getByRole('img', { name: /página 1/ }).waitFor();
      await hand.key('v');
      await seen(page.getByText(/Lo último: validado/));
    },
  },
  {
    name: '6. Encontrar a una persona por su nombre (con un error) y abrir su expediente',
    as: 'escolar',
    from: '/',
    ready: (page) => link(page, 'Buscar un expediente'),
    run: async (hand, page) => {
      await hand.press(link(page, 'Buscar un expediente'), { view: true });
      await hand.fill(page.getByRole('searchbox'), 'Rodrigez Lara');
      await hand.press(page.getByRole('table').getByRole('link').first(), { view: true });
      await seen(page.getByRole('heading', { level: 2 }));
    },
  },
  {
    name: '7. Deshabilitar una cuenta',
    as: 'admin',
    from: '/',
    ready: (page) => link(page, 'Usuarios'),
    run: async (hand, page) => {
      await hand.press(link(page, 'Usuarios'), { view: true });
      await hand.fill(page.getByRole('searchbox'), 'persona6@demo.example');
      await page.getByRole('row', { name: /persona6@/ }).waitFor();
      await hand.press(button(page, /^Acciones de/));
      await hand.press(page.getByRole('menuitem', { name: 'Deshabilitar cuenta' }), { view: true });
      await hand.press(
        page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar cuenta' }),
      );
      await seen(page.getByRole('row', { name: /Deshabilitada/ }));
    },
  },
  {
    name: '8. Agregar un elemento a un catálogo',
    as: 'admin',
    from: '/',
    ready: (page) => link(page, 'Catálogos'),
    run: async (hand, page) => {
      await hand.press(link(page, 'Catálogos'), { view: true });
      await hand.press(link(page, /^Áreas/), { view: true });
      await hand.press(button(page, 'Agregar área'), { view: true });
      const dialog = page.getByRole('dialog');
      await hand.fill(dialog.getByLabel('Clave'), 'DER_AGR');
      await hand.fill(dialog.getByLabel('Nombre'), 'Derecho agrario');
      await hand.press(dialog.getByRole('button', { name: 'Agregar' }));
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: '9. Importar una hoja de 50 filas',
    as: 'admin',
    from: '/catalogs?catalogo=areas',
    ready: (page) => button(page, 'Importar'),
    run: async (hand, page) => {
      await hand.press(button(page, 'Importar'), { view: true });
      const dialog = page.getByRole('dialog', { name: /Importar/ });
      const rows = Array.from({ length: 50 }, (_, i) => `ARE_${i};Área número ${i}`).join('\n');
      await dialog.getByLabel('Archivo', { exact: true }).setInputFiles({
        name: 'areas.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Clave;Nombre\n${rows}\n`),
      });
      hand.cost.presses += 2;
      await hand.press(dialog.getByRole('button', { name: 'Continuar' }), { view: true });
      await hand.press(dialog.getByRole('button', { name: 'Revisar' }), { view: true });
      await hand.press(dialog.getByRole('button', { name: 'Importar 50 filas' }), { view: true });
      await seen(page.getByText(/50 nuevas|Se importaron|importad/));
    },
  },
  {
    name: '10. Saber quién cambió un elemento y qué había antes',
    as: 'admin',
    from: '/catalogs?catalogo=areas',
    ready: (page) => page.getByRole('table').getByRole('link'),
    run: async (hand, page) => {
      await hand.press(page.getByRole('table').getByRole('link').first(), { view: true });
      await seen(page.getByRole('heading', { name: 'Historial' }));
    },
  },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const contexts = new Map<string, BrowserContext>();
const contextOf = async (who: string) => {
  const known = contexts.get(who);
  if (known) return known;
  const context = await browser.newContext({
    locale: 'es-MX',
    viewport: { width: 1280, height: 800 },
  });
  const origin = new URL(url).origin;
  if (who !== 'visitante') {
    const data = { email: `${who}@demo.example`, password: PASSWORD };
    await context.request.post(`${origin}/us-central1/signIn`, {
      headers: { origin },
      data: { data },
    });
  }
  contexts.set(who, context);
  return context;
};

let failed = false;
for (const { name, as = 'visitante', from, ready, run } of TASKS) {
  if (values.only && !name.startsWith(`${values.only}.`)) continue;
  const page = await (await contextOf(as)).newPage();
  page.setDefaultTimeout(15_000);
  try {
    await page.goto(`${url}${from}`);
    await seen(h1(page));
    await seen(ready(page));
    const hand = new Hand(page);
    const began = performance.now();
    await run(hand, page);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { presses, fields, views } = hand.cost;
    process.stdout.write(
      `${name}: ${presses} pulsaciones, ${fields} campos, ${views} vistas, ${seconds} s\n`,
    );
  } catch (error) {
    failed = true;
    await page.screenshot({ path: `/tmp/tarea-${name.split('.')[0]}.png` });
    process.stdout.write(`${name}: no se pudo: ${String(error).slice(0, 400)}\n`);
  }
  await page.close();
}
await browser.close();
if (failed) process.exitCode = 1;
