import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { checkDigit, deriveCurp } from '../../src/features/personas/curp/rules.ts';
import { freePort, launch, ready } from '../launch.ts';
import { violationsIn } from './axe.ts';
import { test as base } from './focus.ts';
import { copyOfEmpty } from './setup.ts';

export { expect, type Page } from '@playwright/test';

/** The site that `npm test` has built. */
export const SITE = join(import.meta.dirname, '../../dist/web');

export type Mail = { to: string; subject: string; text: string; links: string[] };

export type E2ePortal = {
  url: string;
  /** The newest mail to somebody with that subject; waits for it, and for `after` earlier ones. */
  mail: (to: string, subject: string, after?: number) => Promise<Mail>;
  /** Calls a callable as one visitor with cookies, without a browser. */
  visitor: () => (name: string, data?: unknown) => Promise<Response>;
  /** A person already registered and verified. */
  person: () => Promise<Person>;
  /** What the server said so far: its warnings and errors. */
  output: () => string;
};

export type Person = {
  email: string;
  password: string;
  curp: string;
  nombre: string;
  apellidoPaterno: string;
  apellidoMaterno: string;
};

export const PASSWORD = 'una frase larga y tranquila';

let people = 0;

/** Somebody who exists nowhere else: a CURP and an email of their own. */
export const newPerson = (): Person => {
  people += 1;
  const names = { nombre: 'Carla', apellidoPaterno: 'Gómez', apellidoMaterno: 'Martínez' };
  const day = new Date(Date.UTC(1980, 0, 1 + people)).toISOString().slice(0, 10);
  const first = `${deriveCurp({ ...names, fechaNacimiento: day, sexo: 'M', entidad: 'DF' })}0`;
  return {
    ...names,
    email: `carla${people}@correo.example`,
    password: PASSWORD,
    curp: first + checkDigit(first),
  };
};

/** How long (ms) a mail is waited for: less than what a test may take. */
const MAIL_MS = 60_000;
/** How long (ms) one look at the mailbox waits for its answer before another one is had, which is told. */
const LOOK_MS = 5_000;

