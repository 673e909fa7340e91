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
  /** What keeps an eye on the history; a second server on the same services is watched too. */
  net: ReturnType<typeof createHistorialNet>;
  /** Waits until the mail queue has delivered what is due by the server's clock, then gives the mailbox, newest first. */
  mails: () => Promise<{ to: string; subject: string; text: string; links: string[] }[]>;
};

export type TestPortalOptions = {
  /** Whether its jobs run and its mails leave (default true). */
  jobs?: boolean;
  /** The folder of the built site, or of one made for a test; none unless said. */
  site?: string;
  /** Its data folder, to be kept; one of its own unless said, which goes with it. */
  dataDir?: string;
  /** By its name, not its address: browsers take Secure cookies over http from localhost only. */
  browser?: boolean;
  portal?: PortalOptions;
};

/** Milliseconds that mails are waited for: less than a test has, so that it says which they were. */
const PATIENCE = 45_000;

/**
 * A whole server in this process, with a database of its own: on a free port, or on the variables' PORT. Close it with
 * `stop()`. Whoever needs a process to kill has `launch` (launch.ts); these two are the only ways to start a portal.
 */
export const startTestPortal = async (
  variables: Record<string, string> = {},
  options: TestPortalOptions = {},
): Promise<TestPortal> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'portal-'));
  const env = readEnv({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...variables });
  let now: Date | null = null;
  const database = options.portal?.database ?? (await openTestDatabase());
  const net = createHistorialNet();
  net.listen(database.db);
  const portal = await createPortal(env, {
    // Not looked at: whoever runs the tests may hold the loop, and a second without one measure counts as for ever.
    maxEventLoopDelay: 0,
    ...options.portal,
    database,
    now: () => now ?? new Date(),
    siteDir: options.site ?? null,
  });
  net.watch(portal.app);
  if (options.jobs ?? true) await portal.begin();
  await portal.app.listen({ port: variables.PORT ? env.port : 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as { port: number };
  const url = `http://${options.browser ? 'localhost' : '127.0.0.1'}:${port}`;
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
      const end = Date.now() + PATIENCE;
      for (;;) {
        const waiting = await db
          .selectFrom('correos')
          .select(['asunto', 'causa'])
          .where('estado', '=', 'pendiente')
          .where('proximo', '<=', portal.services.now())
          .execute();
        if (waiting.length === 0) break;
        if (Date.now() > end) throw new Error(`Still in the queue: ${JSON.stringify(waiting)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return (await (await fetch(`${url}/dev/mail.json`)).json()) as never;
    },
    async stop() {
      await portal.stop();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      await net.check();
    },
  };
};
