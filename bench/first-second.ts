import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';

/*
 * The first second: what a cold browser of 360 px transfers for a screen, and when that can be used, on a slow phone
 * (processor four times slower, 1.6 Mbit/s, 150 ms). Against a portal that runs with demo data and a built site:
 *
 *   npm start
 *   node_modules/.bin/node bench/first-second.ts --url http://localhost:3000 [--only /auth/login] [--files]
 *
 * KB are of 1,024 bytes as the network carried them, headers included. `interactive`: when the screen's heading was
 * drawn and the processor had been free for 200 ms after its last long task. Medians of three visits.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    only: { type: 'string' },
    visits: { type: 'string', default: '3' },
    files: { type: 'boolean', default: false },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const PASSWORD = 'Portal-Demo-2026';
const SCREENS: readonly { path: string; as?: string; ready: string; kb: number }[] = [
  { path: '/auth/login', ready: 'h1', kb: 150 },
  { path: '/auth/register', ready: 'h1', kb: 160 },
  { path: '/privacy/aviso', ready: 'h1', kb: 75 },
  { path: '/acuse', ready: 'h1', kb: 75 },
  { path: '/', as: 'persona@demo.example', ready: 'main article, main li', kb: 170 },
  {
    path: '/catalogs',
    as: 'admin@demo.example',
    ready: 'main table tbody tr, main [role=tree] li, main li',
    kb: 190,
  },
  {
    path: '/catalogs?catalogo=sedes',
    as: 'admin@demo.example',
    ready: 'main table tbody tr, main [role=tree] li',
    kb: 190,
  },
  { path: '/users', as: 'admin@demo.example', ready: 'main tbody tr', kb: 233 },
];

type Visit = {
  kb: number;
  requests: number;
  kinds: Record<string, number>;
  times: Times;
  files: string[];
};
/** What the browser reports; its types are not this project's. */
type Entry = { startTime: number; duration: number };
type Times = { fcp: number; lcp: number; interactive: number; blocked: number; cls: number };

/** Collects in the page what the browser says of itself, and when what matches the selector was drawn. */
const observe = (selector: string) => {
  const seen = {
    lcp: 0,
    cls: 0,
    tasks: [] as [number, number][],
    ready: 0,
    shifts: [] as string[],
  };
  (globalThis as unknown as { seen: typeof seen }).seen = seen;
  const on = (type: string, take: (entry: never) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type: type as 'measure', buffered: true });
  on('largest-contentful-paint', (e: Entry) => {
    seen.lcp = e.startTime;
  });
  on(
    'layout-shift',
    (
      e: Entry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: { nodeName: string; className: string } | null }[];
      },
    ) => {
      if (e.hadRecentInput) return;
      seen.cls += e.value;
      seen.shifts.push(
        `${e.value.toFixed(4)} at ${Math.round(e.startTime)}: ${e.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`).join(', ')}`,
      );
    },
  );
  on('longtask', (e: Entry) => seen.tasks.push([e.startTime, e.startTime + e.duration]));
  // The browser's own; its types are not this project's.
  const { document, MutationObserver, requestAnimationFrame } = globalThis as unknown as {
    document: { querySelector: (selector: string) => unknown };
    MutationObserver: new (
      then: () => void,
    ) => {
      observe: (where: unknown, what: object) => void;
      disconnect: () => void;
    };
    requestAnimationFrame: (then: () => void) => void;
  };
  const drawn = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    drawn.disconnect();
    requestAnimationFrame(() => setTimeout(() => (seen.ready = performance.now())));
  });
  drawn.observe(document, { subtree: true, childList: true });
};

const visit = async (
  browser: Browser,
  state: Awaited<ReturnType<BrowserContext['storageState']>> | undefined,
  { path, ready }: (typeof SCREENS)[number],
  slow: boolean,
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: 2,
    locale: 'es-MX',
    ...(state && { storageState: state }),
  });
  const page: Page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (slow) {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 750e3 / 8,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  const kinds: Record<string, number> = {};
  const types = new Map<string, { type: string; url: string }>();
  const files: string[] = [];
  let bytes = 0;
  cdp.on(
    'Network.responseReceived',
    ({ requestId, type, response }) => void types.set(requestId, { type, url: response.url }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type = 'Other', url = '' } = types.get(requestId) ?? {};
    if (url.startsWith('data:')) return;
    bytes += encodedDataLength;
    kinds[type] = (kinds[type] ?? 0) + encodedDataLength;
    files.push(`${(encodedDataLength / 1024).toFixed(1)} ${new URL(url).pathname}`);
  });
  await page.addInitScript(observe, ready);
  await page.goto(`${values.url}${path}`, { waitUntil: 'commit' });
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(slow ? 1_500 : 500);
  const times = await page.evaluate(() => {
    const seen = (
      globalThis as unknown as {
        seen: {
          lcp: number;
          cls: number;
          tasks: [number, number][];
          ready: number;
          shifts: string[];
        };
      }
    ).seen;
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    let interactive = Math.max(seen.ready, fcp);
    for (const [from, to] of seen.tasks)
      if (from < interactive + 200 && to > interactive) interactive = to;
    const blocked = seen.tasks
      .filter(([, to]) => to > fcp)
      .reduce((sum, [from, to]) => sum + Math.max(0, to - from - 50), 0);
    return {
      fcp,
      lcp: seen.lcp,
      interactive,
      blocked,
      cls: seen.cls,
      shifts: seen.shifts,
    };
  });
  if (values.files && slow) print(times.shifts.join('\n'));
  await context.close();
  return { kb: bytes / 1024, requests: files.length, kinds, times, files };
};

const median = (all: readonly number[]) =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
const states = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();
const stateOf = async (email: string) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${values.url}/auth/login`);
  await page.getByLabel('Correo', { exact: false }).fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page
    .getByRole('navigation', { name: 'Principal' })
    .or(page.getByRole('button', { name: 'Menú' }))
    .first()
    .waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
};
for (const screen of SCREENS) {
  if (values.only && values.only !== screen.path) continue;
  if (screen.as && !states.has(screen.as)) states.set(screen.as, await stateOf(screen.as));
  const state = screen.as ? states.get(screen.as) : undefined;
  const one = await visit(browser, state, screen, false);
  const slow: Visit[] = [];
  for (let i = 0; i < Number(values.visits); i += 1)
    slow.push(await visit(browser, state, screen, true));
  const of = (key: keyof Times) => median(slow.map(({ times }) => times[key]));
  const kinds = Object.entries(one.kinds).map(
    ([kind, size]) => `${kind} ${(size / 1024).toFixed(0)}`,
  );
  print(
    `${screen.path}: ${one.kb.toFixed(1)} KB (${screen.kb}) in ${one.requests} [${kinds.join(', ')}] FCP ${Math.round(of('fcp'))} LCP ${Math.round(of('lcp'))} interactive ${Math.round(of('interactive'))} TBT ${Math.round(of('blocked'))} ms CLS ${of('cls').toFixed(3)}`,
  );
  if (values.files) print(one.files.map((file) => `  ${file}`).join('\n'));
}
await browser.close();
