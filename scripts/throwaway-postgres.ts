import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const findBin = (): string | null => {
  const base = '/usr/lib/postgresql';
  if (existsSync(base)) {
    const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a));
    if (newest && existsSync(join(base, newest, 'bin/initdb'))) return join(base, newest, 'bin');
  }
  return null;
};

/** Whether this machine has a PostgreSQL to start. */
export const hasPostgres = (): boolean => findBin() !== null;

/** The unprivileged user that owns the server: PostgreSQL refuses to run as root. */
const owner = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Not on this machine; the next one.
    }
  }
  return null;
};

export type ThrowawayPostgres = {
  url: string;
  /** Its first process, whose children are the rest; another one after `start`. */
  readonly pid: number;
  /** Ends as a power cut does: nothing is told to anybody, nothing is written (kill -9). */
  crash: () => Promise<void>;
  /** Starts again on the same folder and port after `crash`, or after it ended by itself. */
  start: () => Promise<void>;
  /** Resolves when the process that runs now has ended, however that came about. */
  exited: () => Promise<void>;
  stop: () => Promise<void>;
};

const run = (file: string, args: string[], options: object) =>
  promisify(execFile)(file, args, { ...options }).catch((error: unknown) => error as Error);

/**
 * A PostgreSQL of its own in a temporary folder, or null when this machine has none. Stop it.
 * `dir` is an empty folder of the caller's (a small file system, for instance).
 */
export const startPostgres = async (
  options: { dir?: string; settings?: Record<string, string> } = {},
): Promise<ThrowawayPostgres | null> => {
  const bin = findBin();
  if (!bin) return null;
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'portal-pg-'));
  const who = owner();
  if (who) chownSync(dir, who.uid, who.gid);
  const data = join(dir, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'portal', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      stdio: 'ignore',
      cwd: dir,
      ...who,
    },
  );
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', max_connections: '200', ...options.settings };
  let server: ChildProcess;
  let exited: Promise<void>;
  const launch = () => {
    server = spawn(
      join(bin, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-k', dir],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { stdio: 'ignore', cwd: dir, ...who },
    );
    exited = new Promise((resolve) => server.once('exit', () => resolve()));
  };
  const start = async () => {
    launch();
    for (let i = 0; ; i++) {
      const ready = await run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {});
      if (!(ready instanceof Error)) return;
      if (i > 150) throw ready;
      // After a crash the dead one's children may still hold its memory for a moment.
      if (server.exitCode !== null) launch();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await start();
  return {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid!;
    },
    async crash() {
      server.kill('SIGKILL');
      await exited;
    },
    start,
    exited: () => exited,
    stop: async () => {
      server.kill('SIGINT');
      await exited;
      if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
};