/** Beside what the reporter prints. */
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls callables as one visitor with cookies, without a browser. */
export const visitorOf = (url: string) => () => {
  const jar = new Map<string, string>();
  return async (name: string, data: unknown = null) => {
    const response = await fetch(`${url}/us-central1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      body: JSON.stringify({ data }),
      // One that is not answered is said here, and not by the end of the journey's time.
      signal: AbortSignal.timeout(MAIL_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') jar.delete(key);
      else jar.set(key, value);
    }
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response;
  };
};

const launchPortal = async (): Promise<E2ePortal & { stop: () => Promise<void> }> => {
  if (!existsSync(join(SITE, 'index.html'))) {
    throw new Error('dist/web is missing: run `npx vite build` first.');
  }
  const dataDir = copyOfEmpty();
  const port = await freePort();
  // The name, not the address: browsers accept Secure cookies over http from localhost only.
  const url = `http://localhost:${port}`;
  const server = launch({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.exit;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ended = server.exit.then(() => {
    throw new Error(`The server ended:\n${server.output()}`);
  });
  try {
    await Promise.race([ready(port), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  // It ends by `stop`, or a test says so.
  ended.catch(() => {});

  const visitor = visitorOf(url);
  const mail: E2ePortal['mail'] = async (to, subject, after = 0) => {
    const until = performance.now() + MAIL_MS;
    let all: Mail[] = [];
    for (;;) {
      try {
        const signal = AbortSignal.timeout(LOOK_MS);
        all = (await (await fetch(`${url}/dev/mail.json`, { signal })).json()) as Mail[];
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error;
        tell(`The mailbox of ${url} did not answer in ${LOOK_MS} ms; it said:\n${server.output()}`);
      }
      const mine = all.filter((item) => item.to === to && item.subject === subject);
      if (mine.length > after && mine[0]) return mine[0];
      if (performance.now() > until) {
        const there = all.map((item) => `«${item.subject}» to ${item.to}`).join(', ');
        throw new Error(`No mail «${subject}» to ${to} came (${after} before it); there: ${there}`);
      }
      await sleep(100);
    }
  };
  const person = async () => {
    const datos = newPerson();
    const { email, password, curp, ...names } = datos;
    const call = visitor();
    await call('createCuenta', { email, password, acepta: VERSIONES });
    await call('updateCuenta', names);
    await call('sendVerification');
    const displayName = Object.values(names).join(' ').toLocaleUpperCase('es-MX');
    await call('setCurpUserNew', { email, curp, displayName });
    await call('signOut');
    const { links } = await mail(email, 'Verifique su correo');
    await call('verifyEmail', {
      oobCode: new URL(links[0] ?? '').searchParams.get('oobCode'),
      password,
    });
    return datos;
  };
  return { url, mail, visitor, person, output: server.output, stop };
};

/** `test` with `portal`, a whole server with a database of its own for each worker. A journey that fails tells what the server said. */
export const test = base.extend<{ serverSaid: undefined }, { portal: E2ePortal }>({
  serverSaid: [
    async ({ portal }, use, journey) => {
      const before = portal.output().length;
      await use(undefined);
      if (journey.status === journey.expectedStatus) return;
      tell(`The server said during «${journey.title}»:\n${portal.output().slice(before)}`);
    },
    { auto: true },
  ],
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured argument
    async ({}, use) => {
      const portal = await launchPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});

/** The field of the visible screen with that label: kept screens stay in the document, hidden. */
export const field = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .or(page.getByLabel(`${label} (opcional)`, { exact: true }))
    .filter({ visible: true });

const atHome = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^Buen/ })).toBeVisible();

/** Signs in on the sign-in page and waits for home: for the journeys that are about entering. */
export const signInByHand = async (
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> => {
  await page.goto('/auth/login');
  await field(page, 'Correo electrónico').fill(email);
  await field(page, 'Contraseña').fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await atHome(page);
};

/** Enters as whoever has signed in, and waits for home. */
export const signIn = async (
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  /** Of a server of the test's own. */
  url = '',
): Promise<void> => {
  // The page's own requests: their cookies are the browser's, and the site is the test's.
  const { origin } = new URL((await page.request.get(`${url}/healthz`)).url());
  const response = await page.request.post(`${origin}/us-central1/signIn`, {
    headers: { origin },
    data: { data: { email, password } },
  });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto(`${url}/`);
  await atHome(page);
};

/** The rules that see colours; what the others see is alike in both schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Two frames later and when what was going over to another colour has got there; what turns for ever does not count. */
const COLOURS_STAND = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < 10_000)
    .map((one) => one.finished)))
  .then(() => undefined)`;

/** What the screen still lacks to be looked at: its title, or what is on its way. Nothing when it stands. */
const LACKS = `(() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  if (seen('h1').length === 0) return 'no h1';
  return seen('[data-loading], [aria-busy="true"]:not(button)')
    .map((one) => one.className + ' «' + one.textContent.trim().slice(0, 60) + '» is still on its way').join();
})()`;

/**
 * Waits until a screen stands in the page: it has its title and nothing of it is on its way. Whoever goes to another
 * screen waits for that one's own title first: the one that is left stands, too.
 */
export const expectStanding = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(LACKS), {
      message: `The screen at ${page.url()} does not stand`,
      intervals: [20, 50, 100],
    })
    .toBe('');

/** No accessibility violation in what is visible, in light and in dark, once the screen stands. */
export const expectAccessible = async (
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> => {
  await expectStanding(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(COLOURS_STAND);
    const violations = await violationsIn(
      page,
      colorScheme === 'dark' ? { only: COLOUR_RULES } : {},
    );
    const found = violations.map(({ id, html, data }) => `${id}: ${html} ${JSON.stringify(data)}`);
    expect(found, colorScheme).toEqual([]);
  }
};

/** Nothing sticks out sideways, once the screen stands. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  await expectStanding(page);
  const [content, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  expect(content).toBeLessThanOrEqual(window);
};
