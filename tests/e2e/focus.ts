import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { OLDEST } from './oldest.ts';

/**
 * In every document: tells when the focus, which something had, has fallen to `<body>` and stays there, or is found
 * there by the next act. Tells what the page's policy forbade, too. A press on what takes no focus takes it away rightly. Looks are counted and not time:
 * a browser that has no processor looks late.
 */
const WATCH = `(() => {
  const CAN = 'a[href],button,input,select,textarea,summary,label,[tabindex],[contenteditable],dialog';
  const LOOKS = 5, EVERY_MS = 50;
  let last = null, seen = 0;
  const acts = [];
  for (const kind of ['keydown', 'pointerdown', 'focusin', 'focusout', 'popstate', 'resize'])
    addEventListener(kind, ({ key, target }) => acts.push(kind + ' ' + (key ?? target?.tagName ?? '')), true);
  const said = (e) => e.tagName.toLowerCase() + ' «' + (e.getAttribute('aria-label') || e.textContent || e.name || '').trim().slice(0, 60) + '»';
  const how = (e) => (!e.isConnected ? 'gone' : e.getClientRects().length ? 'shown' : 'hidden') + ', after: ' + acts.slice(-4).join(', ');
  const tell = () => { window.focusFell?.(said(last) + ' in ' + location.pathname + ' (' + how(last) + ')'); last = null; seen = 0; };
  const act = () => { if (last && seen > 2) tell(); };
  addEventListener('focusin', (event) => { last = event.target; seen = 0; }, true);
  addEventListener('keydown', act, true);
  addEventListener('pointerdown', (event) => {
    act();
    if (!event.target.closest(CAN)) last = null;
  }, true);
  document.addEventListener('securitypolicyviolation', (event) =>
    window.forbidden?.(event.effectiveDirective + ' ' + event.blockedURI + ' by ' + event.sourceFile + ' in ' + location.pathname));
  setInterval(() => {
    if (!last) return;
    const now = document.activeElement;
    if (now && now !== document.body && now !== document.documentElement) { seen = 0; return; }
    // While a screen is on its way there is nowhere for it to be.
    if (![...document.querySelectorAll('h1, dialog[open]')].some((one) => one.getClientRects().length > 0 && !one.closest('[data-loading]'))) return;
    seen += 1;
    if (seen >= LOOKS) tell();
  }, EVERY_MS);
  // Told already, or the focus is somewhere.
  window.focusLooked = () => new Promise((looked) => {
    const timer = setInterval(() => {
      if (last && seen > 0) return;
      clearInterval(timer);
      looked();
    }, 10);
  });
})()`;

/** Where the focus fell from, and what the policy of a page forbade it. */
type Seen = { fell: string[]; forbidden: string[] };

const watched = new WeakSet<BrowserContext>();

/** Whether the last act left the focus somewhere is known; a page that has gone away is not asked. */
const looked = (page: Page) => page.evaluate('window.focusLooked?.()').catch(() => {});

/** Every page of a context: watched, and in the oldest browser that it has to work in. */
const watch = async (context: BrowserContext, { fell, forbidden }: Seen): Promise<void> => {
  if (watched.has(context)) return;
  watched.add(context);
  // The act before another document too.
  context.on('page', (page) => {
    const { goto } = page;
    page.goto = async (...to) => {
      await looked(page);
      return goto.apply(page, to);
    };
  });
  await context.exposeFunction('focusFell', (from: string) => void fell.push(from));
  await context.exposeFunction('forbidden', (what: string) => void forbidden.push(what));
  await context.addInitScript(WATCH);
  await context.addInitScript(OLDEST);
};

/** The contexts that a test opens for itself are watched as its own is. */
const watchAll = (browser: Browser, seen: Seen): (() => void) => {
  const open = browser.newContext;
  browser.newContext = async (options) => {
    const context = await open.call(browser, options);
    await watch(context, seen);
    return context;
  };
  return () => {
    browser.newContext = open;
  };
};

/**
 * The runner's `test`, which every journey stands on: no act may leave the focus nowhere. A keyboard would begin
 * again from the top of the page, and a screen reader would fall silent. Nor does a page try what its policy forbids.
 */
export const test = base.extend<{ focusKept: undefined }>({
  focusKept: [
    async ({ browser, context }, use) => {
      const seen: Seen = { fell: [], forbidden: [] };
      const restore = watchAll(browser, seen);
      await watch(context, seen);
      await use(undefined);
      restore();
      // The last act of the journey too.
      for (const context of browser.contexts()) await Promise.all(context.pages().map(looked));
      expect(seen.fell, 'The focus fell to nowhere from').toEqual([]);
      expect(seen.forbidden, "A page's policy forbade it").toEqual([]);
    },
    { auto: true },
  ],
});
