import type { HttpRoutes } from './types.ts';

/** Pages that somebody keeps on their device are in this cache, with what they need. */
const CACHE = 'sin-conexion-1';

/*
 * What answers for those pages when there is no connection. Nothing is kept that the person did not ask for (keep-offline.ts puts it there);
 * what is kept is brought up to date whenever the server answers.
 */
const WORKER = `
const answer = async (request) => {
  const cache = await caches.open('${CACHE}');
  const kept = await cache.match(request, { ignoreVary: true });
  try {
    const fresh = await fetch(request);
    if (kept && fresh.ok) await cache.put(request, fresh.clone());
    // Its session ended: what is kept says how old it is.
    return kept && fresh.status === 401 ? kept : fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});
`;

/** Serves the worker of the pages beside `path`. */
export const offlineRoutes =
  (path: string): HttpRoutes =>
  (app) => {
    app.get(path, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; connect-src 'self'")
        .send(WORKER),
    );
  };
