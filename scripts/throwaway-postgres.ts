import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const findBin = (): string | null => {
  const base = '/usr/lib/postgresql';
  if (existsSync(base)) {
    const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a));
    if (newest && existsSync(join(base, newest, 'bin/initdb'))) return join(base, newest, 'bin');
  }
  return null;
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

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

/** A PostgreSQL of its own in a temporary folder, or null when this machine has none. Stop it. */
export const startPostgres = async (): Promise<{
  url: string;
  /** Its first process, whose children are the rest. */
  pid: number;
  stop: () => Promise<void>;
} | null> => {
  const bin = findBin();
  if (!bin) return null;
  const dir = mkdtempSync(join(tmpdir(), 'portal-pg-'));
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
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-k',
      dir,
      '-c',
      'max_connections=200',
    ],
    { stdio: 'ignore', cwd: dir, ...who },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let i = 0; ; i++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {
        stdio: 'ignore',
      });
      break;
    } catch (error) {
      if (i > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    pid: server.pid!,
    stop: async () => {
      server.kill('SIGINT');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
