import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal, type Portal, type PortalOptions } from '../src/server.ts';
import { openTestDatabase } from './database.ts';
import { createHistorialNet } from './historial.ts';

export type CallAnswer = {
  http: number;
  result?: any;
  error?: { status: string; message: string; details?: any };
  headers: Headers;
};

export type TestPortal = Portal & {
  url: string;
  /** Calls a callable over HTTP, as a visitor or with a bearer token. */
  call: (
    name: string,
    data?: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ) => Promise<CallAnswer>;
  /** Moves the server's clock (only what reads `services.now`). */
  setNow: (date: Date | null) => void;
  /** Waits for the mail queue to deliver, then gives the mailbox, newest first. */
  /** What keeps an eye on the history; a second server on the same services is watched too. */
  net: ReturnType<typeof createHistorialNet>;
  mails: () => Promise<{ to: string; subject: string; text: string; links: string[] }[]>;
};

/** A whole server on a free port with a database of its own. Close it with `stop()`. */
export const startTestPortal = async (
  variables: Record<string, string> = {},
  options: { jobs?: boolean; portal?: PortalOptions } = {},
): Promise<TestPortal> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const env = readEnv({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...variables });
  let now: Date | null = null;
  const database = options.portal?.database ?? (await openTestDatabase());
  const net = createHistorialNet();
  const portal = await createPortal(env, {
    database: { ...database, db: net.over(database.db) },
    now: () => now ?? new Date(),
    siteDir: null,
    storageAreas: options.portal?.storageAreas ?? [],
    sheets: options.portal?.sheets ?? [],
    handlers: options.portal?.handlers ?? [],
  });
  net.watch(portal.app);
  if (options.jobs ?? true) await portal.begin();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  (env.allowedOrigins as Set<string>).add(url);

  return {
    ...portal,
    net,
    url,
    setNow: (date) => {
      now = date;
    },
    async call(name, data = null, { token, headers = {} } = {}) {
      const response = await fetch(`${url}/${env.region}/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        body: JSON.stringify({ data }),
      });
      return {
        http: response.status,
        headers: response.headers,
        ...((await response.json()) as object),
      };
    },
    async mails() {
      const { db } = portal.services;
      for (let i = 0; i < 100; i++) {
        const waiting = await db
          .selectFrom('correos')
          .select('id')
          .where('estado', '=', 'pendiente')
          .execute();
        if (waiting.length === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return (await (await fetch(`${url}/dev/mail.json`)).json()) as never;
    },
    async stop() {
      await portal.stop();
      rmSync(dataDir, { recursive: true, force: true });
      net.check();
    },
  };
};
