import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { inscripcionPath } from '../src/features/inscripciones/routes.ts';
import type { Definicion } from '../src/features/plantillas/contract.ts';
import type { Campo, CondicionCampo } from '../src/features/plantillas/formulario/contract.ts';
import { editVersionPath } from '../src/features/plantillas/routes.ts';
import { makeCuenta } from '../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../tests/factories/cursos.ts';
import { makePersona } from '../tests/factories/personas.ts';
import { makePlantilla, REGLA_VENTANA } from '../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../tests/portal.ts';

/*
 * How long a form of two hundred fields takes to answer, where it is made and where it is filled in: from what a hand
 * does to the paint that shows it (PerformanceEventTiming, in steps of 8 ms; under 16 ms nothing is reported, and it
 * counts as 16), on a telephone: 360 px, processor slowed down. docs/measurements.md has the figures.
 *
 *   npm run validate   # or anything else that builds the site: `vite build`
 *   node bench/formularios.ts [--slow 4] [--only constructor|formulario] [--wide] [--site dist/web]
 */
const { values } = parseArgs({
  options: {
    slow: { type: 'string', default: '4' },
    only: { type: 'string' },
    wide: { type: 'boolean', default: false },
    site: { type: 'string', default: join(import.meta.dirname, '../dist/web') },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const SECCIONES = 10;
const POR_SECCION = 20;
/** As many depend on one answer, that of the first field. */
const DEPENDEN = 40;

const OPCIONES = ['Sí', 'No', 'Todavía no'].map((etiqueta, i) => ({
  valor: `o${i}`,
  etiqueta,
}));
/** One of each kind by turns, with what a field of it says besides what any does. */
const KINDS: readonly [tipo: Campo['tipo'], said: object][] = [
  ['texto', { maxLongitud: 120 }],
  ['opcion', { opciones: OPCIONES }],
  ['numero', { min: 0, max: 60 }],
  ['textoLargo', { maxLongitud: 500 }],
  ['fecha', {}],
  ['opciones', { opciones: OPCIONES }],
  ['casilla', {}],
  ['catalogo', { catalogo: 'organos' }],
];
const campoAt = (n: number): Campo => {
  const [tipo, said] = KINDS[n % KINDS.length]!;
  const visibleSi: CondicionCampo = { campo: 'mando', operador: 'igual', valor: 'o0' };
  return {
    clave: `campo${n}`,
    etiqueta: `${n}. ¿Qué debe saber la escuela de usted acerca de esto?`,
    obligatorio: n % 3 === 0,
    tipo,
    ...(n % 5 === 1 && { visibleSi }),
    ...said,
  } as Campo;
};
const MANDO = {
  clave: 'mando',
  etiqueta: '¿Tiene personal a su cargo?',
  obligatorio: true,
  tipo: 'opcion',
  opciones: OPCIONES,
} as Campo;
const total = SECCIONES * POR_SECCION;
const all = [MANDO, ...Array.from({ length: total - 1 }, (_, i) => campoAt(i + 1))];
const DOSCIENTOS: Definicion = {
  secciones: Array.from({ length: SECCIONES }, (_, s) => ({
    clave: `s${s}`,
    titulo: `Sección ${s + 1}`,
    campos: all.slice(s * POR_SECCION, (s + 1) * POR_SECCION),
  })),
  reglas: [REGLA_VENTANA],
};
if (all.filter(({ visibleSi }) => visibleSi).length !== DEPENDEN) throw new Error('Not forty.');

/** Keeps, in the page, how long each thing that a hand does takes to be painted. */
const WATCH = `
  window.painted = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, startTime, duration } of list.getEntries()) {
      if (interactionId) window.painted.push({ at: startTime, ms: duration });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** A page, and what the browser says of it besides. */
type Phone = { readonly page: Page; readonly cdp: CDPSession };

/** Milliseconds of processor that the page's thread has had. */
const usedBy = async ({ cdp }: Phone): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
};

type Taken = { readonly painted: number; readonly used: number };
/**
 * Of one act of a hand (a key is a keydown, a keyup…): milliseconds to the paint that shows the slowest, and of
 * processor in all, also for what follows, which does not depend on what else the machine does.
 */
const timed = async (phone: Phone, act: () => Promise<unknown>): Promise<Taken> => {
  const { page } = phone;
  const used = await usedBy(phone);
  const from = await page.evaluate(() => performance.now());
  await act();
  // What the act left for later is done before the next one, as between a hand's.
  await page.waitForTimeout(120);
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  const painted = await page.evaluate<number>(
    `Math.max(16, ...window.painted.filter(({ at }) => at >= ${from}).map(({ ms }) => ms))`,
  );
  return { painted, used: (await usedBy(phone)) - used };
};

const at = (all: readonly number[], share: number) => {
  const sorted = all.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};
const say = (name: string, all: readonly Taken[]) => {
  const painted = all.map((one) => one.painted);
  const used = all.map((one) => one.used);
  print(
    `${name}: ${all.length} veces, p50 ${at(painted, 0.5)} ms, p95 ${at(painted, 0.95)} ms, máximo ${at(painted, 1)} ms; procesador, p50 ${at(used, 0.5)} ms, p95 ${at(used, 0.95)} ms`,
  );
};
const repeat = async (
  phone: Phone,
  name: string,
  times: number,
  act: (n: number) => Promise<unknown>,
) => {
  const all: Taken[] = [];
  for (let n = 0; n < times; n++) all.push(await timed(phone, () => act(n)));
  say(name, all);
};
/**
 * A press where something is: it is found before, because finding things by their names, as tests do, asks the page
 * for more than what is measured.
 */
const press = async ({ page }: Phone, what: Locator) => {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error(`Nowhere: ${what}`);
  await page.waitForTimeout(300);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};
const repeatPress = async (
  phone: Phone,
  name: string,
  times: number,
  what: (n: number) => Locator,
) => {
  const all: Taken[] = [];
  for (let n = 0; n < times; n++) all.push(await timed(phone, await press(phone, what(n))));
  say(name, all);
};
const TEXTO = 'Coordino a quienes proyectan.';
const type = (phone: Phone, name: string) =>
  repeat(phone, name, TEXTO.length, (n) => phone.page.keyboard.type(TEXTO[n]!));

/** A telephone where somebody is in. */
const openPhone = async (
  context: BrowserContext,
  portal: TestPortal,
  who: { email: string; password: string },
  path: string,
): Promise<Phone> => {
  const { email, password } = who;
  const answer = await context.request.post(`${portal.url}/us-central1/signIn`, {
    headers: { origin: portal.url },
    data: { data: { email, password } },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(WATCH);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${portal.url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_000);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slow) });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp };
};

const benchConstructor = async (phone: Phone) => {
  const { page } = phone;
  const opens = page.getByRole('button', { name: /^\d+\. ¿Qué/ });
  await opens.nth(1).waitFor();
  await repeatPress(phone, 'constructor, abrir un campo', 12, (n) => opens.nth(90 + n));
  await opens.nth(10).click();
  const label = page.getByLabel('Pregunta o nombre', { exact: true });
  await label.click();
  await page.keyboard.press('End');
  await page.waitForTimeout(500);
  await type(phone, 'constructor, cada letra de una pregunta');
  const must = page.getByLabel('Es obligatorio', { exact: true });
  await repeatPress(phone, 'constructor, obligatorio sí y no', 12, () => must);
  const undo = page.getByRole('button', { name: 'Deshacer', exact: true });
  await repeatPress(phone, 'constructor, deshacer', 10, () => undo);
  const handle = page.getByRole('button', { name: /^Mover 100\. / });
  await handle.focus();
  await repeat(phone, 'constructor, mover con el teclado', 16, () =>
    page.keyboard.press('ArrowDown'),
  );
};

const benchFormulario = async (phone: Phone) => {
  const { page } = phone;
  const mando = page.getByRole('group', { name: /personal a su cargo/ });
  await mando.waitFor();
  await page.getByRole('textbox', { name: /^8\. ¿Qué/ }).click();
  await page.waitForTimeout(500);
  await type(phone, 'formulario, cada letra de una respuesta');
  await repeatPress(phone, 'formulario, mostrar y ocultar 40 campos', 12, (n) =>
    mando.getByRole('radio', { name: n % 2 ? 'No' : 'Sí', exact: true }),
  );
  await page.waitForTimeout(1_000);
  const boxes = page.getByRole('checkbox', { name: /^(Sí|No|Todavía no)$/ });
  await repeatPress(phone, 'formulario, marcar una casilla', 12, (n) => boxes.nth(20 + n));
  const date = page.getByRole('group', { name: /^20\. ¿Qué/ });
  await date.getByLabel('Año').click();
  await repeat(phone, 'formulario, cada cifra de una fecha', 4, (n) =>
    page.keyboard.type('2014'[n]!),
  );
  await page
    .getByRole('group', { name: /^15\. ¿Qué/ })
    .locator('input')
    .click();
  await repeat(phone, 'formulario, cada letra al buscar en un catálogo', 6, (n) =>
    page.keyboard.type('amparo'[n]!),
  );
};

const portal = await startTestPortal({}, { browser: true, site: values.site });
const { db } = portal.services;
const plantilla = await makePlantilla(db, { definicion: DOSCIENTOS });
const curso = await makeCurso(db);
const edicion = await makeEdicion(db, {
  cursoId: curso.id,
  plantillaId: plantilla.id,
  ahora: new Date(),
});
const admin = await makeCuenta(portal, { role: 'Admin' });
const persona = await makeCuenta(portal, { personaId: (await makePersona(db)).id });
const draft = await portal.call(
  'startVersionPlantilla',
  { plantillaId: plantilla.id, desde: plantilla.versionId },
  admin,
);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const screens = {
  constructor: [admin, editVersionPath(plantilla.id, draft.result.versionId), benchConstructor],
  formulario: [
    persona,
    inscripcionPath(curso.id, plantilla.id, { clave: 'CURSO' }, edicion.id),
    benchFormulario,
  ],
} as const;
for (const [name, [who, path, run]] of Object.entries(screens)) {
  if (values.only && values.only !== name) continue;
  const context = await browser.newContext({
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: values.wide ? 1280 : 360, height: 740 },
  });
  const phone = await openPhone(context, portal, who, path);
  print(`# ${name}, carga de la máquina ${loadavg()[0]!.toFixed(1)}`);
  await run(phone);
  await context.close();
}
await browser.close();
await portal.stop();
