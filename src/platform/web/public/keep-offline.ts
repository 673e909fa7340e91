/*
 * A page that its person keeps on their device, to show it without connection: it says since when what it says was asked for, and never that it
 * is so now. The same for a page of the public wing (enhance.ts) and for a screen.
 */

/** As the worker has it (platform/server/http/offline.ts). */
const CACHE = 'sin-conexion-1';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** «hace 3 días»; «ahora mismo» within the first minute. */
export const sayAge = (ms: number): string => {
  const format = new Intl.RelativeTimeFormat('es-MX', { numeric: 'always' });
  const unit = UNITS.find(([, length]) => ms >= length);
  return unit ? format.format(-Math.floor(ms / unit[1]), unit[0]) : 'ahora mismo';
};

/** Older than this it is told of as what it was. */
const FRESH_MS = 120_000;

/** The page as the server draws it, with what it needs. */
const keep = async (address: string): Promise<void> => {
  const cache = await caches.open(CACHE);
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(String(answer.status));
  const html = new DOMParser().parseFromString(await answer.clone().text(), 'text/html');
  const needs = [...html.querySelectorAll<HTMLElement>('script[src], link[href]')]
    .map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '')
    .filter((path) => path.startsWith('/assets/'));
  await cache.addAll(needs);
  await cache.put(address, answer);
};

/**
 * Makes an element keep its page: it has `data-keep` (the worker's address), `data-since` and `data-until` (when it was asked for, and when
 * what it says ends; ISO), `[data-keep-age]`, `[data-keep-on]`, `[data-keep-off]` and `[data-keep-said]`. Returns what undoes it.
 */
export const enhanceKeep = (root: HTMLElement): (() => void) => {
  const find = (name: string) => root.querySelector<HTMLElement>(`[data-keep-${name}]`);
  const [age, on, off, said] = [find('age'), find('on'), find('off'), find('said')];
  const { keep: worker = '', since = '', until } = root.dataset;
  if (!age || !on || !off || !said) return () => {};
  const address = window.location.pathname;
  const tell = () => {
    const ms = Date.now() - +new Date(since);
    age.textContent = `Estado consultado ${sayAge(ms)}.`;
    root.dataset.age = ms > FRESH_MS || !navigator.onLine ? 'old' : 'fresh';
    if (until && +new Date(until) <= Date.now()) root.dataset.age = 'over';
  };
  const show = async () => {
    const kept =
      'caches' in window && (await (await caches.open(CACHE)).match(address, { ignoreVary: true }));
    on.hidden = !!kept || !('serviceWorker' in navigator);
    off.hidden = !kept;
  };
  const run = async (work: () => Promise<unknown>, done: string, next: HTMLElement) => {
    said.textContent = '';
    try {
      await work();
      said.textContent = done;
      await show();
      next.focus();
    } catch {
      said.textContent = 'No se pudo. Revise su conexión e inténtelo de nuevo.';
    }
  };
  const leave = new AbortController();
  const { signal } = leave;
  on.addEventListener(
    'click',
    () =>
      void run(
        async () => {
          await navigator.serviceWorker.register(worker);
          await keep(address);
        },
        'Guardada: puede abrirla en este dispositivo sin conexión.',
        off,
      ),
    { signal },
  );
  off.addEventListener(
    'click',
    () =>
      void run(
        async () => (await caches.open(CACHE)).delete(address, { ignoreVary: true }),
        'Se quitó de este dispositivo.',
        on,
      ),
    { signal },
  );
  tell();
  void show();
  const timer = setInterval(tell, 30_000);
  window.addEventListener('online', tell, { signal });
  window.addEventListener('offline', tell, { signal });
  return () => {
    clearInterval(timer);
    leave.abort();
  };
};
